//! Every background question that a session asks.
//!
//! To add one: its row here; key, start and answer stand in the file that the row comes from.

use super::comparing::COMPARE;
use super::counting::COUNT;
use super::data::{ATTEND, REOPEN, SPOOL};
use super::dumps::{IMPORT, RECOGNISE};
use super::errands::ERRAND;
use super::guessing::{DOUBT, GUESS, SPOT};
use super::layers::LAYER;
use super::listing::PLACES;
use super::matches::{COUNT_MATCHES, NEXT_MATCH};
use super::opening::{LIST, OPEN};
use super::queries::Query;
use super::replacing::REPLACE;
use super::scanning::SCAN;
use super::seeking::SEEK;
use super::strings::STRINGS;
use super::surveying::SURVEY;

/// The questions, in the order in which they are asked.
pub(super) static QUERIES: [&Query; 22] = [
    &SPOOL,
    &ATTEND,
    &REOPEN,
    &SEEK,
    &NEXT_MATCH,
    &COUNT_MATCHES,
    &REPLACE,
    &COUNT,
    &SPOT,
    &SCAN,
    &PLACES,
    &STRINGS,
    &GUESS,
    &DOUBT,
    &RECOGNISE,
    &IMPORT,
    &LAYER,
    &OPEN,
    &LIST,
    &SURVEY,
    &ERRAND,
    &COMPARE,
];
