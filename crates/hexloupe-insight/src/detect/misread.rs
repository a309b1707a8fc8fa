//! Readings of misread text: the encodings of [`hexloupe_text::codec::misread`], by their score.
//!
//! They are scored like encodings in the guess, in two passes: the first distinctive bytes in all
//! of them, then more of the bytes in the best. A misreading has its price, so that a few bits are
//! not enough to report one. Invariant: a ranked encoding gives another text than UTF-8.

use super::excerpt::Excerpt;
use super::judgement::judge;
use super::preferred::Preferred;
use super::score;
use super::text_cost::CostCalculator;
use super::tuning;
use super::verdict::Ranked;
use hexloupe_text::codec::{Encoding, Meaning, Sequence, misread, table};

/// Some bytes as misread text: the encodings that give another text than UTF-8.
pub struct MisreadText {
    /// All of them by the quality of the reading, the best first.
    pub ranked: Vec<Ranked>,
    /// The number of the first ones that read clearly better than UTF-8.
    pub better: usize,
}

impl MisreadText {
    /// Ranks the encodings by some bytes.
    pub fn rank(bytes: &[u8]) -> Self {
        let mut scorer = Scorer {
            costs: CostCalculator::new(),
            known: Vec::new(),
        };
        let telling = telling(bytes);
        let first = Excerpt::whole(&telling[..telling.len().min(tuning::FIRST_PASS_BYTES)]);
        let plain = scorer.bits(&first.read(table::UTF_8));
        let judged = judged(bytes);
        let others = judged.filter(|row| misread::all().all(|usual| usual != *row));
        let mut ranked = scorer.all(&first, misread::all().chain(others));
        let mut better = { ranked.iter() }
            .take_while(|one| is_better(one, plain))
            .count();
        if telling.len() > tuning::FIRST_PASS_BYTES {
            let near = better.clamp(tuning::MISREAD_NEAR, tuning::MISREAD_NEAR * 4);
            let near = near.min(ranked.len());
            let whole = Excerpt::whole(telling);
            let plain = scorer.bits(&whole.read(table::UTF_8));
            let again = ranked[..near].iter().map(|one| one.encoding);
            let again = scorer.all(&whole, again);
            better = again.iter().take_while(|one| is_better(one, plain)).count();
            // The others read fewer bytes and stay in order after these.
            let rest = ranked.split_off(near);
            ranked = again;
            ranked.extend(rest);
        }
        // What the bytes are is judged in one place: their reading is the first.
        let found = judged.and_then(|row| ranked.iter().position(|one| one.encoding == row));
        match found {
            Some(found) => {
                ranked[..=found].rotate_right(1);
                better = (better + usize::from(found >= better)).max(1);
            }
            None => better = 0,
        }
        Self { ranked, better }
    }

    /// The best of those that read clearly better than UTF-8: a few of them, for a list to choose
    /// from.
    pub fn best(&self) -> impl Iterator<Item = &'static Encoding> {
        let better = self.ranked[..self.better].iter();
        let better = better.take(tuning::MISREAD_SHOWN);
        better.map(|one| one.encoding)
    }
}

/// The encoding that reads the text as it was before it was misread, if it was.
fn judged(bytes: &[u8]) -> Option<&'static Encoding> {
    judge(&bytes.to_vec(), Preferred::NONE)
        .guess
        .mojibake?
        .encoding()
}

/// Reports whether misread text reads clearly better repaired than unchanged, at `plain` bits.
fn is_better(misread: &Ranked, plain: f32) -> bool {
    misread.bits <= plain * tuning::CHAIN_SHARE
}

/// The bytes from the word with the first byte beyond ASCII on.
fn telling(bytes: &[u8]) -> &[u8] {
    let first = bytes.iter().position(|byte| !byte.is_ascii());
    let before = &bytes[..first.unwrap_or(bytes.len())];
    let word = before.iter().rposition(u8::is_ascii_whitespace);
    &bytes[word.map_or(0, |blank| blank + 1)..]
}

/// The cost of a text in bits, and the language to name.
type Cost = (f32, Option<&'static str>);

/// Scores texts, each once.
struct Scorer {
    costs: CostCalculator,
    known: Vec<(Vec<Sequence>, Cost)>,
}

impl Scorer {
    fn bits(&mut self, text: &[Sequence]) -> f32 {
        self.weigh(text).0
    }

    fn weigh(&mut self, text: &[Sequence]) -> Cost {
        if let Some((_, cost)) = self.known.iter().find(|(known, _)| known == text) {
            return *cost;
        }
        let cost = score::weigh(&mut self.costs, text, table::UTF_8);
        self.known.push((text.to_vec(), cost));
        cost
    }

    /// The encodings that give another text than UTF-8, the best first.
    fn all(
        &mut self,
        excerpt: &Excerpt,
        encodings: impl Iterator<Item = &'static Encoding>,
    ) -> Vec<Ranked> {
        let plain = excerpt.read(table::UTF_8);
        let mut ranked = Vec::new();
        for encoding in encodings {
            let text = excerpt.read(encoding);
            if text == plain {
                continue;
            }
            let (bits, language) = self.weigh(&text);
            let faults = { text.iter() }
                .filter(|sequence| matches!(sequence.meaning, Meaning::IllFormed(_)))
                .count();
            ranked.push(Ranked {
                encoding,
                bits: bits + price(encoding),
                language,
                faults: faults as u64,
            });
        }
        ranked.sort_by(|one, other| one.bits.total_cmp(&other.bits));
        ranked
    }
}

/// The price of a misreading in bits: the rarer, the higher.
fn price(encoding: &Encoding) -> f32 {
    let Some(misread) = encoding.misread() else {
        return 0.0;
    };
    let step = |(written, _): (&Encoding, &Encoding)| {
        if written.is_utf8() {
            tuning::CHAIN_UTF_8
        } else {
            tuning::CHAIN_STEP
        }
    };
    misread.chain().map(step).sum::<f32>() + f32::from(encoding.rarity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn best(mojibake: &str, id: &str) {
        let found = MisreadText::rank(mojibake.as_bytes());
        let best = found.best().next().map(|encoding| encoding.id);
        assert_eq!(best, Some(id), "{mojibake}");
    }

    #[test]
    fn known_mojibake_reads_best_as_the_original() {
        best("РџСЂРёРІРµС‚", "utf-8,windows-1251");
        best("п÷я─п╦п╡п╣я┌", "utf-8,koi8-r");
        best("╨Я╤А╨╕╨▓╨╡╤В", "utf-8,ibm866");
        best("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "utf-8,windows-1252");
        best("–Я—А–Є–≤–µ—В", "utf-8,x-mac-cyrillic");
        best("Ïðèâåò, êàê äåëà", "windows-1251,windows-1252");
        best("оПХБЕР, йЮЙ ДЕКЮ", "windows-1251,koi8-r");
        best("2026-11-23 ERROR cafÃ© fermÃ©", "utf-8,windows-1252");
        best(
            "ÃƒÂ©tÃƒÂ©, dÃƒÂ©jÃƒÂ ",
            "utf-8,windows-1252,utf-8,windows-1252",
        );
        let long = format!(
            "{} {}",
            "plain ASCII ".repeat(60),
            "СЃС‚СЂРѕРєР° ".repeat(60)
        );
        best(&long, "utf-8,windows-1251");
    }

    #[test]
    fn text_misread_in_several_sets_reads_best_as_the_original() {
        let id = "koi8-r,windows-1251,utf-8,windows-1252";
        let row = misread::by_id(id).unwrap();
        let mut bytes = Vec::new();
        for c in "Привет, как дела? Всё хорошо.".chars() {
            row.encode(
                &mut hexloupe_text::codec::CodecState::default(),
                c,
                &mut bytes,
            )
            .unwrap();
        }
        let found = MisreadText::rank(&bytes);
        assert_eq!(found.best().next(), Some(row));
    }

    #[track_caller]
    fn sound(text: &str) {
        let found = MisreadText::rank(text.as_bytes());
        let ids: Vec<_> = found.best().map(|encoding| encoding.id).collect();
        assert!(ids.is_empty(), "{text}: {ids:?}");
    }

    #[test]
    fn sound_text_reads_best_as_it_is() {
        for text in [
            "",
            "Hello",
            "Привет",
            "ВІКІ",
            "РОССИЯ",
            "СССР и РСФСР",
            "SENSЕ - Oleg",
            "IL Y MARQUÉ…",
            "да",
            "😀",
            "SÃO PAULO",
            "Ñandú",
            "соединение потеряно, повторная попытка — запрос выполнен успешно",
        ] {
            sound(text);
        }
    }
}
