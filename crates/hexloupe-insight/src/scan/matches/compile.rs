//! Compiles a pattern into a matcher.
//!
//! A text in an encoding is a row of characters, each with its spellings: one, or as many as its
//! case has. Equal rows of several encodings become one row with all their names. Invariant: the
//! longest rows are tried first.

use std::collections::HashMap;
use std::slice;

use memchr::memmem;
use regex_automata::meta;
use regex_automata::nfa::thompson::WhichCaptures;
use regex_syntax::hir::{
    Class, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange, Hir, HirKind,
};

use super::runs::ByteSetRuns;
use super::spelt::SpeltText;
use super::{
    BOUND, EncodingAndPhase, LIMIT, LeadBytes, MatchStart, Matcher, SearchEngine, SearchScope,
    tells_alone,
};
use crate::scan::pattern::{CaseMatching, Mask, Pattern, PatternError};
use hexloupe_text::codec::east_asia::spellings;
use hexloupe_text::codec::{CodecState, Encoding, table};
use hexloupe_text::unicode::normal;
use hexloupe_text::unicode::set::CodePointSet;

/// The most bytes of an automaton when it is built; its cache may have a quarter of that.
const ROOM: usize = 16 << 20;

/// The most places of an expression that come from repetitions: the time per byte grows with them.
const REPEATED: u64 = 512;

pub(super) fn compile(
    pattern: &Pattern,
    reading: EncodingAndPhase,
    scope: SearchScope,
) -> Result<Matcher, PatternError> {
    let own = vec![reading.encoding];
    let matcher = |engine, place, longest, ways| Matcher {
        engine,
        place,
        reading,
        longest,
        ways,
    };
    match (pattern, scope) {
        (Pattern::Text { text, case, at }, scope) => {
            self::text(text, *case, reading, scope).map_err(|refusal| refusal.offset_by(*at))
        }
        (_, SearchScope::All) => {
            let said = "--all-encodings works only with text; leave it out";
            Err(PatternError::new(0, said))
        }
        (Pattern::Bytes(masks), SearchScope::Own) => {
            let longest = masks.len() as u64;
            let engine = if masks.iter().all(|mask| mask.bits == 0xFF) {
                literal(&masks.iter().map(|mask| mask.value).collect::<Vec<_>>())
            } else {
                automaton(&[Hir::concat(masks.iter().copied().map(class).collect())])?
            };
            Ok(matcher(engine, MatchStart::Free, longest, vec![own]))
        }
        (Pattern::Regex(expression), SearchScope::Own) => {
            let bound = expression.properties().maximum_len();
            let longest = bound.map_or(LIMIT, |bound| (bound as u64).min(BOUND));
            let engine = expressed(expression, longest)?;
            Ok(matcher(engine, MatchStart::Free, longest, vec![own]))
        }
        (Pattern::Points(set), SearchScope::Own) => {
            let encoding = reading.encoding;
            let engine = match leads(set, encoding) {
                Some(leads) => SearchEngine::Leads(Box::new(LeadBytes {
                    set: set.clone(),
                    leads,
                })),
                None => SearchEngine::Steps(set.clone()),
            };
            let longest = u64::from(encoding.max_len);
            Ok(matcher(engine, MatchStart::Unit, longest, vec![own]))
        }
    }
}

/// The characters of a text in an encoding, and the spellings of each.
type CharacterSpellings = Vec<Vec<Vec<u8>>>;

fn text(
    text: &str,
    case: CaseMatching,
    reading: EncodingAndPhase,
    scope: SearchScope,
) -> Result<Matcher, PatternError> {
    let mut rows: Vec<(CharacterSpellings, Vec<&'static Encoding>)> = Vec::new();
    let place = match scope {
        SearchScope::Own if reading.encoding.is_stateful() => {
            return spelt(text, case, reading);
        }
        SearchScope::Own => {
            let row = row(text, case, reading.encoding, spellings)?;
            rows.push((row, vec![reading.encoding]));
            if tells_alone(reading.encoding) {
                MatchStart::Unit
            } else {
                MatchStart::Sequence
            }
        }
        SearchScope::All => {
            rows = everywhere(text, case)?;
            MatchStart::Free
        }
    };
    rows.sort_by_key(|(row, _)| std::cmp::Reverse(longest(row)));
    let most = rows.iter().map(|(row, _)| longest(row)).max().unwrap_or(1);
    let (rows, ways): (Vec<CharacterSpellings>, Vec<_>) = rows.into_iter().unzip();
    let engine = match rows.as_slice() {
        [row] if row.iter().all(|ways| ways.len() == 1) => literal(&row.concat().concat()),
        rows => automaton(&rows.iter().map(hir).collect::<Vec<_>>())?,
    };
    Ok(Matcher {
        engine,
        place,
        reading,
        longest: most as u64,
        ways,
    })
}

/// A text in an encoding with shifts.
fn spelt(
    text: &str,
    case: CaseMatching,
    reading: EncodingAndPhase,
) -> Result<Matcher, PatternError> {
    row(text, case, reading.encoding, |_, _| Vec::new())?;
    let point = |c: char| (u32::from(c), u32::from(c));
    let sets = text
        .chars()
        .map(|c| CodePointSet::from_ranges(cases(c, case).into_iter().map(point)));
    let text = SpeltText::new(sets.collect());
    // Each character may be the only one between two shifts.
    let most = text.count() * 2 * usize::from(reading.encoding.max_len);
    Ok(Matcher {
        engine: SearchEngine::Spelt(text),
        place: MatchStart::Sequence,
        reading,
        longest: most as u64,
        ways: vec![vec![reading.encoding]],
    })
}

/// The rows of a text in every encoding and form, each with the encodings of that spelling.
fn everywhere(
    text: &str,
    case: CaseMatching,
) -> Result<Vec<(CharacterSpellings, Vec<&'static Encoding>)>, PatternError> {
    let mut rows: Vec<(CharacterSpellings, Vec<&'static Encoding>)> = Vec::new();
    let mut known: HashMap<CharacterSpellings, usize> = HashMap::new();
    let mut refusal = None;
    for form in normal::forms(text) {
        for encoding in table::all() {
            let row = match row(&form, case, encoding, |_, _| Vec::new()) {
                Ok(row) if encoding.is_stateful() => shifted(&form, row, encoding),
                Ok(row) => row,
                Err(refused) => {
                    refusal = refusal.or(Some(refused));
                    continue;
                }
            };
            let at = *known.entry(row.clone()).or_insert(rows.len());
            match rows.get_mut(at) {
                Some((_, names)) if names.contains(&encoding) => {}
                // Bytes that are the same in UTF-8 are named UTF-8, not its relatives too.
                Some((_, names)) if names.contains(&table::UTF_8) && encoding.is_unicode() => {}
                Some((_, names)) => names.push(encoding),
                None => rows.push((row, vec![encoding])),
            }
        }
    }
    match refusal {
        Some(refusal) if rows.is_empty() => Err(refusal),
        _ => Ok(rows),
    }
}

fn longest(row: &CharacterSpellings) -> usize {
    let ways = row.iter();
    ways.map(|ways| ways.iter().map(Vec::len).max().unwrap_or(0))
        .sum()
}

/// The bytes of each character of a text, and the other spellings from `others`.
fn row(
    text: &str,
    case: CaseMatching,
    encoding: &'static Encoding,
    others: fn(&Encoding, char) -> Vec<Vec<u8>>,
) -> Result<CharacterSpellings, PatternError> {
    let characters = text.char_indices().map(|(at, c)| {
        let mut ways = Vec::new();
        for c in cases(c, case) {
            let mut bytes = Vec::new();
            if encoding
                .encode(&mut CodecState::default(), c, &mut bytes)
                .is_ok()
            {
                ways.push(bytes);
            }
            for other in others(encoding, c) {
                if !ways.contains(&other) {
                    ways.push(other);
                }
            }
        }
        if ways.is_empty() {
            let name = encoding.name;
            let said = format!(
                "{name} has no bytes for U+{:04X}; -e names another encoding, --all-encodings \
                 searches all",
                u32::from(c)
            );
            return Err(PatternError::new(at, said));
        }
        Ok(ways)
    });
    characters.collect()
}

/// The bytes of a whole text in an encoding with shifts, because each character of a row would
/// shift by itself. A longer text lacks its first shift, which may be anywhere before it.
fn shifted(text: &str, row: CharacterSpellings, encoding: &'static Encoding) -> CharacterSpellings {
    let (mut state, mut bytes) = (CodecState::default(), Vec::new());
    let mut first = 0;
    for c in text.chars() {
        if encoding.encode(&mut state, c, &mut bytes).is_err() {
            return row;
        }
        if first == 0 && bytes.first() == Some(&0x1B) {
            first = 3;
        }
    }
    let from = if bytes.len() > first + 3 { first } else { 0 };
    vec![vec![bytes.split_off(from)]]
}

/// A character and its equals in this case.
fn cases(c: char, case: CaseMatching) -> Vec<char> {
    let mut class = ClassUnicode::new([ClassUnicodeRange::new(c, c)]);
    // Without the tables of case folding a letter would stay unchanged.
    if case == CaseMatching::Folded && class.try_case_fold_simple().is_err() {
        return vec![c];
    }
    let ranges = class.ranges().iter();
    ranges
        .flat_map(|range| range.start()..=range.end())
        .collect()
}

fn hir(row: &CharacterSpellings) -> Hir {
    let ways = |ways: &Vec<Vec<u8>>| {
        let bytes = ways.iter().map(|bytes| Hir::literal(bytes.as_slice()));
        Hir::alternation(bytes.collect())
    };
    Hir::concat(row.iter().map(ways).collect())
}

/// The bytes that match a mask.
fn class(mask: Mask) -> Hir {
    let bytes = (0..=255).filter(|&byte| mask.fits(byte));
    let ranges = bytes.map(|byte| ClassBytesRange::new(byte, byte));
    Hir::class(Class::Bytes(ClassBytes::new(ranges)))
}

/// The bytes that may begin a character of a set, if a single byte decides that it begins one.
fn leads(set: &CodePointSet, encoding: &'static Encoding) -> Option<[bool; 256]> {
    if encoding.unit > 1 || !tells_alone(encoding) {
        return None;
    }
    let mut leads = [false; 256];
    if encoding.max_len == 1 {
        for (byte, leads) in (0..=255).zip(&mut leads) {
            let sequence = encoding.decode(&mut CodecState::default(), &[byte]);
            *leads = sequence.meaning.scalar().is_some_and(|c| set.contains(c));
        }
        return Some(leads);
    }
    // Lead bytes grow with the code points.
    let lead = |c: u32| {
        let mut bytes = Vec::new();
        let c = char::from_u32(c).unwrap_or('\u{D7FF}');
        // UTF-8 has bytes for every character.
        let _ = encoding.encode(&mut CodecState::default(), c, &mut bytes);
        bytes.first().copied().unwrap_or(0)
    };
    for &(first, last) in set.ranges() {
        leads[usize::from(lead(first))..=usize::from(lead(last))].fill(true);
    }
    Some(leads)
}

/// The engine for an expression with matches of at most `longest` bytes.
fn expressed(expression: &Hir, longest: u64) -> Result<SearchEngine, PatternError> {
    let least = expression.properties().minimum_len().unwrap_or(0) as u64;
    if least > longest {
        let said = format!(
            "a match has {least} bytes or more, but the limit is {longest}; repeat less often"
        );
        return Err(PatternError::new(0, said));
    }
    let repeated = repeated(expression);
    if repeated <= REPEATED {
        return automaton(slice::from_ref(expression));
    }
    ByteSetRuns::from_expression(expression)
        .map(SearchEngine::Runs)
        .ok_or_else(|| {
            let said = format!(
                "the expression is too large: it repeats {repeated} places, and the limit is \
                 {REPEATED}; sets of bytes in a row, such as a.{{4000}}b, may be repeated more \
                 often"
            );
            PatternError::new(0, said)
        })
}

/// The number of places of an expression that come from repetitions: at each byte of the data a
/// match may be at any of them.
fn repeated(expression: &Hir) -> u64 {
    match expression.kind() {
        HirKind::Repetition(repetition) => {
            let times = u64::from(repetition.max.unwrap_or(repetition.min).max(1));
            times.saturating_mul(places(&repetition.sub))
        }
        HirKind::Capture(capture) => repeated(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().map(repeated).fold(0, u64::saturating_add)
        }
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) | HirKind::Look(_) => 0,
    }
}

/// The number of places of an expression, with repetitions multiplied out.
fn places(expression: &Hir) -> u64 {
    match expression.kind() {
        HirKind::Literal(literal) => literal.0.len() as u64,
        HirKind::Class(_) => 1,
        HirKind::Repetition(_) => repeated(expression),
        HirKind::Capture(capture) => places(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().map(places).fold(0, u64::saturating_add)
        }
        HirKind::Empty | HirKind::Look(_) => 0,
    }
}

fn literal(bytes: &[u8]) -> SearchEngine {
    SearchEngine::Literal(Box::new(memmem::Finder::new(bytes).into_owned()))
}

fn automaton(expressions: &[Hir]) -> Result<SearchEngine, PatternError> {
    let config = meta::Config::new()
        .utf8_empty(false)
        .which_captures(WhichCaptures::Implicit)
        .nfa_size_limit(Some(ROOM))
        .hybrid_cache_capacity(ROOM / 4);
    let built = meta::Builder::new()
        .configure(config)
        .build_many_from_hir(expressions);
    let automaton = built.map_err(|_| {
        PatternError::new(
            0,
            "the expression is too large; make it shorter or repeat less",
        )
    })?;
    Ok(SearchEngine::Automaton(Box::new(automaton)))
}
