//! The cost of a text in bits, in each language.
//!
//! Capital letters cost as much as small ones, plus a price for the capitalization of the word.
//! ASCII words are the same in nearly all encodings: they hint at the language a little, and never
//! outweigh the other words. Invariant: the cost of a text does not depend on the encoding of its
//! bytes.

use super::char_cost::{CharFacts, CharKind, LetterCase};
use super::language::{ModelledLanguage, WordScript, of_script};
use super::preferred::Preferred;
use super::quotation_marks::QuotationMarks;
use super::tuning;
use super::word_cost::{Costs, WordCosts};
use hexloupe_text::codec::{Fault, Meaning, Sequence};

/// The bits of a word without capital letters, for that.
pub(super) const SMALL_WORD: f32 = 0.5;

/// The capital letters of a word. Words in a row often have the same pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Capitalization {
    Small,
    Title,
    Capitals,
    /// All but the first letter are capitals, as where two sets have them exchanged.
    Inverted,
    Mixed(usize),
}

impl Capitalization {
    /// That of a word, by the cases of its letters.
    fn of(word: &[Option<LetterCase>]) -> Self {
        let mut changes = 0;
        let (mut small, mut capital) = (0, 0);
        let mut before = None;
        for case in word.iter().flatten() {
            small += usize::from(*case == LetterCase::Small);
            capital += usize::from(*case == LetterCase::Capital);
            let is_change = before == Some(LetterCase::Small) && *case == LetterCase::Capital;
            changes += usize::from(is_change);
            before = Some(*case);
        }
        let first = word.first() == Some(&Some(LetterCase::Capital));
        match (capital, small) {
            (0, _) => Self::Small,
            (1, _) if first => Self::Title,
            (_, 0) => Self::Capitals,
            (3.., 1) if !first => Self::Inverted,
            _ => Self::Mixed(changes.max(1)),
        }
    }

    /// Its cost in bits after a word with another capitalization.
    fn bits(self, before: Self) -> f32 {
        match (self, before) {
            (Self::Capitals | Self::Title, Self::Capitals) => 1.0,
            (Self::Small, _) => SMALL_WORD,
            (Self::Title, _) => 2.5,
            (Self::Capitals, _) => 5.0,
            (Self::Inverted, _) => 15.0,
            (Self::Mixed(changes), _) => 10.0 + 3.0 * changes as f32,
        }
    }
}

/// Characters per block.
const BLOCK: usize = 128;
type CharBlock = [Option<CharFacts>; BLOCK];
/// The number of blocks that are cached: those up to U+FFFF.
const BLOCKS: usize = 0x1_0000 / BLOCK;

/// Calculates the costs of texts, and caches words and characters for the next text.
pub(super) struct CostCalculator {
    /// The languages that win a tie.
    pub(super) preferred: Preferred,
    words: WordCosts,
    /// The facts of characters by block; none until one of its characters occurs.
    chars: Vec<Option<Box<CharBlock>>>,
    /// The facts of the last text, and its last word: kept for their memory alone.
    facts: Vec<Option<CharFacts>>,
    word: Word,
    /// The sums over the last text: a word has too few letters to make new ones for it.
    totals: CostTotals,
}

/// A word of one script.
#[derive(Default)]
struct Word {
    /// Its letters in lower case.
    small: Vec<char>,
    cases: Vec<Option<LetterCase>>,
    is_ascii: bool,
}

impl Word {
    fn clear(&mut self) {
        self.small.clear();
        self.cases.clear();
        self.is_ascii = true;
    }

    fn push(&mut self, c: char, facts: CharFacts) {
        self.small.push(facts.small);
        self.cases.push(facts.case);
        self.is_ascii &= c.is_ascii();
    }

    /// Appends the letters of a ligature of type, as PDFs have them.
    fn push_ligature(&mut self, c: char) {
        let letters = match c {
            'ﬀ' => "ff",
            'ﬁ' => "fi",
            'ﬂ' => "fl",
            'ﬃ' => "ffi",
            'ﬄ' => "ffl",
            _ => "st",
        };
        letters
            .chars()
            .for_each(|letter| self.push(letter, CharFacts::of(letter)));
        self.is_ascii = false;
    }
}

/// The cost of a text.
pub(super) struct TextCost {
    /// Bits in no language in particular.
    pub(super) bits: f32,
    /// Bits in each language that the text may be in.
    pub(super) languages: Vec<(&'static ModelledLanguage, f32)>,
    /// Ill-formed sequences.
    pub(super) faults: u64,
    /// Letters.
    pub(super) letters: usize,
    /// The bits to add if it is a whole text: if all letters beyond Latin stand alone, and less than none for
    /// words in katakana of half width, which random bytes have among others.
    pub(super) alone: f32,
}

/// The cost of a Latin text in one language.
#[derive(Debug, Clone, Copy)]
pub(super) struct LanguageBits {
    pub(super) bits: f32,
    /// The name of the language.
    pub(super) language: &'static str,
}

/// The sums over a text.
#[derive(Default)]
struct CostTotals {
    /// Bits of everything except words.
    between: f32,
    faults: u64,
    letters: usize,
    quotes: QuotationMarks,
    /// Per known script, the bits of its words in each of its languages.
    words: Vec<Costs>,
    /// Per known script, the number of its words.
    counts: Vec<usize>,
    /// Per known script, the number of those of several letters.
    long: Vec<usize>,
    /// The bits that words in katakana of half width cost beyond those of a language.
    half_widths: f32,
    /// The bits of ASCII words in each language of the Latin script.
    ascii: Costs,
}

impl CostCalculator {
    /// A calculator with empty caches, without a preference.
    pub(super) fn new() -> Self {
        Self::preferring(Preferred::NONE)
    }

    /// A calculator with empty caches.
    pub(super) fn preferring(preferred: Preferred) -> Self {
        Self {
            preferred,
            words: WordCosts::new(),
            chars: vec![None; BLOCKS],
            facts: Vec::new(),
            word: Word::default(),
            totals: CostTotals::new(),
        }
    }

    /// The cost of a text.
    pub(super) fn cost(&mut self, text: &[Sequence]) -> TextCost {
        let mut totals = std::mem::take(&mut self.totals);
        totals.clear();
        self.add(text, &mut totals);
        let cost = totals.cost();
        self.totals = totals;
        cost
    }

    /// The bits of a text in the Latin script, in the one language that suits all of its words best: those of
    /// ASCII count as much as others.
    pub(super) fn in_one_language(&mut self, text: &[Sequence]) -> LanguageBits {
        let mut totals = std::mem::take(&mut self.totals);
        totals.clear();
        self.add(text, &mut totals);
        let found = totals.in_one_language();
        self.totals = totals;
        found
    }

    /// Adds the costs of a text, word by word.
    fn add(&mut self, text: &[Sequence], totals: &mut CostTotals) {
        let mut facts = std::mem::take(&mut self.facts);
        let mut word = std::mem::take(&mut self.word);
        facts.clear();
        facts.extend(text.iter().map(|step| self.facts_of(step)));
        let script_at = |at: usize| match facts.get(at) {
            Some(Some(CharFacts {
                kind: CharKind::Letter(script),
                ..
            })) => Some(*script),
            _ => None,
        };
        let (mut at, mut case, mut joined) = (0, Capitalization::Small, false);
        while at < text.len() {
            let Some(script) = script_at(at) else {
                totals.between += between(text, &facts, at, &mut totals.faults);
                totals.quotes.count(text[at].meaning);
                joined = false;
                at += 1;
                continue;
            };
            let letters = (at..text.len()).take_while(|at| script_at(*at) == Some(script));
            let len = letters.count();
            totals.letters += len;
            word.clear();
            for (step, facts) in text[at..at + len].iter().zip(&facts[at..]) {
                match (step.meaning, facts) {
                    (Meaning::Scalar(c @ 'ﬀ'..='ﬆ'), _) => {
                        totals.between += tuning::LIGATURE;
                        word.push_ligature(c);
                    }
                    (Meaning::Scalar(c), Some(facts)) => word.push(c, *facts),
                    (meaning, _) => meaning
                        .scalars()
                        .for_each(|c| word.push(c, CharFacts::of(c))),
                }
            }
            let now = Capitalization::of(&word.cases);
            if joined {
                totals.between += match script {
                    WordScript::EastAsian if len == 1 => tuning::EAST_LONE,
                    WordScript::EastAsian => tuning::EAST_CHANGE,
                    _ => tuning::SCRIPT_CHANGE,
                };
            }
            totals.between += now.bits(case);
            case = now;
            self.add_word(&word, script, totals);
            at += len;
            joined = true;
        }
        (self.facts, self.word) = (facts, word);
    }

    /// The facts of the character of a sequence; `None` if it is no character.
    fn facts_of(&mut self, step: &Sequence) -> Option<CharFacts> {
        let (Meaning::Scalar(first) | Meaning::Pair(first, _)) = step.meaning else {
            return None;
        };
        let number = first as usize;
        let Some(block) = self.chars.get_mut(number / BLOCK) else {
            return Some(CharFacts::of(first));
        };
        let block = block.get_or_insert_with(|| Box::new([None; BLOCK]));
        Some(*block[number % BLOCK].get_or_insert_with(|| CharFacts::of(first)))
    }

    /// Adds a word; in East Asian scripts each character counts as a word.
    fn add_word(&mut self, word: &Word, script: WordScript, totals: &mut CostTotals) {
        let small = &word.small;
        let Some(place) = script.place() else {
            let bits = tuning::UNKNOWN_WORD + tuning::UNKNOWN_LETTER * (small.len() - 1) as f32;
            totals.between += bits;
            if script == WordScript::HALF_WIDTH && small.len() >= tuning::HALF_WIDTH_WORD {
                let own = tuning::HALF_WIDTH_LETTER * small.len() as f32;
                totals.half_widths += bits - own;
            }
            return;
        };
        let into = if word.is_ascii {
            &mut totals.ascii
        } else {
            totals.counts[place] += 1;
            totals.long[place] += usize::from(small.len() > 1);
            &mut totals.words[place]
        };
        if script == WordScript::EastAsian {
            // There are few words of one character, and looking them up is all there is to do.
            for (sum, language) in into.iter_mut().zip(of_script(script)) {
                *sum += language.bits(small);
            }
            return;
        }
        for (sum, cost) in into.iter_mut().zip(self.words.costs(small, script)) {
            *sum += cost;
        }
    }
}

impl CostTotals {
    /// Those of no text.
    fn new() -> Self {
        let zeros = |script| vec![0.0; of_script(script).len()];
        Self {
            between: 0.0,
            faults: 0,
            letters: 0,
            quotes: QuotationMarks::default(),
            words: WordScript::KNOWN.map(zeros).into(),
            counts: vec![0; WordScript::KNOWN.len()],
            long: vec![0; WordScript::KNOWN.len()],
            half_widths: 0.0,
            ascii: zeros(WordScript::Latin),
        }
    }

    /// Forgets the text; scripts without a word have no sums.
    fn clear(&mut self) {
        (self.between, self.faults, self.letters) = (0.0, 0, 0);
        self.half_widths = 0.0;
        self.quotes = QuotationMarks::default();
        for (costs, count) in self.words.iter_mut().zip(&mut self.counts) {
            if std::mem::take(count) > 0 {
                costs.fill(0.0);
            }
        }
        self.long.fill(0);
        self.ascii.fill(0.0);
    }

    /// The bits in the language that suits all Latin words best.
    fn in_one_language(&self) -> LanguageBits {
        let place = WordScript::Latin.place().unwrap_or(0);
        let both = self.words[place].iter().zip(&self.ascii);
        let all = both.zip(of_script(WordScript::Latin));
        let all = all.map(|((own, ascii), language)| (own + ascii, language.name));
        let best = all.min_by(|one, other| one.0.total_cmp(&other.0));
        let (words, language) = best.unwrap_or_default();
        LanguageBits {
            bits: self.between + words,
            language,
        }
    }

    /// The cost of the whole text in each language.
    fn cost(&self) -> TextCost {
        // In texts of another script, words cost as much as in the first language of theirs.
        let foreign = |place: usize| {
            let first = self.words[place].first().copied().unwrap_or(0.0);
            first + tuning::OTHER_SCRIPT_WORD * self.counts[place] as f32
        };
        let alone = |(place, script): (usize, WordScript)| match script {
            _ if self.counts[place] == 0 || self.long[place] > 0 => 0.0,
            WordScript::Latin => 0.0,
            WordScript::EastAsian => tuning::SIGNS_ALONE,
            _ => tuning::LETTERS_ALONE,
        };
        let alone: f32 = WordScript::KNOWN.into_iter().enumerate().map(alone).sum();
        let all: f32 = (0..self.words.len()).map(foreign).sum();
        let english = self.ascii.first().copied().unwrap_or(0.0);
        let bits = self.between + self.quotes.bits() + english + all;
        let mut languages = Vec::new();
        for (place, script) in WordScript::KNOWN.into_iter().enumerate() {
            let words = self.counts[place];
            for (number, language) in of_script(script).iter().enumerate() {
                let ascii = if script == WordScript::Latin {
                    let most_lost = tuning::ENGLISH_WORD * words as f32;
                    (english - self.ascii[number]).clamp(-most_lost, tuning::ASCII_WORDS)
                } else {
                    0.0
                };
                if words > 0 || ascii > 0.0 {
                    let own = self.words[place][number];
                    languages.push((language, bits - foreign(place) + own - ascii));
                }
            }
        }
        TextCost {
            bits,
            languages,
            faults: self.faults,
            letters: self.letters,
            alone: alone - self.half_widths,
        }
    }
}

/// Reports whether it is a sign that stands beside letters as a matter of course: the punctuation of
/// Europe, of other scripts and of East Asia.
fn is_punctuation(c: char) -> bool {
    matches!(
        c,
        '™' | '¿' | '¡' | '·' | '•' | '‹' | '›' | 'ª' | 'º' | '†' | '‡'
    ) || matches!(c, '\u{2BC}'..='\u{1FFF}' | '\u{2010}'..='\u{201F}')
        || matches!(c, '\u{3000}'..='\u{30FF}' | '\u{FE10}'..='\u{FFEF}')
}

/// The additional bits of a sign of ASCII after a letter that stands for a national letter in EBCDIC and in
/// ISO 646: inside a word, or at its end.
fn national(sign: Meaning, inside: bool, is_last: bool) -> f32 {
    match sign.scalar() {
        // Others are in code and between the fields of tables.
        Some('#' | ']' | '^' | '`' | '{' | '}' | '~') if inside => tuning::INSIDE_WORD,
        Some('@' | '`' | '{' | '~') if is_last => tuning::MISPLACED,
        _ => 0.0,
    }
}

/// The cost in bits of a sequence that is not part of a word.
fn between(text: &[Sequence], facts: &[Option<CharFacts>], at: usize, faults: &mut u64) -> f32 {
    let kind = |at: usize| facts.get(at).copied().flatten().map(|facts| facts.kind);
    let letter = |at: Option<usize>| matches!(at.and_then(kind), Some(CharKind::Letter(_)));
    let drawing = |at: Option<usize>| matches!(at.and_then(kind), Some(CharKind::LineDrawing));
    let (before, after) = (at.checked_sub(1), Some(at + 1));
    let inside = letter(before) && letter(after);
    let blank = |at: Option<usize>| matches!(at.and_then(kind), None | Some(CharKind::Blank));
    let space = |at: Option<usize>| {
        let step = at.and_then(|at| text.get(at));
        step.is_some_and(|step| step.meaning == Meaning::Scalar(' '))
    };
    // A dash has blanks on both sides or on none, and some signs belong to the word before them.
    let is_misplaced = |c: char| match c {
        '\u{A0}' => blank(before) || blank(after),
        '…' => space(before) && (blank(after) || letter(after)),
        '–' | '—' => space(before) && letter(after) || letter(before) && space(after),
        '™' | '®' | '²' | '³' => space(before) && letter(after),
        _ => false,
    };
    match (kind(at), text[at].meaning) {
        (Some(CharKind::Blank), _) => tuning::BLANK,
        (Some(CharKind::AsciiSign(bits)), Meaning::Scalar('#'..='~'))
            if inside || letter(before) =>
        {
            bits + national(text[at].meaning, inside, blank(after))
        }
        (Some(CharKind::AsciiSign(bits)), _) => bits,
        (Some(CharKind::Sign(bits)), meaning) => {
            // No-break spaces and soft hyphens occur between letters, too.
            match meaning {
                Meaning::Scalar('’') if inside => tuning::APOSTROPHE,
                // What closes something seldom stands before a word alone.
                Meaning::Scalar('’' | '¶') if letter(after) => bits + tuning::CLOSING_FIRST,
                Meaning::Scalar(c) if is_misplaced(c) => bits + tuning::MISPLACED,
                // So do places where a word may be divided, and what joins parts of emoji.
                Meaning::Scalar('\u{A0}' | '\u{AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}') => bits,
                Meaning::Scalar('€' | '£' | '¥') if letter(before) || letter(after) => {
                    bits + tuning::INSIDE_WORD
                }
                // What opens something stands before a word, and not after one.
                Meaning::Scalar('‚' | '„' | '¡' | '¿' | '•' | '¢') if letter(before) => {
                    bits + tuning::INSIDE_WORD
                }
                _ if inside => bits + tuning::INSIDE_WORD,
                // Rare signs stand beside figures, or alone.
                Meaning::Scalar(c)
                    if bits > tuning::USUAL_SIGN
                        && (letter(before) || letter(after))
                        && !is_punctuation(c) =>
                {
                    bits + tuning::MISPLACED
                }
                _ => bits,
            }
        }
        (Some(CharKind::LineDrawing), meaning) => {
            // A drawn line repeats one character.
            let again = before.is_some_and(|before| text[before].meaning == meaning);
            let bits = match drawing(before) || drawing(after) {
                _ if again => tuning::DRAWN_AGAIN,
                true => tuning::DRAWN,
                false => tuning::DRAWN_ALONE,
            };
            bits + if inside { tuning::INSIDE_WORD } else { 0.0 }
        }
        (None, Meaning::IllFormed(fault)) => {
            *faults += 1;
            let len = text[at].len;
            match fault {
                // They begin a character of three or four bytes, which few bytes do by chance.
                Fault::Utf8CutShort | Fault::Utf8Truncated if len > 1 => {
                    let mut rest = text[at + 1..].iter();
                    let is_end =
                        |step: &Sequence| matches!(step.meaning.scalar(), Some('\r' | '\n'));
                    if rest.all(is_end) {
                        tuning::CUT_AT_END
                    } else {
                        tuning::CUT_SHORT
                    }
                }
                _ => tuning::FAULT + tuning::FAULT_BYTE * f32::from(len),
            }
        }
        (None, Meaning::Shift | Meaning::Absent(_)) => tuning::SHIFT,
        (Some(CharKind::Letter(_)) | None, _) => tuning::NO_CHARACTER,
    }
}
