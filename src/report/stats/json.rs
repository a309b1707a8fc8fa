//! `--format json`: an object a file.
//!
//! Fields and their order are a contract that scripts rely on. Three fields stand only
//! where they are needed: `path_bytes`, where the path is no UTF-8, and at the end
//! `unreadable` or `changed`, where the file could not be seen as it is. Invariant:
//! the object is one line, and nothing in it drives a terminal.

use std::path::Path;

use crate::codec::bom;
use crate::job::stats::Outcome;
use crate::report::check::{faults, why};
use crate::report::records::{Object, code_point};
use crate::scan::facts::Share;
use crate::unicode::glyph::Charset;
use crate::unicode::name;

/// Lengths of characters that are listed also where there are none.
const USUAL: usize = 4;
/// Lengths of characters, in bytes.
const LENGTHS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// The object of a file.
pub(super) fn print(path: &Path, outcome: &Outcome, charset: Charset) -> Vec<u8> {
    let found = &outcome.stats;
    let encoding = outcome.verdict.encoding;
    let mut line = String::new();
    let mut object = Object::open(&mut line);
    object.path(path.as_os_str(), charset);
    object.word("encoding", encoding.id);
    object.word("why", &why(outcome.verdict.evidence));
    object.number("bytes", outcome.bytes);
    object.number("code_units", found.code_units);
    object.number("characters", found.characters);
    object.number("clusters", found.clusters);
    object.number("lines", found.lines);
    object.truth("well_formed", outcome.is_well_formed());
    match bom::of(encoding).filter(|_| found.has_bom) {
        Some(mark) => object.hex("bom", mark),
        None => object.null("bom"),
    }
    let ends = found.endings.each();
    object.counts("line_ends", ends.iter().map(|(_, id, count)| (*id, *count)));
    let lengths = LENGTHS.into_iter().zip(found.lengths).enumerate();
    let lengths = lengths.filter(|(index, (_, count))| *index < USUAL || *count > 0);
    object.counts("lengths", lengths.map(|(_, row)| row));
    object.counts("faults", faults(&found.faults));
    let notices = found.notices.iter();
    object.counts("notices", notices.map(|(kind, count)| (kind.id(), *count)));
    let categories = found.categories.iter();
    object.counts(
        "categories",
        categories.map(|share| (share.short, share.count)),
    );
    object.counts("scripts", named(&found.scripts.listed));
    object.counts("blocks", named(&found.blocks.listed));
    object.objects("code_points", &found.points.listed, |object, (c, count)| {
        object.word("code_point", &code_point(u32::from(*c)));
        object.text("text", c.encode_utf8(&mut [0; 4]), charset);
        object.text_or_null("name", name::name(*c));
        if let Some(alias) = name::alias(*c) {
            object.word("alias", alias.name);
        }
        object.number("count", *count);
    });
    let distinct = [
        ("scripts", found.scripts.distinct),
        ("blocks", found.blocks.distinct),
        ("code_points", found.points.distinct),
    ];
    object.counts("distinct", distinct.into_iter());
    if found.unreadable > 0 {
        object.number("unreadable", found.unreadable);
    }
    if outcome.changed {
        object.truth("changed", true);
    }
    object.close();
    line.into_bytes()
}

fn named(shares: &[Share]) -> impl Iterator<Item = (&str, u64)> {
    shares.iter().map(|share| (&*share.name, share.count))
}

#[cfg(test)]
mod tests {
    use crate::scan::facts::Endings;
    use crate::unicode::property;

    #[test]
    fn names_need_no_escape() {
        let plain = |text: &str| {
            text.bytes()
                .all(|b| matches!(b, b' '..=b'~') && !b"\"\\".contains(&b))
        };
        for c in ('\0'..=char::MAX).step_by(16) {
            let found = property::of(c);
            assert!(plain(&found.script.long) && plain(found.category.short));
            assert!(found.block.is_none_or(|block| plain(&block)), "{c:?}");
        }
        assert!(Endings::default().each().iter().all(|(_, id, _)| plain(id)));
    }
}
