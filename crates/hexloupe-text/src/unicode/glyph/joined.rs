//! A whole grapheme cluster, drawn as the terminal would join it.
//!
//! This is for the inspector, which has room and one cluster to show. Joining needs characters that
//! the sanitiser holds back elsewhere, so this is the one place where U+200D, U+FE0E and U+FE0F may
//! leave it.
//! Invariant: U+200D comes only between two visible characters, a selector only after one, and
//! neither twice in a row.

use unicode_width::UnicodeWidthStr;

use super::{Charset, Glyph, GlyphKind};
use crate::unicode::class::{self, DisplayClass};

/// Code points drawn of one cluster; the rest is counted.
const MAX_CODE_POINTS: usize = 8;

const ZWJ: char = '\u{200D}';

/// The glyph of the cluster `chars` in `columns` columns (0 counts as 1).
///
/// It is joined if it has a visible base and every other member may follow it: combining marks,
/// conjoining jamo, emoji modifiers, U+FE0E and U+FE0F, U+200D before another visible character,
/// the second of two regional indicators. After 8 code points a `+N` counts the rest. A cluster
/// that is not safe, does not fit, or must be ASCII is drawn as its first code point by
/// [`for_char`](super::for_char), with `+N` for the rest where there is room. The kind is
/// [`GlyphKind::Itself`] only if nothing is left out. No code points give an empty glyph.
pub fn cluster(chars: &[char], columns: u8, charset: Charset) -> Glyph {
    let columns = columns.max(1);
    let Some((first, rest)) = chars.split_first() else {
        return glyph(String::new(), GlyphKind::Itself);
    };
    if rest.is_empty() {
        return super::for_char(*first, columns, charset);
    }
    if charset == Charset::Unicode
        && joins(chars)
        && let Some(glyph) = joined(chars, columns)
    {
        return glyph;
    }
    let mut text = super::for_char(*first, columns, charset).text;
    let counted = format!("{text}+{}", rest.len());
    if counted.width() <= usize::from(columns) {
        text = counted;
    }
    glyph(text, GlyphKind::StandIn)
}

fn glyph(text: String, kind: GlyphKind) -> Glyph {
    let columns = u8::try_from(text.width()).unwrap_or(u8::MAX);
    Glyph {
        text,
        columns,
        kind,
    }
}

/// The members joined, if they fit; they are known to be safe.
fn joined(chars: &[char], columns: u8) -> Option<Glyph> {
    let mut shown = chars.len().min(MAX_CODE_POINTS);
    // A joiner at the cut would join whatever is drawn next.
    while shown < chars.len() && chars.get(shown - 1) == Some(&ZWJ) {
        shown -= 1;
    }
    let mut text: String = chars.iter().take(shown).collect();
    let left = chars.len() - shown;
    if left > 0 {
        text.push('+');
        text.push_str(&left.to_string());
    }
    let kind = if left == 0 {
        GlyphKind::Itself
    } else {
        GlyphKind::StandIn
    };
    let glyph = glyph(text, kind);
    (1..=columns).contains(&glyph.columns).then_some(glyph)
}

/// The role of a member in joining.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JoiningRole {
    Visible,
    /// U+0020: marks may sit on it, but there is nothing to select or join.
    Space,
    Mark,
    Indicator,
    Joiner,
    Selector,
    Unsafe,
}

fn role(c: char) -> JoiningRole {
    match class::display_class(c) {
        DisplayClass::Visible if c == ' ' => JoiningRole::Space,
        DisplayClass::Visible => JoiningRole::Visible,
        DisplayClass::Mark => JoiningRole::Mark,
        DisplayClass::RegionalIndicator => JoiningRole::Indicator,
        DisplayClass::Invisible if c == ZWJ => JoiningRole::Joiner,
        DisplayClass::Selector if matches!(c, '\u{FE0E}' | '\u{FE0F}') => JoiningRole::Selector,
        _ => JoiningRole::Unsafe,
    }
}

/// Reports whether all members may be drawn joined.
fn joins(chars: &[char]) -> bool {
    let mut roles = chars.iter().map(|c| role(*c));
    let Some(first) = roles.next() else {
        return false;
    };
    // A pair of regional indicators is a flag; marks may follow it, a third
    // indicator would be another flag's.
    let mut indicators = usize::from(first == JoiningRole::Indicator);
    let mut before = first;
    for now in roles {
        indicators += usize::from(now == JoiningRole::Indicator);
        if !may_follow(before, now) {
            return false;
        }
        before = now;
    }
    let base = matches!(
        first,
        JoiningRole::Visible | JoiningRole::Space | JoiningRole::Indicator
    );
    base && before != JoiningRole::Joiner && matches!(indicators, 0 | 2)
}

/// Reports whether a member may come right after another.
fn may_follow(before: JoiningRole, now: JoiningRole) -> bool {
    match now {
        JoiningRole::Visible | JoiningRole::Mark => true,
        JoiningRole::Indicator => before == JoiningRole::Indicator,
        JoiningRole::Joiner => matches!(
            before,
            JoiningRole::Visible | JoiningRole::Mark | JoiningRole::Selector
        ),
        JoiningRole::Selector => before == JoiningRole::Visible,
        JoiningRole::Space | JoiningRole::Unsafe => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::is_forbidden;
    use super::*;

    #[track_caller]
    fn check(text: &str, columns: u8, expected: &str, kind: GlyphKind) {
        let chars: Vec<char> = text.chars().collect();
        let found = cluster(&chars, columns, Charset::Unicode);
        assert_eq!(found.text, expected, "{text:?}");
        assert_eq!(found.kind, kind, "{text:?}");
        assert_eq!(usize::from(found.columns), expected.width(), "{text:?}");
    }

    #[test]
    fn safe_clusters_are_joined() {
        for text in [
            "A",
            "e\u{301}",
            " \u{301}",
            "❤\u{FE0F}",
            "☎\u{FE0E}",
            "1\u{FE0F}\u{20E3}",
            "👍\u{1F3FD}",
            "👩\u{200D}👩\u{200D}👧",
            "❤\u{FE0F}\u{200D}🔥",
            "👩\u{1F3FD}\u{200D}🚀",
            "🇫🇷",
            "\u{1112}\u{1161}\u{11AB}",
            "क\u{94D}\u{200D}ष",
        ] {
            check(text, 12, text, GlyphKind::Itself);
        }
    }

    #[test]
    fn an_unsafe_cluster_shows_its_first_and_counts_the_rest() {
        check("\r\n", 12, "␍+1", GlyphKind::StandIn);
        check("a\u{200D}", 12, "a+1", GlyphKind::StandIn);
        check("a\u{200C}", 12, "a+1", GlyphKind::StandIn);
        check("a\u{FE00}", 12, "a+1", GlyphKind::StandIn);
        check("葛\u{E0100}", 12, "葛+1", GlyphKind::StandIn);
        check(" \u{FE0F}", 12, " +1", GlyphKind::StandIn);
        check("a\u{FE0F}\u{FE0F}", 12, "a+2", GlyphKind::StandIn);
        check("🏴\u{E0067}\u{E007F}", 12, "🏴+2", GlyphKind::StandIn);
        check("a\u{034F}\u{301}", 12, "a+2", GlyphKind::StandIn);
        check("\u{301}\u{302}", 12, "◌\u{301}+1", GlyphKind::StandIn);
        check("\u{1F1EB}\u{301}", 2, "F", GlyphKind::StandIn);
        check("\u{202E}a", 12, "RLO+1", GlyphKind::StandIn);
    }

    #[test]
    fn a_long_cluster_is_cut_and_counted() {
        let text = format!("a{}", "\u{301}".repeat(20));
        let expected = format!("a{}+13", "\u{301}".repeat(7));
        check(&text, 12, &expected, GlyphKind::StandIn);
        let woman = "👩\u{200D}";
        let expected = format!("{}👩+2", woman.repeat(3));
        check(
            &format!("{}👩", woman.repeat(4)),
            12,
            &expected,
            GlyphKind::StandIn,
        );
    }

    #[test]
    fn a_cluster_fits_its_columns() {
        check("👍\u{1F3FD}", 2, "👍\u{1F3FD}", GlyphKind::Itself);
        check("👍\u{1F3FD}", 1, "⋯", GlyphKind::StandIn);
        check("\r\n", 1, "␍", GlyphKind::StandIn);
    }

    #[test]
    fn in_ascii_the_rest_is_counted() {
        let found = cluster(&['e', '\u{301}'], 12, Charset::Ascii);
        assert_eq!((found.text.as_str(), found.columns), ("e+1", 3));
        assert_eq!(found.kind, GlyphKind::StandIn);
    }

    #[test]
    fn no_code_points_give_an_empty_glyph() {
        check("", 3, "", GlyphKind::Itself);
    }

    /// Code points that occur in clusters, drawn more often than by chance.
    fn member() -> impl Strategy<Value = char> {
        let telling = "a é中👩❤🇫\u{301}\u{903}\u{1161}\u{200D}\u{FE0E}\u{FE0F}\u{200C}\u{1F3FD}\u{E0067}\u{1B}\u{34F}";
        prop_oneof![
            3 => prop::sample::select(telling.chars().collect::<Vec<_>>()),
            1 => any::<char>(),
        ]
    }

    proptest! {
        #[test]
        fn joiners_and_selectors_leave_only_after_something_visible(
            chars in prop::collection::vec(member(), 1..14),
            columns in 0_u8..20,
        ) {
            let found = cluster(&chars, columns, Charset::Unicode);
            prop_assert!(found.text.width() <= usize::from(columns.max(1)));
            prop_assert!(found.columns >= 1);
            let drawn: Vec<char> = found.text.chars().collect();
            for (at, c) in drawn.iter().enumerate() {
                let before = at.checked_sub(1).map(|at| drawn[at]);
                match *c {
                    ZWJ => {
                        prop_assert!(before.is_some_and(|b| b != ZWJ));
                        prop_assert!(drawn.get(at + 1).is_some_and(|next| !is_forbidden(*next)));
                    }
                    '\u{FE0E}' | '\u{FE0F}' => {
                        prop_assert!(before.is_some_and(|b| !is_forbidden(b) && b != ' '));
                    }
                    _ => prop_assert!(!is_forbidden(*c), "{found:?}"),
                }
            }
            let ascii = cluster(&chars, columns, Charset::Ascii);
            prop_assert!(ascii.text.bytes().all(|b| matches!(b, b' '..=b'~')));
            prop_assert!(ascii.text.width() <= usize::from(columns.max(1)));
        }
    }
}
