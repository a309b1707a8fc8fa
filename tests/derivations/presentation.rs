//! How derivations are presented: one base a row, digits over their bits, the result in hex and in
//! decimal, and the same bits as in the line of the inspector.
//!
//! Invariant: a rule of presentation is held for some characters of every encoding and every fault.

use super::{FAULTS, binary, decode, encode, encoding, hexadecimal, joined, page, row, step};
use hexloupe::codec::{Encoding, Walk, misread, table};
use hexloupe::explain::assembly::{Assembly, assemble};
use hexloupe::explain::derivation::{Derivation, DerivationDirection};
use hexloupe::explain::sheet::{CellRole, SheetCell, SheetRow};
use hexloupe::language::Language;
use hexloupe::window::Peek as _;

/// Every derivation of the table: some characters there and back, and the faults.
fn all() -> Vec<Derivation> {
    let others = [
        0x41, 0xE9, 0x43C, 0x20AC, 0x4E9C, 0x6F22, 0xAC00, 0xFF71, 0x1F600, 0x10FFFF,
    ];
    let mut out = Vec::new();
    for encoding in table::all() {
        for value in others {
            let there = encode(encoding, value);
            if let Some(bytes) = &there.bytes {
                out.extend(decode(encoding, bytes));
            }
            out.push(there);
        }
    }
    for encoding in misread::all().step_by(7) {
        for value in others {
            let there = encode(encoding, value);
            if let Some(bytes) = &there.bytes {
                out.extend(decode(encoding, bytes));
            }
            out.push(there);
        }
    }
    for (id, bytes, ..) in FAULTS {
        out.extend(decode(encoding(id), bytes));
    }
    out
}

/// Digits of one kind in a cell: a run of bits, or of hex digits that is no such run.
fn is_bits(text: &str) -> bool {
    text.bytes()
        .all(|digit| matches!(digit, b'0' | b'1' | b' '))
}

#[test]
fn each_hex_digit_stands_over_its_four_bits() {
    for derivation in all() {
        for step in &derivation.steps {
            for (hex, bits) in step.rows.iter().zip(step.rows.iter().skip(1)) {
                let digits = hex
                    .cells
                    .iter()
                    .filter(|cell| cell.role == CellRole::Value && cell.text.len() == 1);
                let below = bits.cells.iter().filter(|cell| {
                    cell.role == CellRole::Payload && is_bits(&cell.text) && cell.text.len() == 4
                });
                let below: Vec<_> = below.collect();
                if below.is_empty() || !matches!(hex.cells[0].text.as_str(), "hex" | "units") {
                    continue;
                }
                let digits: Vec<_> = digits.collect();
                assert_eq!(digits.len(), below.len(), "{}", page(&derivation));
                for (digit, four) in digits.iter().zip(below) {
                    assert_eq!(digit.column, four.column + 3, "{}", page(&derivation));
                    let value = u32::from_str_radix(&digit.text, 16).unwrap();
                    assert_eq!(format!("{value:04b}"), four.text, "{}", page(&derivation));
                }
            }
        }
    }
}

#[test]
fn a_row_of_bits_has_no_other_base() {
    for derivation in all() {
        for step in &derivation.steps {
            for row in &step.rows {
                let payload = |cell: &&SheetCell| {
                    matches!(cell.role, CellRole::Payload | CellRole::Structure)
                        && is_bits(&cell.text)
                };
                let has_bits = row
                    .cells
                    .iter()
                    .filter(payload)
                    .any(|cell| cell.text.len() > 3);
                let has_others = row
                    .cells
                    .iter()
                    .any(|cell| cell.role == CellRole::Value && !is_bits(&cell.text));
                assert!(!(has_bits && has_others), "{}", row.text());
            }
        }
    }
}

#[test]
fn the_number_of_a_pair_is_told_in_hex_and_in_decimal() {
    for (id, bytes) in [
        ("utf-16be", &b"\xD8\x3D\xDE\0"[..]),
        ("cesu-8", b"\xED\xA0\xBD\xED\xB8\x80"),
    ] {
        let back = decode(encoding(id), bytes);
        let sum = step(&back[0], "join, plus 0x10000");
        assert_eq!(hexadecimal(row(sum, "number")), 0x1F600);
        assert!(joined(row(sum, "number")).ends_with("128512"));
        assert_eq!(hexadecimal(row(sum, "together")), 0xF600);
        assert_eq!(hexadecimal(row(sum, "hex")), 0xF600);
    }
}

#[test]
fn a_single_byte_set_is_shown_as_its_whole_table() {
    for encoding in table::all() {
        let lines = match encoding.id {
            "ascii" => 8,
            "windows-1251" | "koi8-r" | "ibm437" | "iso-8859-1" => 16,
            _ => continue,
        };
        let there = encode(encoding, 0x41);
        let place = step(&there, "place in the table");
        assert_eq!(place.rows.len(), 1 + lines, "{}", page(&there));
        let chosen = place.rows.iter().flat_map(|row| &row.cells);
        let chosen = chosen.filter(|cell| cell.role == CellRole::Chosen);
        let chosen: Vec<&str> = chosen.map(|cell| cell.text.as_str()).collect();
        assert_eq!(chosen, ["_1", ">", "4_", "A"], "{}", encoding.id);
        let bytes = step(&there, "byte");
        assert_eq!(
            (joined(row(bytes, "row")), joined(row(bytes, "column"))),
            ("4".to_owned(), "1".to_owned())
        );
    }
}

#[test]
fn bits_left_over_in_utf_7_are_not_in_the_unit() {
    let back = decode(encoding("utf-7"), b"+BDwEOAQ-");
    let units: Vec<u32> = back
        .iter()
        .filter(|one| !one.code_points.is_empty())
        .map(|one| {
            let units = step(one, "units of UTF-16");
            assert_eq!(binary(row(units, "together")), binary(row(units, "bits")));
            hexadecimal(row(units, "hex"))
        })
        .collect();
    assert_eq!(units, [0x43C, 0x438]);
}

#[test]
fn bytes_of_east_asia_give_their_place_by_arithmetic() {
    let back = decode(encoding("shift_jis"), b"\x8A\xBF");
    let text = page(&back[0]);
    for part in [
        "8A minus 81 = hex 09 = 9",
        "BF minus 41 = hex 7E = 126",
        "9 * 188 + 126 = 1818",
        "kuten 20-33",
        "U+6F22",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let back = decode(encoding("gb18030"), b"\x94\x39\xFC\x36");
    assert!(page(&back[0]).contains("= U+1F600"));
}

/// What the inspector says in one line of the first character of some bytes.
fn line(encoding: &'static Encoding, bytes: &[u8]) -> Option<Assembly> {
    let window = bytes.window(0, bytes.len());
    let contexts = Walk::new(encoding, 0, &window);
    let mut steps = Walk::new(encoding, 0, &window);
    let step = steps.find(|step| step.meaning.is_character())?;
    assemble(encoding, &contexts.context(&step), Language::English)
}

/// The texts of the cells of a row that have a role.
fn texts(row: &SheetRow, role: CellRole) -> Vec<&str> {
    let cells = row.cells.iter().filter(|cell| cell.role == role);
    cells.map(|cell| cell.text.as_str()).collect()
}

#[test]
fn the_line_of_the_inspector_has_the_bits_of_the_steps() {
    let mut seen = [0; 3];
    for derivation in all() {
        let bytes = derivation.bytes.clone().unwrap_or_default();
        let is_whole =
            derivation.direction == DerivationDirection::Decode && derivation.is_well_formed();
        // Base64 and escaped bytes are others without what stands before them.
        let is_alone = decode(derivation.encoding, &bytes) == [derivation.clone()];
        let line = line(derivation.encoding, &bytes).filter(|_| is_whole && is_alone);
        let Some(line) = line else {
            continue;
        };
        assert_eq!(
            line.value,
            derivation.code_points[0],
            "{}",
            page(&derivation)
        );
        let payloads: Vec<&str> = line
            .parts
            .iter()
            .map(|part| part.payload.as_str())
            .collect();
        let has = |title: &str| derivation.steps.iter().any(|step| step.title == title);
        let labelled = |title: &str, label: &str| row(step(&derivation, title), label);
        if has("drop the prefixes") {
            let bits = labelled("drop the prefixes", "bits");
            let cells: Vec<_> = { bits.cells.iter() }
                .filter(|cell| cell.role == CellRole::Payload)
                .collect();
            assert_eq!(texts(bits, CellRole::Payload), payloads);
            for (cell, part) in cells.iter().zip(&line.parts) {
                assert_eq!((cell.column - 12) % 12, part.columns().0);
            }
            let together = labelled("join", "together");
            assert_eq!(texts(together, CellRole::Payload), [line.joined.as_str()]);
            let counts = texts(labelled("drop the prefixes", "count"), CellRole::Other);
            let words = format!("join {} bits", counts.join(" + "));
            assert!(
                counts.len() == 1 || line.steps.contains(&words),
                "{:?}",
                line.steps
            );
            seen[0] += 1;
        } else if has("surrogates") && bytes.len() == 4 {
            let bits = labelled("surrogates", "bits");
            assert_eq!(texts(bits, CellRole::Payload), payloads);
            let structure = line.parts.iter().map(|part| part.structure.as_str());
            assert_eq!(
                texts(bits, CellRole::Structure),
                structure.collect::<Vec<_>>()
            );
            let sum = texts(labelled("join, plus 0x10000", "bits"), CellRole::Payload);
            assert_eq!(sum.join(" "), line.joined);
            seen[1] += 1;
        } else if has("one unit") {
            let bits = texts(labelled("one unit", "bits"), CellRole::Payload);
            assert_eq!(bits.join(" "), line.joined);
            seen[2] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 3), "{seen:?}");
}
