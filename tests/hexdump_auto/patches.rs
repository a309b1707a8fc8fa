//! Patches and short rows: every byte at its own address, or a refusal.
//!
//! The rows are formatted here by hand and applied here to a copy of the data. Invariant: what is
//! read without a remark is what the rows say.

use std::collections::BTreeMap;

use hexloupe::hexdump::Addresses;
use hexloupe::hexdump::import::{FormatChoice, read};
use hexloupe::hexdump::patch::FIRST_LINE;
use hexloupe::hexdump::table::by_name;

/// Random numbers with a seed (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) % end
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// Bytes whose text is made of digits, or any bytes.
    fn bytes(&mut self, len: u64) -> Vec<u8> {
        let digits = self.below(2) == 0;
        let byte = |random: &mut Self| {
            if digits {
                random.one_of(b"0123456789abcdef  ")
            } else {
                random.below(256) as u8
            }
        };
        (0..len).map(|_| byte(self)).collect()
    }
}

/// The text column of a row.
fn shown(bytes: &[u8]) -> String {
    let dot = |byte: &u8| match byte {
        b' '..=b'~' => char::from(*byte),
        _ => '.',
    };
    bytes.iter().map(dot).collect()
}

/// A row as `xxd -c COLUMNS -g GROUP` writes it.
fn row(address: u64, bytes: &[u8], columns: usize, group: usize) -> String {
    let groups = bytes.chunks(group);
    let digit = |value: u8| char::from_digit(value.into(), 16).unwrap();
    let digits = |byte: &u8| [digit(byte >> 4), digit(byte & 15)];
    let groups: Vec<String> = groups
        .map(|group| group.iter().flat_map(digits).collect())
        .collect();
    // Digits of a full row, and a blank behind each group.
    let width = 2 * columns + columns.div_ceil(group);
    format!(
        "{address:08x}: {:width$} {}\n",
        groups.join(" "),
        shown(bytes)
    )
}

/// What is read: bytes by their addresses; none if anything speaks against writing them.
fn written(choice: FormatChoice, text: &str) -> Option<BTreeMap<u64, u8>> {
    let (mut import, done) = read(choice, text.as_bytes());
    done.ok()?;
    if import.addresses() != Addresses::Written || import.out().disagreements > 0 {
        return None;
    }
    let (bytes, runs) = import.out().data();
    let mut all = BTreeMap::new();
    for run in runs {
        assert_eq!(run.len as u64, run.total, "{text}");
        for (address, byte) in (run.address..).zip(&bytes[run.at..run.at + run.len]) {
            if *all.entry(address).or_insert(*byte) != *byte {
                return None;
            }
        }
    }
    Some(all)
}

/// Rows at random addresses, of which many follow the row before in decimal.
fn rows(random: &mut Random) -> Vec<(u64, Vec<u8>)> {
    let mut rows: Vec<(u64, Vec<u8>)> = Vec::new();
    let usual = [
        0x0, 0x8, 0x10, 0x16, 0x18, 0x20, 0x24, 0x32, 0x48, 0x64, 0x99, 0x100,
    ];
    for _ in 0..=random.below(5) {
        let len = match random.below(3) {
            0 => random.one_of(&[1, 2, 4, 8, 16]),
            _ => 1 + random.below(16),
        };
        let followed = rows.last().and_then(|(address, bytes)| {
            let decimal: u64 = format!("{address:x}").parse().ok()?;
            let next = decimal + bytes.len() as u64;
            u64::from_str_radix(&next.to_string(), 16).ok()
        });
        let address = match (random.below(3), followed) {
            (0, Some(next)) => next,
            (1, _) => random.one_of(&usual),
            _ => random.below(0x400),
        };
        rows.push((address, random.bytes(len)));
    }
    rows
}

#[test]
fn patches_are_written_at_hex_addresses_or_refused() {
    let xxd = FormatChoice::Named(by_name("xxd").unwrap());
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut right = [0; 4];
    for _ in 0..3000 {
        let rows = rows(&mut random);
        let mut expected = BTreeMap::new();
        let mut clash = false;
        for (address, bytes) in &rows {
            for (address, byte) in (*address..).zip(bytes) {
                clash |= *expected.entry(address).or_insert(*byte) != *byte;
            }
        }
        let text: String = { rows.iter() }
            .map(|(at, bytes)| row(*at, bytes, 16, 2))
            .collect();
        let ways = [
            (xxd, ""),
            (FormatChoice::Auto, ""),
            (xxd, FIRST_LINE),
            (FormatChoice::Auto, FIRST_LINE),
        ];
        for ((choice, first), right) in ways.into_iter().zip(&mut right) {
            let text = format!("{first}{text}");
            let Some(found) = written(choice, &text) else {
                // Named, or with its first line, nothing is a doubt but what contradicts itself.
                assert!(
                    clash || choice == FormatChoice::Auto && first.is_empty(),
                    "{choice:?}\n{text}"
                );
                continue;
            };
            assert!(
                !clash && found == expected,
                "{choice:?}\n{text}\n{found:x?}"
            );
            *right += 1;
        }
    }
    assert!(right.iter().all(|right| *right > 1500), "{right:?}");
}

#[test]
fn a_patch_of_one_byte_is_recognised_by_its_first_line() {
    for address in [0, 8, 0x10, 0xFFFF_FFFF, 0x1234_5678_9ABC] {
        for byte in 0..=255 {
            let text = format!("{FIRST_LINE}{}", row(address, &[byte], 16, 2));
            let found = written(FormatChoice::Auto, &text);
            assert_eq!(found, Some([(address, byte)].into()), "{text}");
        }
    }
}

#[test]
fn full_rows_prove_decimal_addresses_and_sparse_ones_do_not() {
    let rows = |addresses: &[&str]| -> String {
        let row = |address: &&str| format!("{address}: {}  {}\n", "41".repeat(16), "A".repeat(16));
        addresses.iter().map(row).collect()
    };
    let xxd = FormatChoice::Named(by_name("xxd").unwrap());
    let decimal = FormatChoice::Named(by_name("xxd-d").unwrap());
    let addresses = |choice, text: &str| {
        let (mut import, done) = read(choice, text.as_bytes());
        assert_eq!(done, Ok(()), "{text}");
        let (_, runs) = import.out().data();
        let all: Vec<u64> = runs.iter().map(|run| run.address).collect();
        (all, import.addresses())
    };
    let full = rows(&["00000000", "00000016", "00000032"]);
    assert_eq!(addresses(xxd, &full), (vec![0], Addresses::Decimal));
    // Too few, and one that contradicts.
    let few = rows(&["00000000", "00000016"]);
    assert_eq!(addresses(xxd, &few), (vec![0, 0x16], Addresses::Written));
    assert_eq!(addresses(decimal, &few), (vec![0], Addresses::Decimal));
    let gap = rows(&["00000000", "00000016", "00000032", "00000064"]);
    let hex = (vec![0, 0x16, 0x32, 0x64], Addresses::Written);
    assert_eq!(addresses(xxd, &gap), hex);
    // A patch says what it is.
    let patch = format!("{FIRST_LINE}{full}");
    for choice in [xxd, FormatChoice::Auto] {
        assert_eq!(
            addresses(choice, &patch),
            (vec![0, 0x16, 0x32], Addresses::Written)
        );
    }
}

#[test]
fn a_name_that_says_how_words_are_written_is_held_to() {
    let read = |name: &str, text: &str| {
        let (mut import, done) = read(FormatChoice::Named(by_name(name).unwrap()), text.as_bytes());
        assert_eq!(done, Ok(()), "{name}: {text}");
        import.out().data().0.to_vec()
    };
    let words = "00000000: 04030201  ....\n";
    assert_eq!(read("xxd", words), [4, 3, 2, 1]);
    assert_eq!(read("xxd-e", words), [1, 2, 3, 4]);
    let bare = "00000000: 01010101\n";
    assert_eq!(read("xxd", bare), [1; 4]);
    assert_eq!(read("xxd-b", bare), [0b0101_0101]);
    let octal = "0000000 101 102\n0000002\n";
    assert_eq!(read("od", octal), *b"AB");
    assert_eq!(read("od-c", "0000000   1   2\n0000002\n"), *b"12");
}

#[test]
fn digits_behind_the_words_are_the_text_of_a_short_row() {
    let mut random = Random(7);
    let xxd = FormatChoice::Named(by_name("xxd").unwrap());
    for _ in 0..3000 {
        let columns = random.one_of(&[1, 2, 3, 4, 7, 8, 12, 16, 32]);
        let group = random.one_of(&[1, 2, 3, 4, 8, 16]);
        let full = random.below(3) * columns as u64;
        let rest = 1 + random.below(columns as u64);
        let bytes = random.bytes(full + rest);
        let chunks = bytes.chunks(columns).zip((0..).step_by(columns));
        let text: String = chunks
            .map(|(bytes, at)| row(at, bytes, columns, group))
            .collect();
        for text in [text.clone(), text.trim_end().to_owned()] {
            let (mut import, done) = read(xxd, text.as_bytes());
            assert_eq!(done, Ok(()), "{text}");
            assert_eq!(import.out().data().0, bytes, "{text}");
        }
    }
    // What the text says of other bytes makes none of its own.
    for (text, bytes) in [
        ("00000000: 6162  ca\n", &b"ab"[..]),
        ("00000000: 61 62 63  ca\n", b"abc"),
        ("00000000: 6162  cafe\n", b"ab"),
        (
            "00000000: 6162                                     ca\n",
            b"ab",
        ),
    ] {
        let (mut import, done) = read(xxd, text.as_bytes());
        assert_eq!((done, import.out().data().0), (Ok(()), bytes), "{text}");
        assert!(import.out().disagreements > 0, "{text}");
        assert_eq!(written(FormatChoice::Auto, text), None, "{text}");
    }
}
