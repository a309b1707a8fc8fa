//! Wrong ways from a character to its bytes.

use super::super::question::{Answer, Question};
use super::Misconception;
use hexloupe_insight::texts::said::texts;
use hexloupe_text::codec::{Encoding, State, table};

pub(super) const TABLE: &[Misconception] = &[
    Misconception {
        id: "utf-16be",
        says: texts(
            "That is UTF-16BE: of each unit the high byte first.",
            "Это UTF-16BE: у каждой единицы сначала старший байт.",
        ),
        makes: |question| in_set(question, "utf-16be"),
    },
    Misconception {
        id: "utf-16le",
        says: texts(
            "That is UTF-16LE: of each unit the low byte first.",
            "Это UTF-16LE: у каждой единицы сначала младший байт.",
        ),
        makes: |question| in_set(question, "utf-16le"),
    },
    Misconception {
        id: "utf-8",
        says: texts(
            "That is UTF-8. Which encoding is asked for?",
            "Это UTF-8. А какая кодировка нужна?",
        ),
        makes: |question| in_set(question, "utf-8"),
    },
    Misconception {
        id: "windows-1251",
        says: texts(
            "That is windows-1251, where a character is one byte of a table.",
            "Это windows-1251: там символ — один байт из таблицы.",
        ),
        makes: |question| in_set(question, "windows-1251"),
    },
    Misconception {
        id: "koi8-r",
        says: texts(
            "That is KOI8-R, where a character is one byte of a table.",
            "Это KOI8-R: там символ — один байт из таблицы.",
        ),
        makes: |question| in_set(question, "koi8-r"),
    },
    Misconception {
        id: "windows-1252",
        says: texts(
            "That is windows-1252, where a character is one byte of a table.",
            "Это windows-1252: там символ — один байт из таблицы.",
        ),
        makes: |question| in_set(question, "windows-1252"),
    },
    Misconception {
        id: "utf-32be",
        says: texts(
            "That is UTF-32BE: the number itself in four bytes.",
            "Это UTF-32BE: само число в четырёх байтах.",
        ),
        makes: |question| in_set(question, "utf-32be"),
    },
    Misconception {
        id: "overlong",
        says: texts(
            "One byte too many: the value fits a shorter form, and only the shortest is allowed.",
            "На байт больше, чем нужно: значение помещается в более короткую форму, а разрешена только самая короткая.",
        ),
        makes: |question| {
            let (value, len) = utf8(question)?;
            (len < 4).then(|| Answer::Bytes(pattern(value, len + 1)))
        },
    },
    Misconception {
        id: "no-prefixes",
        says: texts(
            "The prefixes are missing: the bits are cut rightly, but nothing tells which byte is which.",
            "Нет префиксов: биты разрезаны верно, но не видно, какой байт какой.",
        ),
        makes: |question| {
            let (value, len) = utf8(question)?;
            Some(Answer::Bytes(payloads(value, len)))
        },
    },
    Misconception {
        id: "no-continuation-prefix",
        says: texts(
            "The bytes after the first one need 10 in front.",
            "Перед битами каждого байта после первого нужно 10.",
        ),
        makes: |question| {
            let (value, len) = utf8(question)?;
            let first = pattern(value, len).into_iter().take(1);
            Some(Answer::Bytes(
                first
                    .chain(payloads(value, len).into_iter().skip(1))
                    .collect(),
            ))
        },
    },
    Misconception {
        id: "no-lead-prefix",
        says: texts(
            "The first byte has no prefix: as many ones as there are bytes, then a zero.",
            "У первого байта нет префикса: столько единиц, сколько байтов, потом ноль.",
        ),
        makes: |question| {
            let (value, len) = utf8(question)?;
            let first = payloads(value, len).into_iter().take(1);
            Some(Answer::Bytes(
                first
                    .chain(pattern(value, len).into_iter().skip(1))
                    .collect(),
            ))
        },
    },
    Misconception {
        id: "lost-high-bit",
        says: texts(
            "The highest bit of the number is lost: count how many bits there are.",
            "Потерян старший бит числа: пересчитайте, сколько в нём битов.",
        ),
        makes: |question| {
            let (value, len) = utf8(question)?;
            let bits = u32::BITS - value.leading_zeros();
            Some(Answer::Bytes(pattern(value & !(1 << (bits - 1)), len)))
        },
    },
    Misconception {
        id: "moved-by-a-digit",
        says: texts(
            "From byte to byte the bits moved on by one hex digit, by four; but each byte after the first takes six.",
            "От байта к байту биты сдвинуты на одну шестнадцатеричную цифру, на четыре, а каждый байт после первого забирает шесть.",
        ),
        makes: |question| {
            let (value, len) = utf8(question)?;
            let moved = (0..len).rev().map(|place| (value >> (4 * place)) as u8);
            // A first byte has room for 5, 4 or 3 bits.
            let room = 0xFF_u8 >> (len + 1);
            let bytes = moved.enumerate().map(|(place, share)| match place {
                0 => !(0xFF_u8 >> len) | share & room,
                _ => 0x80 | share & 0x3F,
            });
            Some(Answer::Bytes(bytes.collect()))
        },
    },
    Misconception {
        id: "prefix-of-longer",
        says: texts(
            "The first byte begins with more ones than the character has bytes: count them.",
            "Единиц в начале первого байта больше, чем байтов у символа: пересчитайте их.",
        ),
        makes: |question| {
            let (value, len) = utf8(question)?;
            let mut bytes = pattern(value, len);
            let first = bytes.first_mut().filter(|_| len < 4)?;
            *first |= 0x80_u8 >> len;
            Some(Answer::Bytes(bytes))
        },
    },
    Misconception {
        id: "bytes-reversed",
        says: texts(
            "The bytes are in the wrong order: the lead byte comes first.",
            "Байты стоят наоборот: первым идёт тот, что говорит о длине.",
        ),
        makes: |question| {
            let (value, len) = utf8(question)?;
            Some(Answer::Bytes(
                pattern(value, len).into_iter().rev().collect(),
            ))
        },
    },
    Misconception {
        id: "with-bom",
        says: texts(
            "EF BB BF is a byte order mark; it is no part of the character.",
            "EF BB BF — это метка порядка байтов, к символу она не относится.",
        ),
        makes: |question| {
            let (value, len) = utf8(question)?;
            Some(Answer::Bytes(
                [vec![0xEF, 0xBB, 0xBF], pattern(value, len)].concat(),
            ))
        },
    },
    Misconception {
        id: "number-in-decimal",
        says: texts(
            "That is the number in decimal, not its bytes.",
            "Это само число в десятичном виде, а не байты.",
        ),
        makes: |question| {
            let digits = u32::from(question.to_encode()?).to_string();
            let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
            let pairs = digits.as_bytes().chunks(2);
            (digits.len() % 2 == 0)
                .then(|| pairs.map(pair).collect::<Option<_>>())?
                .map(Answer::Bytes)
        },
    },
    Misconception {
        id: "surrogates-in-utf-8",
        says: texts(
            "That is CESU-8: a surrogate pair, each half written as UTF-8. UTF-8 writes the code point itself.",
            "Это CESU-8: суррогатная пара, каждая половина записана как UTF-8. В UTF-8 пишется сама кодовая позиция.",
        ),
        makes: |question| {
            let (value, _) = utf8(question).filter(|(value, _)| *value > 0xFFFF)?;
            let (high, low) = pair(value);
            Some(Answer::Bytes(
                [pattern(high.into(), 3), pattern(low.into(), 3)].concat(),
            ))
        },
    },
    Misconception {
        id: "no-minus-10000",
        says: texts(
            "0x10000 was not taken away before the bits were cut into ten and ten.",
            "Перед тем как резать на десять и десять бит, не вычли 0x10000.",
        ),
        makes: |question| {
            let value = utf16_pair(question)?;
            let high = 0xD800 | (value >> 10) & 0x3FF;
            units([high, 0xDC00 | value & 0x3FF])
        },
    },
    Misconception {
        id: "pair-swapped",
        says: texts(
            "The low surrogate stands first; the high one, D8 to DB, comes before it.",
            "Первым стоит младший суррогат, а должен старший, от D8 до DB.",
        ),
        makes: |question| {
            let (high, low) = pair(utf16_pair(question)?);
            units([low.into(), high.into()])
        },
    },
    Misconception {
        id: "both-high",
        says: texts(
            "Both halves begin with D800; the second one begins with DC00.",
            "Обе половины начаты с D800, а вторая начинается с DC00.",
        ),
        makes: |question| {
            let (high, low) = pair(utf16_pair(question)?);
            units([high.into(), u32::from(low) & 0x3FF | 0xD800])
        },
    },
    Misconception {
        id: "bare-surrogate-bits",
        says: texts(
            "These are the ten and ten bits; D800 and DC00 are to be added.",
            "Это сами десять и десять бит; к ним прибавляют D800 и DC00.",
        ),
        makes: |question| {
            let (high, low) = pair(utf16_pair(question)?);
            units([u32::from(high) & 0x3FF, u32::from(low) & 0x3FF])
        },
    },
    Misconception {
        id: "cut-to-16-bits",
        says: texts(
            "Only the lower 16 bits are left: this character needs more than one unit.",
            "Остались только младшие 16 бит, а этому символу мало одной единицы.",
        ),
        makes: |question| {
            let value = utf16_pair(question)?;
            Some(Answer::Bytes(
                ((value & 0xFFFF) as u16).to_be_bytes().to_vec(),
            ))
        },
    },
    Misconception {
        id: "units-turned-too",
        says: texts(
            "All bytes were turned round; but the order is that of the bytes in each unit, and the high surrogate stays first.",
            "Перевёрнуты все байты, а порядок — это порядок байтов внутри единицы; старший суррогат остаётся первым.",
        ),
        makes: |question| {
            let c = question
                .to_encode()
                .filter(|c| is(question, "byte-order") && c.len_utf16() == 2)?;
            let (high, low) = pair(c.into());
            let bytes = [low, high].into_iter().flat_map(u16::to_le_bytes);
            Some(Answer::Bytes(bytes.collect()))
        },
    },
    Misconception {
        id: "digits-reversed",
        says: texts(
            "The digits are reversed; byte order turns bytes round, not digits.",
            "Перевёрнуты цифры, а порядок байтов переставляет байты, не цифры.",
        ),
        makes: |question| {
            let value = u32::from(
                question
                    .to_encode()
                    .filter(|_| is(question, "byte-order"))?,
            );
            let value = u16::try_from(value).ok()?;
            let digits: String = format!("{value:04X}").chars().rev().collect();
            let turned = u16::from_str_radix(&digits, 16).ok()?;
            Some(Answer::Bytes(turned.to_be_bytes().to_vec()))
        },
    },
    Misconception {
        id: "nibbles-swapped",
        says: texts(
            "The two digits of a byte changed places: the left one stands for the higher four bits.",
            "Две цифры байта поменялись местами: левая — это старшие четыре бита.",
        ),
        makes: |question| match (&question.given, &question.answer) {
            (super::super::question::Given::Bits(_), Answer::Bytes(bytes)) => {
                let swapped = bytes.iter().map(|byte| byte.rotate_left(4));
                Some(Answer::Bytes(swapped.collect()))
            }
            _ => None,
        },
    },
    Misconception {
        id: "bits-read-backwards",
        says: texts(
            "The bits were read from the right to the left; the highest stands left.",
            "Биты прочитаны справа налево, а старший стоит слева.",
        ),
        makes: |question| match (&question.given, &question.answer) {
            (super::super::question::Given::Bits(_), Answer::Bytes(bytes)) => {
                let turned = bytes.iter().map(|byte| byte.reverse_bits());
                Some(Answer::Bytes(turned.collect()))
            }
            _ => None,
        },
    },
];

fn is(question: &Question, skill: &str) -> bool {
    question.skill.id == skill
}

/// The character to encode, in another set than the requested one.
fn in_set(question: &Question, label: &str) -> Option<Answer> {
    let c = question.to_encode()?;
    let other: &Encoding = table::by_label(label)?.encoding();
    let mut bytes = Vec::new();
    other.encode(&mut State::default(), c, &mut bytes).ok()?;
    Some(Answer::Bytes(bytes))
}

/// The number to be written in UTF-8, and the length in bytes; only for several bytes.
fn utf8(question: &Question) -> Option<(u32, usize)> {
    let c = question.to_encode().filter(|_| is(question, "encode"))?;
    (c.len_utf8() > 1).then(|| (c.into(), c.len_utf8()))
}

/// The number to be written as a surrogate pair.
fn utf16_pair(question: &Question) -> Option<u32> {
    let c = question
        .to_encode()
        .filter(|_| is(question, "surrogates-encode"))?;
    (c.len_utf16() == 2).then(|| c.into())
}

/// The bits of a value cut for `len` bytes of UTF-8, without prefixes.
fn payloads(value: u32, len: usize) -> Vec<u8> {
    let shares = (0..len).rev().map(|place| (value >> (6 * place)) as u8);
    shares
        .enumerate()
        .map(|(place, share)| if place == 0 { share } else { share & 0x3F })
        .collect()
}

/// The patterns of UTF-8 with `len` bytes, even if they are not allowed.
fn pattern(value: u32, len: usize) -> Vec<u8> {
    let prefix = !(0xFF_u8 >> len);
    let shares = payloads(value, len).into_iter().enumerate();
    shares
        .map(|(place, share)| {
            if place == 0 {
                prefix | share
            } else {
                0x80 | share
            }
        })
        .collect()
}

fn pair(value: u32) -> (u16, u16) {
    let mut units = [0; 2];
    let c = char::from_u32(value).unwrap_or_default();
    c.encode_utf16(&mut units);
    (units[0], units[1])
}

/// Units of UTF-16BE; none if one is too large.
fn units(units: [u32; 2]) -> Option<Answer> {
    let units = units.map(|unit| u16::try_from(unit).ok());
    let units: Option<Vec<u16>> = units.into_iter().collect();
    let bytes = units?.into_iter().flat_map(u16::to_be_bytes);
    Some(Answer::Bytes(bytes.collect()))
}
