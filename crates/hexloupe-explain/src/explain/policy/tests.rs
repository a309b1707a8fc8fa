//! The counts of programs for broken UTF-8, measured by running them.

use proptest::prelude::*;

use super::*;

#[test]
fn no_program_is_named_for_an_encoding_that_it_does_not_have() {
    let programs = |id: &str| -> Vec<&str> {
        let encoding = table::all().find(|encoding| encoding.id == id).unwrap();
        let groups = of_fault(encoding, b"\x80").into_iter();
        let rows = groups.flat_map(|(_, rows)| rows);
        rows.map(|row| row.program).collect()
    };
    for id in [
        "gb2312",
        "iso646-de",
        "iso646-jp",
        "cp720",
        "ibm874",
        "tis-620",
        "utf-7",
        "mutf-8",
    ] {
        assert!(programs(id).is_empty(), "{id}");
    }
    assert_eq!(programs("gbk"), ["encoding_rs"]);
    assert_eq!(programs("ascii"), ["Python"]);
    assert_eq!(programs("utf-32be"), ["Python"]);
    assert_eq!(programs("utf-16le"), ["encoding_rs", "Python", "Node.js"]);
}

#[test]
fn a_program_goes_by_its_name_alone_only_if_all_its_functions_agree() {
    let go = |rule: fn(ReplacementRule) -> bool| {
        let rows = POLICIES.iter().filter(|row| row.program == "Go");
        names(&rows.filter(|row| rule(row.rule)).collect::<Vec<_>>())
    };
    assert_eq!(go(|_| true), ["Go"]);
    let apart = ["Go range over a string", "Go encoding/json"];
    assert_eq!(go(|rule| rule == ReplacementRule::PerByte), apart);
}

/// The measurements: the bytes, and the count of each policy, in the order of the table (the first
/// two have a test of their own).
#[rustfmt::skip]
const MEASURED: &[(&str, [usize; 14])] = &[
    ("E08080", [3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 1, 1, 1]),
    ("F09F98", [1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1]),
    ("F09F9841", [1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1]),
    ("C0AF", [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 1]),
    ("EDA080", [3, 3, 3, 3, 3, 3, 1, 1, 1, 3, 3, 1, 1, 1]),
    ("F4908080", [4, 4, 4, 4, 4, 4, 1, 1, 4, 4, 4, 1, 1, 1]),
    ("F888808080", [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1, 5, 1]),
    ("FC8480808080", [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 1, 6, 1]),
    ("FF", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("E282", [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1]),
    ("80", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("E180E2F09192F1BF41", [4, 4, 4, 4, 4, 4, 4, 4, 4, 8, 8, 1, 4, 4]),
    ("F5808080", [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 4, 1]),
    ("FE", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("C1", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("C080", [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 1]),
    ("E2", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("E241", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("E28241", [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1]),
    ("F08080AF", [4, 4, 4, 4, 4, 4, 1, 1, 4, 4, 4, 1, 1, 1]),
    ("F8", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("FC", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("FD80", [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 1]),
    ("8080", [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2]),
    ("FFFE", [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2]),
    ("EDA0BDEDB880", [6, 6, 6, 6, 6, 6, 2, 2, 2, 6, 6, 1, 2, 2]),
    ("F7BFBFBF", [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 4, 1]),
    ("F9", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("E0", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("E041", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("F0", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("C241", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("C2", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("EDA0", [2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 1, 1, 1]),
    ("F09F", [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1]),
    ("F490", [2, 2, 2, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1, 1]),
    ("E080", [2, 2, 2, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1, 1]),
    ("F080", [2, 2, 2, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1, 1]),
    ("41FF41", [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("EFBFBE", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
    ("F88080", [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1, 3, 1]),
    ("FBBFBFBFBF", [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1, 5, 1]),
    ("FD808080808041", [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 1, 6, 1]),
    ("E09F80", [3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 1, 1, 1]),
    ("FC80808080", [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1, 5, 1]),
    ("F888808041", [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 4, 1]),
    ("C0A0C0BFC2E1FC", [7, 7, 7, 7, 7, 7, 6, 6, 7, 7, 7, 1, 6, 5]),
    ("9FA09090A0", [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1, 5, 5]),
    ("F8C2A0A09090FC", [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 5, 4]),
    ("EF41FFFE90F0FF80", [7, 7, 7, 7, 7, 7, 5, 5, 7, 7, 7, 2, 5, 4]),
    ("F880908090FFEF", [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 1, 7, 3]),
    ("80C29080EF8F80E1F5", [4, 4, 4, 4, 4, 4, 3, 3, 4, 4, 4, 3, 3, 3]),
    ("FCA090EF80FFBF", [6, 6, 6, 6, 6, 6, 5, 5, 6, 7, 7, 1, 6, 3]),
    ("9080BFFE90C0A0A0", [8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 1, 8, 5]),
    ("EF80F880C2BFC0BFA0", [6, 6, 6, 6, 6, 6, 5, 5, 6, 7, 7, 2, 6, 4]),
    ("C0BFF8FFBF9F80A0BF", [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1, 9, 6]),
    ("F1F5A0FFC2C2", [6, 6, 6, 6, 6, 6, 3, 3, 6, 6, 6, 1, 6, 5]),
    ("C2C2A090E0904180BF", [6, 6, 6, 6, 6, 6, 5, 5, 6, 6, 6, 3, 5, 5]),
    ("BFA0C2BFF090C2BF", [3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 2, 3, 3]),
    ("A0A0BFF0ED8FA080", [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 5, 5]),
    ("A0FE80F180F5F49F", [7, 7, 7, 7, 7, 7, 5, 5, 7, 8, 8, 1, 6, 4]),
    ("A0A0908080", [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1, 5, 5]),
    ("A0C0BFA090ED", [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 1, 6, 4]),
    ("80908080F5F4F4", [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 1, 6, 7]),
    ("90E180A0F4", [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
    ("C0808FA0BFBF", [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 1, 6, 5]),
    ("90BFBFF8E0A0", [5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 1, 5, 5]),
    ("A0FFF8F880EDF1BF", [7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 1, 7, 5]),
    ("9041E0FC90", [4, 4, 4, 4, 4, 4, 2, 2, 4, 4, 4, 2, 4, 3]),
    ("A0F48FE1FC", [4, 4, 4, 4, 4, 4, 3, 3, 4, 5, 5, 1, 3, 4]),
];

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(digits).collect()
}

#[test]
fn every_rule_gives_the_measured_count() {
    for (hex, counts) in MEASURED {
        for (policy, counted) in POLICIES[2..].iter().zip(counts) {
            let known = policy.rule.count(&bytes_of(hex));
            if policy.rule != ReplacementRule::PromisedOrNoncharacter || known.is_some() {
                let row = format!("{} {}: {hex}", policy.program, policy.function);
                assert_eq!(known, Some(*counted), "{row}");
            }
        }
    }
}

fn lossy(bytes: &[u8]) -> [usize; 2] {
    let rust = String::from_utf8_lossy(bytes);
    let (web, _) = encoding_rs::UTF_8.decode_without_bom_handling(bytes);
    [rust, web].map(|text| text.matches('\u{FFFD}').count())
}

#[test]
fn the_rows_of_rust_agree_with_this_rust() {
    for (hex, _) in MEASURED {
        let bytes = bytes_of(hex);
        assert_eq!(
            ReplacementRule::MaximalSubpart.count(&bytes),
            Some(lossy(&bytes)[0]),
            "{hex}"
        );
    }
}

proptest! {
    #[test]
    fn the_rows_of_rust_hold_for_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..12)) {
        prop_assume!(!bytes.windows(3).any(|window| window == b"\xEF\xBF\xBD"));
        let count = ReplacementRule::MaximalSubpart.count(&bytes).unwrap();
        prop_assert_eq!([count, count], lossy(&bytes));
    }

    #[test]
    fn every_rule_ends_and_finds_nothing_in_text(text in "[a-zé€😀]{0,12}") {
        for policy in POLICIES {
            prop_assert_eq!(policy.rule.count(text.as_bytes()), Some(0));
        }
    }
}

#[test]
fn programs_are_grouped_by_their_count() {
    let shown = |bytes: &[u8]| -> Vec<(usize, Vec<&str>)> {
        replacements(bytes)
            .into_iter()
            .map(|(count, policies)| {
                let mut programs: Vec<_> = policies.iter().map(|policy| policy.program).collect();
                programs.dedup();
                (count, programs)
            })
            .collect()
    };
    let strict = [
        "Rust",
        "encoding_rs",
        "Python",
        "Node.js",
        "Ruby",
        "ICU",
        "PHP",
        "Java",
        "Go",
    ];
    assert_eq!(
        shown(b"\xE0\x80\x80"),
        [(3, strict.to_vec()), (1, vec!["PHP", "Go", "jq", "Perl"])]
    );
    let counts: Vec<usize> = shown(b"\xF0\x9F\x98")
        .into_iter()
        .map(|group| group.0)
        .collect();
    assert_eq!(counts, [3, 1]);
    assert!(shown(b"").len() == 1);
}
