//! Measures the quality of a text as language.
//!
//! Many pairs of sets give the same text: those of one language differ in few characters.
//! Invariant: the cost of a text is calculated once, until many others have been weighed.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::super::score;
use super::super::text_cost::{CostCalculator, LanguageBits, TextCost};
use super::super::tuning;
use hexloupe_text::codec::{Encoding, Meaning, Sequence};

/// The most texts with stored costs.
const MOST: usize = 2048;

/// The quality of a text as language.
#[derive(Clone, Copy)]
pub(super) struct TextWeight {
    pub(super) bits: f32,
    pub(super) language: Option<&'static str>,
    chars: usize,
}

impl TextWeight {
    /// Reports whether the whole text takes clearly fewer bits. A text that UTF-8 gives by chance
    /// (ВІКІ in windows-1251 is `²ʲ`) takes as many.
    pub(super) fn is_better_than(self, other: Self) -> bool {
        self.bits <= other.bits * tuning::CHAIN_SHARE
    }

    /// The characters of the text.
    pub(super) fn chars(self) -> usize {
        self.chars
    }

    pub(super) fn per_char(self) -> f32 {
        self.bits.max(0.0) / self.chars.max(1) as f32
    }
}

/// Weighs texts.
pub(super) struct Weigher {
    costs: CostCalculator,
    /// The characters of the last text, kept for their memory alone.
    chars: Vec<Sequence>,
    known: HashMap<String, TextCost, FixedState>,
}

impl Weigher {
    /// One that has seen no text.
    pub(super) fn new() -> Self {
        Self {
            costs: CostCalculator::new(),
            chars: Vec::new(),
            known: HashMap::default(),
        }
    }

    /// The weight of a text that was in an encoding.
    pub(super) fn weigh(&mut self, text: &str, encoding: &Encoding) -> TextWeight {
        let (bits, language) = match self.known.get(text) {
            Some(cost) => score::best_language(cost, encoding, self.costs.preferred),
            None => self.calculate(text, encoding),
        };
        TextWeight {
            bits: bits + odd_joints(text) + lone_wide(text),
            language,
            chars: text.chars().count(),
        }
    }

    /// The weight of a Latin text in one language, by all of its words.
    pub(super) fn in_one_language(&mut self, text: &str) -> LanguageBits {
        self.keep_chars(text);
        self.costs.in_one_language(&self.chars)
    }

    fn keep_chars(&mut self, text: &str) {
        let sequence = |c: char| Sequence {
            len: c.len_utf8() as u8,
            meaning: Meaning::Scalar(c),
        };
        self.chars.clear();
        self.chars.extend(text.chars().map(sequence));
    }

    fn calculate(&mut self, text: &str, encoding: &Encoding) -> (f32, Option<&'static str>) {
        self.keep_chars(text);
        let cost = self.costs.cost(&self.chars);
        let best = score::best_language(&cost, encoding, self.costs.preferred);
        if self.known.len() >= MOST {
            self.known.clear();
        }
        self.known.insert(text.to_owned(), cost);
        best
    }
}

/// The bits that a text costs for the places where no writer joins two characters: pieces of drawn
/// lines beside a sign, or two different ones beside a letter, a root or a negation before a sign, and
/// a letter that is a word of its own before a sign. These begin UTF-8 that was read in a set of DOS
/// (C3 is ├), of old Macs (C3 is √), and of Windows (C2 is Â, В, Β or آ).
pub(in crate::detect) fn odd_joints(text: &str) -> f32 {
    if text.is_ascii() {
        return 0.0;
    }
    let blank = || [' '].into_iter();
    let chars: Vec<char> = { blank().chain(text.chars()).chain(blank()).chain(blank()) }.collect();
    let joints = chars.array_windows().filter(|place| is_odd_joint(place));
    tuning::ODD_JOINT * joints.count() as f32
}

/// The bits that a text costs for ideographs and syllables that stand alone beside small Latin letters:
/// so a Latin letter of two bytes looks that was read in a set of pairs.
fn lone_wide(text: &str) -> f32 {
    let is_wide = |c: char| c >= '\u{2E80}';
    let is_small = |c: char| c < '\u{250}' && c.is_lowercase();
    if !text.contains(is_wide) {
        return 0.0;
    }
    let chars: Vec<char> = [' '].into_iter().chain(text.chars()).chain([' ']).collect();
    let lone = chars.windows(3).filter(|three| {
        let &[before, own, after] = *three else {
            return false;
        };
        let is_beside = is_small(before) || is_small(after);
        is_wide(own) && is_beside && !is_wide(before) && !is_wide(after)
    });
    tuning::LONE_WIDE * lone.count() as f32
}

/// Reports whether mathematics has a sign right after a root or a negation.
fn is_logic(c: char) -> bool {
    matches!(c, '\u{2200}'..='\u{220F}' | '\u{2212}' | '\u{22A2}'..='\u{22AD}' | '\u{27E8}')
}

/// Reports whether it is a piece of a drawn line or a shade.
fn is_drawn(c: char) -> bool {
    matches!(c, '\u{2500}'..='\u{259F}')
}

/// Reports whether the second of four characters is joined oddly.
fn is_odd_joint(place: &[char; 4]) -> bool {
    let &[before, own, after, last] = place;
    let is_sign =
        |c: char| !c.is_ascii() && !c.is_alphanumeric() && !c.is_whitespace() && !is_drawn(c);
    let is_other = |c: char| c != own && is_drawn(c);
    let is_latin_1 = |c: char| matches!(c, 'ª' | 'º' | 'À'..='ÿ');
    match own {
        // A minus may stand below a root, and a quantifier be negated.
        '√' => is_sign(after) && after != '\u{2212}' && after != own || is_latin_1(after),
        '≈' => matches!(after, '°'),
        '¬' => is_sign(after) && !is_logic(after) && after != own,
        _ if is_drawn(own) => {
            is_sign(after)
                || matches!(own, '├' | '┬' | '┼') && is_latin_1(after)
                || matches!(own, '├' | '┬') && is_odd_alone(place)
                // Its arm to the right meets none.
                || matches!(own, '├' | '┬' | '┼')
                    && matches!(after, '│' | '║' | '░'..='▓')
                    && last != after
                || before.is_alphabetic() && is_other(after)
                || is_other(before) && after.is_alphabetic()
        }
        _ if before.is_alphabetic() => false,
        // C2 in a set: the signs of Latin-1 in UTF-8 begin with it.
        'Â' if matches!(after, '\u{A0}' | 'ª' | '\u{AF}' | '²'..='´' | '·'..='º') => true,
        'Â' | 'В' | 'Β' | 'آ' | 'Ā' => is_never_after_letter(after, last),
        // E2, the first byte of most signs, and CE and CF, those of Greek.
        'â' | 'в' | 'β' => matches!(after, '€' | '†' | '‡' | '‰' | 'ˆ' | '‹'),
        'Î' | 'Ï' => {
            matches!(after, '€' | '†' | '‡' | '‰' | '²'..='µ') || is_never_after_letter(after, last)
        }
        'б' => is_piece(after) && !is_drawn(last),
        // C3 97, × in UTF-8.
        'Ã' | 'Ă' | 'Г' | 'Γ' | 'أ' | 'Ć' => matches!(after, '–' | '—') && last == ' ',
        _ => false,
    }
}

/// Reports whether four characters have a corner and a shade, another kind of line or a letter alone
/// between others: no table has these beside each other.
fn is_odd_alone(&[before, _, after, last]: &[char; 4]) -> bool {
    let is_far = matches!(after, '\u{2550}'..='\u{256C}' | '░'..='▓');
    let is_letter = !after.is_ascii() && after.is_alphabetic() && !last.is_alphabetic();
    !is_drawn(before) && !is_drawn(last) && (is_far || is_letter)
}

/// Reports whether it is a corner or a crossing of drawn lines.
fn is_piece(c: char) -> bool {
    matches!(c, '\u{2552}'..='\u{256C}')
}

/// Reports whether a sign does not follow a letter that is a word of its own. Such a letter may be in
/// quotation marks and be squared.
fn is_never_after_letter(sign: char, after: char) -> bool {
    match sign {
        '¡'..='©' | '¬' | '®' | '±' | '¶' | '¼'..='¿' => true,
        '°' => matches!(after, 'C' | 'F'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::table;

    #[test]
    fn letters_stand_apart_from_the_corners_of_lines() {
        for (text, count) in [
            ("m├╝ssen", 2.0),
            ("┼╛uti", 1.0),
            ("caf√©", 1.0),
            ("√•r", 1.0),
            ("├¿", 1.0),
            ("√−1", 0.0),
            ("¬∃x ¬∀y ¬¬p ⊢ q", 0.0),
            ("┬½Siamo", 0.0),
            ("│Name│Größe│", 0.0),
            ("├── src", 0.0),
            ("└──src", 0.0),
            ("√2 · ¬p ∨ q", 0.0),
            ("x", 0.0),
            ("├", 0.0),
            // As Python reads ©, §, ±, ½, ×, ° and º of UTF-8 in cp1252, cp1251, cp1253, cp850 and koi8-r.
            ("Â©", 1.0),
            ("Â§", 1.0),
            ("В±", 1.0),
            ("Β½", 1.0),
            ("Г—", 1.0),
            ("20 В°C", 1.0),
            ("┬▒", 1.0),
            ("┬╜", 1.0),
            ("┬º", 1.0),
            ("┬й 2024", 1.0),
            ("├а", 1.0),
            ("б╘", 1.0),
            ("Â\u{A0}", 1.0),
            ("Âª", 1.0),
            ("â†’", 1.0),
            ("â€”", 1.0),
            ("в†’", 1.0),
            ("Ï€", 1.0),
            ("Î¼", 1.0),
            ("pâ†t", 0.0),
            ("“Î”", 0.0),
            ("«В»", 0.0),
            ("В\u{A0}Москве", 0.0),
            ("В²", 0.0),
            ("Β° Λυκείου", 0.0),
            ("А—Г", 0.0),
            ("Г —", 0.0),
            ("└╜", 0.0),
            ("├файл", 0.0),
            ("│а│", 0.0),
            ("├▒▒▒┤", 0.0),
            ("│б║", 0.0),
            ("É.", 0.0),
            ("ç±", 0.0),
            ("2.5 Å±0.1", 0.0),
            ("Δ±0.5", 0.0),
        ] {
            let joints = odd_joints(text) / tuning::ODD_JOINT;
            assert!((joints - count).abs() < 0.1, "{text}: {joints}");
        }
    }

    #[test]
    fn a_known_text_has_the_same_weight() {
        let texts = ["Привет, мир", "РџСЂРёРІРµС‚", "déjà vu", "dÃ©jÃ  vu", ""];
        let mut weigher = Weigher::new();
        let told = |weight: TextWeight| (weight.bits, weight.language, weight.chars);
        // Also after so many others that it was forgotten.
        for turn in 0..2 {
            for text in texts {
                for encoding in table::all().step_by(9) {
                    let alone = Weigher::new().weigh(text, encoding);
                    let among = weigher.weigh(text, encoding);
                    assert_eq!(told(among), told(alone), "{turn} {text} {}", encoding.id);
                }
            }
            for number in 0..=MOST {
                weigher.weigh(&number.to_string(), table::UTF_8);
            }
            assert!(weigher.known.len() <= MOST);
        }
    }
}
