//! Opening the comparison: the encodings are ranked once, by the bytes at the cursor.

use super::Inspector;
use crate::command;
use crate::detect;
use crate::model::compare;
use crate::source::Glance;

impl Inspector {
    /// Opens the comparison of encodings.
    pub(super) fn compare(&mut self) {
        let sample = compare::sample(&Glance::new(&self.source), &self.state.view);
        let ranked = detect::rank(&sample);
        let order = ranked.into_iter().map(|ranked| ranked.encoding);
        self.with_desk(|state, desk| command::compare(state, desk, order));
    }
}
