//! Everything the user has changed, and the picture it implies.
//!
//! [`state::State`] is plain data; [`screen::build`] turns it, the facts and some bytes
//! into a [`screen::Screen`]. The cost of a picture depends on what is visible, never
//! on the size of the file.

pub mod bars;
pub mod compare;
pub mod copy;
pub mod dump_state;
pub mod errand;
pub mod facts;
pub mod finding;
pub mod findings;
pub mod guessed;
pub mod inspector;
pub mod jumps;
pub mod layout;
pub mod line;
pub mod look;
pub mod map;
pub mod numbers;
pub mod palette;
pub mod panel;
pub mod place;
pub mod row;
pub mod screen;
pub mod selection_size;
pub mod snippet;
pub mod state;
pub mod text;
pub mod theme;
pub mod viewport;
