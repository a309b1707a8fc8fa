//! The table of skills, in the order of learning.
//!
//! A row has all texts about a skill; its questions fill the places of `asks`. Invariant: the first
//! hint is where to look, the second nearly how; neither has a place to fill, so neither can reveal
//! an answer.

use super::super::solution::{Way, bytes, faults, readings as solved};
use super::{Skill, bits, faults as faulty, lead, readings, utf8, utf16};
use hexloupe_insight::texts::said::texts;

/// All skills, in the order of learning.
pub static SKILLS: &[Skill] = &[
    Skill {
        id: "bits-and-hex",
        title: texts("bits and hex digits", "биты и шестнадцатеричные цифры"),
        asks: texts(
            "Write these bits as bytes in hex: {bits}",
            "Запишите эти биты байтами в шестнадцатеричном виде: {bits}",
        ),
        hints: [
            texts(
                "Four bits are one hex digit: go from the left, four by four.",
                "Четыре бита — одна шестнадцатеричная цифра: идите слева, по четыре.",
            ),
            texts(
                "The bits of a digit count 8, 4, 2 and 1: 0000 is 0, 1001 is 9, 1010 is A, 1111 is F.",
                "Биты одной цифры весят 8, 4, 2 и 1: 0000 — это 0, 1001 — 9, 1010 — A, 1111 — F.",
            ),
        ],
        solution: Way::Sentences(bytes::bits),
        make: bits::to_hex,
    },
    Skill {
        id: "kind-of-byte",
        title: texts("which kind of byte", "что это за байт"),
        asks: texts(
            "What is the byte {byte} in UTF-8?",
            "Чем в UTF-8 бывает байт {byte}?",
        ),
        hints: [
            texts(
                "Write the byte in bits, and look at the highest ones.",
                "Запишите байт битами и посмотрите на старшие.",
            ),
            texts(
                "0 in front is a character of its own, 10 a continuation byte; 110, 1110 and 11110 begin characters of 2, 3 and 4 bytes. C0, C1 and F5 to FF never occur.",
                "0 впереди — отдельный символ, 10 — байт продолжения; 110, 1110 и 11110 начинают символы из 2, 3 и 4 байтов. C0, C1 и от F5 до FF не встречаются.",
            ),
        ],
        solution: Way::Sentences(bytes::kind),
        make: lead::kind,
    },
    Skill {
        id: "length",
        title: texts("length from the lead byte", "длина по первому байту"),
        asks: texts(
            "How many bytes does a character have that begins with {byte} in UTF-8?",
            "Сколько байтов в символе UTF-8, который начинается с {byte}?",
        ),
        hints: [
            texts(
                "The first byte alone tells it: write it in bits.",
                "Это видно по одному первому байту: запишите его битами.",
            ),
            texts(
                "Count the ones before the first zero: that many bytes; no ones is one byte.",
                "Посчитайте единицы до первого нуля: столько и байтов; ни одной единицы — один байт.",
            ),
        ],
        solution: Way::Sentences(bytes::length),
        make: lead::length,
    },
    Skill {
        id: "decode",
        title: texts(
            "from bytes to the code point",
            "от байтов к кодовой позиции",
        ),
        asks: texts(
            "Which code point is {bytes} in UTF-8?",
            "Какая кодовая позиция записана байтами {bytes} в UTF-8?",
        ),
        hints: [
            texts(
                "Write the bytes in bits: each begins with a prefix, which is no part of the number.",
                "Запишите байты битами: каждый начинается с префикса, который в число не входит.",
            ),
            texts(
                "Cut off 110, 1110 or 11110 from the first byte and 10 from each other one; join what is left and read it as one number.",
                "Отрежьте префиксы — 110, 1110 или 11110 у первого байта, 10 у каждого другого; остальное соедините и прочтите как одно число.",
            ),
        ],
        solution: Way::Derivation,
        make: utf8::decode,
    },
    Skill {
        id: "encode",
        title: texts(
            "from the code point to bytes",
            "от кодовой позиции к байтам",
        ),
        asks: texts(
            "Write {character} as bytes in UTF-8.",
            "Запишите {character} байтами в UTF-8.",
        ),
        hints: [
            texts(
                "Count the bits of the number: 11 fit into two bytes, 16 into three, 21 into four.",
                "Посчитайте биты числа: 11 помещаются в два байта, 16 — в три, 21 — в четыре.",
            ),
            texts(
                "Cut from the right: six bits for each byte but the first. Put 10 before each six, and 110, 1110 or 11110 before the rest.",
                "Режьте справа: по шесть бит на каждый байт, кроме первого. Перед шестёрками поставьте 10, перед остатком — 110, 1110 или 11110.",
            ),
        ],
        solution: Way::Derivation,
        make: utf8::encode,
    },
    Skill {
        id: "wrong-byte",
        title: texts("which byte is wrong", "какой байт неверен"),
        asks: texts(
            "At which offset does the ill-formed sequence of this UTF-8 begin? The first byte has offset 0: {bytes}",
            "С какого смещения в этом тексте UTF-8 начинается неверная последовательность? У первого байта смещение 0: {bytes}",
        ),
        hints: [
            texts(
                "Go from the start: each lead byte says how many bytes that begin with 10 must follow.",
                "Идите с начала: каждый первый байт говорит, сколько за ним должно идти байтов, начинающихся с 10.",
            ),
            texts(
                "Stop at a byte that begins with 10 and has no lead byte, at a lead byte with too few bytes after it, at C0, C1 and F5 to FF. Then check the values: too small for their form, a surrogate, above U+10FFFF.",
                "Остановитесь у байта с 10, перед которым нет первого; у первого, за которым не хватает байтов; у C0, C1 и байтов от F5 до FF. Потом проверьте значения: не малы ли для своей формы, не суррогаты ли, не больше ли U+10FFFF.",
            ),
        ],
        solution: Way::Sentences(faults::why),
        make: faulty::wrong_byte,
    },
    Skill {
        id: "why-wrong",
        title: texts("what is wrong with it", "в чём ошибка"),
        asks: texts(
            "This UTF-8 is ill-formed. What is wrong with it? {bytes}",
            "Этот текст UTF-8 записан с ошибкой. В чём она? {bytes}",
        ),
        hints: [
            texts(
                "Find the first byte that does not fit, and write it in bits. Is it a lead byte? How many bytes does it promise, and how many follow?",
                "Найдите первый байт, который не подходит, и запишите его битами. Первый ли это байт символа? Сколько байтов он обещает и сколько за ним стоит?",
            ),
            texts(
                "If all promised bytes are there, join their value bits, and compare: with the least value of the form, with D800 to DFFF, with 10FFFF.",
                "Если все обещанные байты на месте, соедините их биты значения и сравните с наименьшим значением этой формы, с D800–DFFF, с 10FFFF.",
            ),
        ],
        solution: Way::Sentences(faults::why),
        make: faulty::why_wrong,
    },
    Skill {
        id: "boundary",
        title: texts("where the character begins", "где начинается символ"),
        asks: texts(
            "You stand on offset {at} of this UTF-8. At which offset does the character there begin? {bytes}",
            "Вы стоите на смещении {at} этого текста UTF-8. С какого смещения начинается символ, которому принадлежит этот байт? {bytes}",
        ),
        hints: [
            texts(
                "Look at the byte you stand on: is it a lead byte or a continuation byte?",
                "Посмотрите на байт, на котором стоите: первый он или байт продолжения?",
            ),
            texts(
                "Go back as long as the byte begins with 10, that is, as its first digit is 8, 9, A or B.",
                "Идите назад, пока байт начинается с 10, то есть пока его первая цифра — 8, 9, A или B.",
            ),
        ],
        solution: Way::Sentences(bytes::boundary),
        make: utf8::boundary,
    },
    Skill {
        id: "surrogates-encode",
        title: texts("to a surrogate pair", "к суррогатной паре"),
        asks: texts(
            "Write {character} as bytes in UTF-16BE.",
            "Запишите {character} байтами в UTF-16BE.",
        ),
        hints: [
            texts(
                "The number does not fit into 16 bits: first take away 0x10000.",
                "В 16 бит число не помещается: сначала вычтите 0x10000.",
            ),
            texts(
                "Cut the 20 bits into ten and ten; add D800 to the left ten, DC00 to the right ten.",
                "Разрежьте 20 бит на десять и десять; к левым прибавьте D800, к правым — DC00.",
            ),
        ],
        solution: Way::Derivation,
        make: utf16::encode_pair,
    },
    Skill {
        id: "surrogates-decode",
        title: texts("from a surrogate pair", "от суррогатной пары"),
        asks: texts(
            "Which code point is {bytes} in UTF-16BE?",
            "Какая кодовая позиция записана байтами {bytes} в UTF-16BE?",
        ),
        hints: [
            texts(
                "Take the bytes two by two: first the high surrogate, then the low one. Each carries ten bits.",
                "Возьмите байты по два: сначала старший суррогат, потом младший. Каждый несёт десять бит.",
            ),
            texts(
                "Take away D800 and DC00, join ten and ten bits, add 0x10000.",
                "Вычтите D800 и DC00, соедините десять и десять бит, прибавьте 0x10000.",
            ),
        ],
        solution: Way::Derivation,
        make: utf16::decode_pair,
    },
    Skill {
        id: "byte-order",
        title: texts("byte order", "порядок байтов"),
        asks: texts(
            "Write {character} as bytes in UTF-16LE.",
            "Запишите {character} байтами в UTF-16LE.",
        ),
        hints: [
            texts(
                "First write the number as a unit of 16 bits, or, above U+FFFF, as the two units of a surrogate pair.",
                "Сначала запишите число одной единицей в 16 бит, а больше U+FFFF — двумя, суррогатной парой.",
            ),
            texts(
                "LE means that the little end, the low byte, comes first: in each unit the two bytes change places. The units stay where they are.",
                "LE — значит, первым идёт младший байт: в каждой единице два байта меняются местами. Сами единицы остаются на месте.",
            ),
        ],
        solution: Way::Derivation,
        make: utf16::order,
    },
    Skill {
        id: "bom",
        title: texts("byte order marks", "метки порядка байтов"),
        asks: texts(
            "A file begins with {bytes}. In which encoding is it?",
            "Файл начинается с {bytes}. В какой он кодировке?",
        ),
        hints: [
            texts(
                "The mark is U+FEFF, written as the whole file is written.",
                "Метка — это U+FEFF, записанная так же, как весь файл.",
            ),
            texts(
                "FE FF has the high byte first, FF FE the low byte; two zero bytes beside them make it UTF-32. In UTF-8 the mark is EF BB BF.",
                "FE FF — первым старший байт, FF FE — младший; с двумя нулевыми байтами рядом это UTF-32. В UTF-8 метка — EF BB BF.",
            ),
        ],
        solution: Way::Sentences(solved::mark),
        make: readings::mark,
    },
    Skill {
        id: "which-encoding",
        title: texts("which encoding this is", "какая это кодировка"),
        asks: texts(
            "These bytes are a word. In which encoding? {bytes}",
            "Эти байты — слово. В какой кодировке? {bytes}",
        ),
        hints: [
            texts(
                "Count the bytes: is there one for a letter, or two? Does some byte come every second time?",
                "Посчитайте байты: один на букву или два? Повторяется ли какой-то байт через один?",
            ),
            texts(
                "UTF-8 has D0 or D1 before each letter's second byte; UTF-16 has 04 in every second byte, LE after the other byte of the letter, BE before it. With one byte for a letter: windows-1251 has its small letters from E0 to FF, KOI8-R from C0 to DF, IBM866 from A0 to AF and E0 to EF.",
                "В UTF-8 на букву два байта, первый D0 или D1; в UTF-16 каждый второй байт 04: в LE после другого байта буквы, в BE перед ним. Если байт на букву один: строчные в windows-1251 от E0 до FF, в KOI8-R от C0 до DF, в IBM866 от A0 до AF и от E0 до EF.",
            ),
        ],
        solution: Way::Sentences(solved::which),
        make: readings::which,
    },
    Skill {
        id: "mojibake",
        title: texts(
            "what a garbled text went through",
            "что случилось с испорченным текстом",
        ),
        asks: texts(
            "Somebody saw {text}. What happened?",
            "Кто-то увидел {text}. Что произошло?",
        ),
        hints: [
            texts(
                "Count the signs for each letter of the word, and look at their script and case.",
                "Посчитайте, сколько знаков на букву слова, и посмотрите, чьи это буквы, строчные или заглавные.",
            ),
            texts(
                "Two signs for each letter: it was UTF-8. Capitals where small letters were: KOI8-R and windows-1251 were taken for each other. Letters with accents: it was read as windows-1252.",
                "Два знака на букву — был UTF-8. Заглавные вместо строчных — перепутали KOI8-R и windows-1251. Латинские буквы с надстрочными знаками — прочли как windows-1252.",
            ),
        ],
        solution: Way::Sentences(solved::mojibake),
        make: readings::mojibake,
    },
];
