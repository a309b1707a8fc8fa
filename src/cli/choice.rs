//! Options whose values are the rows of a table, by name.
//!
//! Invariant: what may be chosen, and what help says of it, is the table's.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Reads the name of a row, of rows as their name, what is said of them, and what they
/// are.
pub(super) fn of<T: Clone + Send + Sync + 'static>(
    rows: impl IntoIterator<Item = (&'static str, &'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let (mut values, mut known) = (Vec::new(), Vec::new());
    for (id, about, row) in rows {
        values.push(PossibleValue::new(id).help(about));
        known.push((id, row));
    }
    PossibleValuesParser::new(values).try_map(move |chosen| {
        let row = known.iter().find(|(id, _)| *id == chosen);
        // The parser lets only names of the table through.
        row.map(|(_, row)| row.clone()).ok_or("no such name")
    })
}
