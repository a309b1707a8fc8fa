//! The rarity of reading bytes in a set by mistake.
//!
//! Consoles and systems read all data in the set that is their default, whatever it was written in; a set that was
//! no default of many is seldom read in, however much text was written in it. Invariant: a row is the difference
//! to [`Encoding::rarity`], in powers of two.

use super::Encoding;

/// The sets that differ, by their ids: consoles first, then those of no system.
const ROWS: [(&str, i8); 17] = [
    ("cp437", -2),
    ("cp850", -1),
    ("cp720", 2),
    ("cp737", 2),
    ("cp775", 3),
    ("cp855", 6),
    ("cp862", 1),
    ("cp864", 3),
    ("cp869", 3),
    ("iso-8859-2", 2),
    ("iso-8859-3", 5),
    ("iso-8859-4", 2),
    ("iso-8859-6", 1),
    ("iso-8859-13", 2),
    ("iso-8859-14", 5),
    ("iso-8859-15", 2),
    ("iso-8859-16", 2),
];

/// The rarity of reading bytes in a set by mistake, as [`Encoding::rarity`] has it.
pub fn rarity(encoding: &Encoding) -> i16 {
    let row = ROWS.iter().find(|(id, _)| *id == encoding.id);
    i16::from(encoding.rarity) + row.map_or(0, |(_, more)| i16::from(*more))
}

#[cfg(test)]
mod tests {
    use super::super::table;
    use super::*;

    #[test]
    fn each_row_is_a_set() {
        for (id, _) in ROWS {
            assert!(table::all().any(|encoding| encoding.id == id), "{id}");
        }
    }
}
