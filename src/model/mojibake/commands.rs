//! Remedies for mojibake in other programs: a Python expression, an iconv command.
//!
//! Invariant: no command is given that would change the text in another way.

use crate::codec::labels::{self, python_name};
use crate::detect::verdict::{Evidence, Misreading, Mojibake, Verdict};

/// The Python expression that undoes it in `text`.
pub fn python(found: &Mojibake) -> String {
    let mut undone = "text".to_owned();
    for step in found.chain.iter().rev() {
        let (read, written) = (python_name(step.read), python_name(step.written));
        undone = if step.has_controls {
            let set = format!("\"latin-1\" if \"\\x80\" <= c <= \"\\x9f\" else \"{read}\"");
            format!("b\"\".join(c.encode({set}) for c in {undone})")
        } else {
            format!("{undone}.encode(\"{read}\")")
        };
        if let Some(space) = step.no_break_space {
            let lead = "rb\"([\\xc2-\\xf4]) \"";
            undone = format!("re.sub({lead}, rb\"\\1\\x{space:02x}\", {undone})");
        }
        undone = format!("{undone}.decode(\"{written}\")");
    }
    undone
}

/// The commands of iconv that undo it in a file, which was last `saved` so; none if iconv has
/// other characters in one of the sets, if bytes passed that it refuses, or if other text is sound.
pub fn iconv(found: &Mojibake, saved: Verdict) -> Option<String> {
    // A set has no byte for a byte order mark.
    if saved.evidence == Evidence::Bom || found.islands > 0 {
        return None;
    }
    let is_plain = |step: &Misreading| step.no_break_space.is_none() && !step.has_controls;
    if !found.chain.iter().all(is_plain) {
        return None;
    }
    let mut all = Vec::new();
    let mut from = saved.encoding;
    for step in found.chain.iter().rev() {
        all.push((labels::iconv_name(from)?, labels::iconv_name(step.read)?));
        from = step.written;
    }
    // Text written in UTF-8 is UTF-8 then; other bytes are converted once more.
    let last = labels::iconv_name(from)?;
    if !from.is_utf8() {
        all.push((last, "utf-8"));
    }
    let mut file = " FILE";
    let commands = all.iter().map(|(from, to)| {
        let command = format!("iconv -f {from} -t {to}{file}");
        file = "";
        command
    });
    Some(commands.collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests {
    use super::super::sample::{found, step};
    use super::*;
    use crate::codec::table;

    #[test]
    fn python_undoes_the_last_step_first() {
        let chain = vec![step("koi8-r", "x-mac-cyrillic"), step("utf-8", "cp437")];
        assert_eq!(
            python(&found(chain)),
            "text.encode(\"cp437\").decode(\"utf-8\").encode(\"mac-cyrillic\").decode(\"koi8-r\")"
        );
        let special = Misreading {
            no_break_space: Some(0xA0),
            has_controls: true,
            ..step("utf-8", "windows-1251")
        };
        assert_eq!(
            python(&found(vec![special])),
            "re.sub(rb\"([\\xc2-\\xf4]) \", rb\"\\1\\xa0\", b\"\".join(c.encode(\"latin-1\" if \
             \"\\x80\" <= c <= \"\\x9f\" else \"windows-1251\") for c in text)).decode(\"utf-8\")"
        );
    }

    #[test]
    fn iconv_undoes_the_last_step_first() {
        let said = |chain: Vec<Misreading>, evidence| {
            let saved = Verdict {
                encoding: table::UTF_8,
                evidence,
            };
            iconv(&found(chain), saved)
        };
        let plain = |chain| said(chain, Evidence::WellFormed(9));
        for (chain, expected) in [
            (
                vec![step("utf-8", "windows-1252")],
                "iconv -f utf-8 -t windows-1252 FILE",
            ),
            (
                vec![step("windows-1251", "windows-1252")],
                "iconv -f utf-8 -t windows-1252 FILE | iconv -f windows-1251 -t utf-8",
            ),
            (
                vec![step("koi8-r", "ibm866"), step("utf-8", "cp437")],
                "iconv -f utf-8 -t cp437 FILE | iconv -f utf-8 -t ibm866 | iconv -f koi8-r -t utf-8",
            ),
            (
                vec![step("utf-16le", "utf-16be")],
                "iconv -f utf-8 -t utf-16be FILE | iconv -f utf-16le -t utf-8",
            ),
        ] {
            assert_eq!(plain(chain).as_deref(), Some(expected));
        }
        // A set that differs in iconv, bytes that iconv refuses, a mark that no set has.
        assert_eq!(plain(vec![step("utf-8", "x-mac-cyrillic")]), None);
        assert_eq!(plain(vec![step("utf-8", "gbk")]), None);
        let with_controls = Misreading {
            has_controls: true,
            ..step("utf-8", "windows-1251")
        };
        assert_eq!(plain(vec![with_controls]), None);
        let with_spaces = Misreading {
            no_break_space: Some(0xA0),
            ..step("utf-8", "windows-1251")
        };
        assert_eq!(plain(vec![with_spaces]), None);
        assert_eq!(
            said(vec![step("utf-8", "windows-1251")], Evidence::Bom),
            None
        );
    }
}
