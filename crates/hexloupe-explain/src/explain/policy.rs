//! The number of U+FFFD that programs show for the same ill-formed bytes.
//!
//! Each row was tested: the program decoded some 23,100 byte strings (every string of up to three
//! bytes out of 22 significant ones, and random longer ones). The rule of its row gave the
//! program's count for every string that it covers. Invariant: there is no claim about an untested
//! version or function, and a rule returns `None` if it was seen not to hold.

use hexloupe_text::codec::{BitLayout, CodecState, Encoding, Meaning, labels, promised, table};

/// The way ill-formed UTF-8 is cut into stretches of one U+FFFD each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReplacementRule {
    /// One for each maximal subpart (D93b), as the WHATWG requires.
    MaximalSubpart,
    /// One for each ill-formed sequence, outside UTF-8.
    PerFault,
    /// One for each byte that is no part of a character.
    PerByte,
    /// One for a whole run of ill-formed bytes.
    PerRun,
    /// Maximal subparts, but a surrogate (`ED A0 80`) is one.
    SurrogatesWhole,
    /// One for the bytes that a lead byte C2..F4 promises, as far as they are present; if the data
    /// ends too early for them, one for the whole rest, characters included.
    PromisedOrRest,
    /// One for the bytes that a lead byte C2..F4 promises, up to one that could begin a character.
    PromisedToNextLead,
    /// One for the bytes that any lead byte promises, also FE (7 bytes) and FF (13), as far as
    /// they are present; and one for each noncharacter. Unknown where a single ill-formed byte
    /// comes before a lead byte.
    PromisedOrNoncharacter,
}

impl ReplacementRule {
    /// Reports whether the counts of neighbouring faults add up: no U+FFFD replaces promised bytes
    /// of two lead bytes.
    pub const fn adds_up(self) -> bool {
        matches!(
            self,
            Self::MaximalSubpart | Self::PerFault | Self::PerByte | Self::SurrogatesWhole
        )
    }

    /// The rule in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::MaximalSubpart => "one for each maximal subpart",
            Self::PerFault => "one for each ill-formed sequence",
            Self::PerByte => "one for each ill-formed byte",
            Self::PerRun => "one for each run of ill-formed bytes",
            Self::SurrogatesWhole => "one for each maximal subpart; surrogates whole",
            Self::PromisedOrRest => {
                "one for the promised bytes that follow; if the data ends too early, one for all \
                 the rest"
            }
            Self::PromisedToNextLead => "one for the promised bytes, up to the next lead byte",
            Self::PromisedOrNoncharacter => {
                "one for the promised bytes that follow; noncharacters too"
            }
        }
    }

    /// The number of U+FFFD that replace the ill-formed parts of some bytes; none if the rule is
    /// not known to hold.
    pub fn count(self, bytes: &[u8]) -> Option<usize> {
        let (mut count, mut at, mut in_run) = (0, 0, false);
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let sequence = table::UTF_8.decode(&mut CodecState::default(), rest);
            let subpart = usize::from(sequence.len);
            if let Meaning::Scalar(c) = sequence.meaning {
                count += usize::from(self == Self::PromisedOrNoncharacter && is_noncharacter(c));
                at += subpart;
                in_run = false;
                continue;
            }
            count += usize::from(!(self == Self::PerRun && in_run));
            at += self.stretch(rest, subpart)?;
            in_run = true;
        }
        Some(count)
    }

    /// The number of bytes that one U+FFFD replaces at the ill-formed front of some bytes.
    fn stretch(self, rest: &[u8], subpart: usize) -> Option<usize> {
        let lead = rest[0];
        let begins = (0xC2..=0xF4).contains(&lead);
        Some(match self {
            Self::MaximalSubpart | Self::PerRun => subpart,
            Self::SurrogatesWhole => match rest {
                [0xED, 0xA0..=0xBF, ..] => present(rest, 3),
                _ => subpart,
            },
            Self::PromisedOrRest if begins && rest.len() < promised(lead) => rest.len(),
            Self::PromisedOrRest if begins => present(rest, promised(lead)),
            Self::PromisedToNextLead if begins => {
                let tails = rest[1..].iter().take(promised(lead) - 1);
                1 + tails.take_while(|byte| !could_begin(**byte)).count()
            }
            // This rule is for encodings outside UTF-8.
            Self::PerFault => return None,
            Self::PerByte | Self::PromisedOrRest | Self::PromisedToNextLead => 1,
            Self::PromisedOrNoncharacter => {
                let most = match lead {
                    0xFE => 7,
                    0xFF => 13,
                    _ => promised(lead).max(1),
                };
                let stretch = present(rest, most);
                let odd = stretch == 1 && (!begins || lead == 0xED);
                if odd && rest.get(1).is_some_and(|next| *next >= 0xC0) {
                    return None;
                }
                stretch
            }
        })
    }
}

/// A byte and the continuation bytes after it, `most` in all.
fn present(rest: &[u8], most: usize) -> usize {
    let tails = rest[1..].iter().take(most.saturating_sub(1));
    1 + tails.take_while(|byte| **byte & 0xC0 == 0x80).count()
}

const fn could_begin(byte: u8) -> bool {
    matches!(byte, 0x00..=0x7F | 0xC2..=0xF4)
}

/// Reports whether a character is U+FDD0..U+FDEF or one of the last two code points of a plane
/// (D14).
fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || u32::from(c) & 0xFFFE == 0xFFFE
}

/// The behaviour of one function of one program.
#[derive(Debug, PartialEq, Eq)]
pub struct ReplacementPolicy {
    /// The program or the language.
    pub program: &'static str,
    /// The function that was called.
    pub function: &'static str,
    /// The tested versions.
    pub version: &'static str,
    /// The rule that fits all tested strings.
    pub rule: ReplacementRule,
    /// The way it was obtained.
    pub obtained: &'static str,
}

const COUNTED: &str = "counted on 23,100 byte strings, Linux, November 2026";
const LINES: &str =
    "counted on 23,100 byte strings as lines and 546 as whole inputs, Linux, November 2026";
const HELD: &str = "counted on 23,100 byte strings, Linux, November 2026; held by a test";
const IN_PART: &str = "counted on 23,100 byte strings, Linux, November 2026; the rule fits all \
    7,600 that have no single ill-formed byte before a lead byte; it does not cover the others";

const fn row(
    program: &'static str,
    function: &'static str,
    version: &'static str,
    rule: ReplacementRule,
    obtained: &'static str,
) -> ReplacementPolicy {
    ReplacementPolicy {
        program,
        function,
        version,
        rule,
        obtained,
    }
}

/// Every tested function whose rule was found.
#[rustfmt::skip]
pub const POLICIES: &[ReplacementPolicy] = &[
    row("Rust", "String::from_utf8_lossy", "1.95.0", ReplacementRule::MaximalSubpart, HELD),
    row("encoding_rs", "Encoding::decode_without_bom_handling", "0.8.44", ReplacementRule::MaximalSubpart, HELD),
    row("Python", "bytes.decode(errors='replace')", "3.6.15, 3.7.16, 3.8.18, 3.9.18, 3.10.13, 3.11.7, 3.12.1, 3.13.0", ReplacementRule::MaximalSubpart, COUNTED),
    row("Node.js", "TextDecoder.decode", "20.20.2", ReplacementRule::MaximalSubpart, COUNTED),
    row("Node.js", "Buffer.toString", "20.20.2", ReplacementRule::MaximalSubpart, COUNTED),
    row("Ruby", "String#scrub", "3.1.2", ReplacementRule::MaximalSubpart, COUNTED),
    row("ICU", "uconv --from-callback substitute", "72.1", ReplacementRule::MaximalSubpart, LINES),
    row("PHP", "mb_scrub", "8.2.35", ReplacementRule::MaximalSubpart, COUNTED),
    row("PHP", "htmlspecialchars with ENT_SUBSTITUTE", "8.2.35", ReplacementRule::PromisedToNextLead, COUNTED),
    row("PHP", "json_encode with JSON_INVALID_UTF8_SUBSTITUTE", "8.2.35", ReplacementRule::PromisedToNextLead, COUNTED),
    row("Java", "new String(bytes, UTF_8)", "17.0.15", ReplacementRule::SurrogatesWhole, COUNTED),
    row("Go", "range over a string", "1.19.8", ReplacementRule::PerByte, COUNTED),
    row("Go", "encoding/json", "1.19.8", ReplacementRule::PerByte, COUNTED),
    row("Go", "strings.ToValidUTF8", "1.19.8", ReplacementRule::PerRun, COUNTED),
    row("jq", "-R", "1.6", ReplacementRule::PromisedOrRest, LINES),
    row("Perl", "Encode::decode('UTF-8', ...)", "5.36.0, Encode 3.17", ReplacementRule::PromisedOrNoncharacter, IN_PART),
];

const CASES: &str = "every byte without a character in 13 tables, 4 cases of UTF-16, 5 of \
    UTF-32, Linux, November 2026";
const UTF_16_CASES: &str = "counted on 6 cases of UTF-16, Linux, November 2026";
const BULK: &str = "held by the tests that compare whole texts";

/// The encodings outside UTF-8 that Python was tested with; Python has the same tables.
const OF_PYTHON: &[&str] = &[
    "utf-16le",
    "utf-16be",
    "utf-32le",
    "utf-32be",
    "ascii",
    "iso-8859-3",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-11",
    "windows-1253",
    "windows-1255",
    "windows-1257",
    "windows-874",
    "cp857",
    "cp864",
    "cp869",
];

/// Reports whether a program has an encoding, and was tested with it.
type EncodingSupport = fn(&Encoding) -> bool;

/// Programs that show one U+FFFD for each fault outside UTF-8.
#[rustfmt::skip]
const ONE_EACH: &[(EncodingSupport, ReplacementPolicy)] = &[
    (is_on_the_web, row("encoding_rs", "Encoding::decode_without_bom_handling", "0.8.44", ReplacementRule::PerFault, BULK)),
    (is_of_python, row("Python", "bytes.decode(errors='replace')", "3.11.7", ReplacementRule::PerFault, CASES)),
    (is_utf_16, row("Node.js", "TextDecoder.decode", "20.20.2", ReplacementRule::PerFault, UTF_16_CASES)),
];

/// Reports whether `encoding_rs` has it, except `replacement`.
fn is_on_the_web(encoding: &Encoding) -> bool {
    labels::web_name(encoding).is_some() && !matches!(encoding.layout, BitLayout::Refused)
}

fn is_of_python(encoding: &Encoding) -> bool {
    OF_PYTHON.contains(&encoding.id)
}

fn is_utf_16(encoding: &Encoding) -> bool {
    matches!(encoding.layout, BitLayout::Utf16(_))
}

/// The policies by the number of U+FFFD they show for one ill-formed sequence of an encoding,
/// given its promised bytes; the greatest number first.
pub fn of_fault(
    encoding: &Encoding,
    story: &[u8],
) -> Vec<(usize, Vec<&'static ReplacementPolicy>)> {
    if encoding.is_utf8() {
        return replacements(story);
    }
    let rows = ONE_EACH.iter().filter(|(has, _)| has(encoding));
    let rows: Vec<&'static ReplacementPolicy> = rows.map(|(_, policy)| policy).collect();
    if rows.is_empty() {
        Vec::new()
    } else {
        vec![(1, rows)]
    }
}

/// The names of the policies of a group: the program alone if all its tested functions are among
/// them, else with the function.
pub fn names(group: &[&ReplacementPolicy]) -> Vec<String> {
    let is_whole = |program: &str| {
        let mut rows = POLICIES.iter().filter(|row| row.program == program);
        rows.all(|row| {
            let mut group = group.iter();
            group.any(|one| (one.program, one.function) == (row.program, row.function))
        })
    };
    // Outside UTF-8 no program was tested with two functions.
    let outside = group
        .iter()
        .all(|one| one.rule == ReplacementRule::PerFault);
    let name = |one: &&ReplacementPolicy| {
        if outside || is_whole(one.program) {
            one.program.to_owned()
        } else {
            format!("{} {}", one.program, one.function)
        }
    };
    let mut names: Vec<String> = group.iter().map(name).collect();
    names.dedup();
    names
}

/// The policies by the number of U+FFFD they show for some UTF-8, the greatest number first; left
/// out are those whose rule returns `None`.
pub fn replacements(bytes: &[u8]) -> Vec<(usize, Vec<&'static ReplacementPolicy>)> {
    let mut groups: Vec<(usize, Vec<&'static ReplacementPolicy>)> = Vec::new();
    for policy in POLICIES {
        let Some(count) = policy.rule.count(bytes) else {
            continue;
        };
        match groups.iter_mut().find(|group| group.0 == count) {
            Some(group) => group.1.push(policy),
            None => groups.push((count, vec![policy])),
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.0));
    groups
}

#[cfg(test)]
mod tests;
