//! Everything the user has changed, and the picture it implies.
//!
//! [`state::UserState`] is plain data; [`screen::build`] turns it, the facts and some bytes into a
//! [`screen::Screen`]. The cost of a picture depends on its visible part, never on the size of the
//! file.

pub mod alignment;
pub mod amount;
pub mod answer;
mod arrangement;
pub(crate) mod bars;
pub mod bound_keys;
pub mod carrier;
pub mod changed_line;
pub mod compare;
pub mod compared;
mod context_line;
pub mod copy;
pub mod cover;
pub mod dump_state;
pub mod edit;
pub mod errand;
pub(crate) mod facts;
pub mod finding;
pub(crate) mod findings;
pub(crate) mod folder;
pub mod follow;
pub mod guessed;
pub mod history;
pub(crate) mod inspector;
pub(crate) mod jumps;
pub mod layout;
mod lesson_strip;
pub mod line;
pub mod look;
pub mod lost;
pub(crate) mod map;
pub mod mojibake;
pub(crate) mod named;
pub(crate) mod numbers;
pub(crate) mod offer;
pub mod pair;
pub mod palette;
pub mod panel;
pub mod place;
pub mod places;
pub mod records;
pub mod regions;
pub mod row;
pub mod row_grid;
mod row_width;
mod rule;
pub mod screen;
pub(crate) mod selection_size;
pub mod shifts;
pub(crate) mod snippet;
pub mod spoken;
pub mod state;
pub mod strings;
pub mod subject;
pub mod substitution;
pub mod survey;
pub mod tabs;
pub mod text;
pub mod theme;
pub mod viewport;
pub(crate) mod which_key;
pub mod worked;
