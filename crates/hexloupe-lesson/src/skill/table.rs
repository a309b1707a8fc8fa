//! The table of skills, in the order of learning.
//!
//! A row has all texts about a skill; its questions fill the places of `asks`. Invariant: the first
//! hint is where to look, the second nearly how; neither has a place to fill, so neither can reveal
//! an answer.

use super::super::solution::{SolutionMethod, bytes, faults, readings as solved};
use super::{Skill, bits, faults as faulty, lead, readings, utf8, utf16};
use hexloupe_explain::texts::lesson::skill as texts;

/// All skills, in the order of learning.
pub static SKILLS: &[Skill] = &[
    Skill {
        id: "bits-and-hex",
        title: texts::BITS_AND_HEX_TITLE,
        asks: texts::BITS_AND_HEX_ASKS,
        hints: [texts::BITS_AND_HEX_HINTS_1, texts::BITS_AND_HEX_HINTS_2],
        solution: SolutionMethod::Sentences(bytes::bits),
        make: bits::to_hex,
    },
    Skill {
        id: "kind-of-byte",
        title: texts::KIND_OF_BYTE_TITLE,
        asks: texts::KIND_OF_BYTE_ASKS,
        hints: [texts::KIND_OF_BYTE_HINTS_1, texts::KIND_OF_BYTE_HINTS_2],
        solution: SolutionMethod::Sentences(bytes::kind),
        make: lead::kind,
    },
    Skill {
        id: "length",
        title: texts::LENGTH_TITLE,
        asks: texts::LENGTH_ASKS,
        hints: [texts::LENGTH_HINTS_1, texts::LENGTH_HINTS_2],
        solution: SolutionMethod::Sentences(bytes::length),
        make: lead::length,
    },
    Skill {
        id: "decode",
        title: texts::DECODE_TITLE,
        asks: texts::DECODE_ASKS,
        hints: [texts::DECODE_HINTS_1, texts::DECODE_HINTS_2],
        solution: SolutionMethod::Derivation,
        make: utf8::decode,
    },
    Skill {
        id: "encode",
        title: texts::ENCODE_TITLE,
        asks: texts::ENCODE_ASKS,
        hints: [texts::ENCODE_HINTS_1, texts::ENCODE_HINTS_2],
        solution: SolutionMethod::Derivation,
        make: utf8::encode,
    },
    Skill {
        id: "wrong-byte",
        title: texts::WRONG_BYTE_TITLE,
        asks: texts::WRONG_BYTE_ASKS,
        hints: [texts::WRONG_BYTE_HINTS_1, texts::WRONG_BYTE_HINTS_2],
        solution: SolutionMethod::Sentences(faults::why),
        make: faulty::wrong_byte,
    },
    Skill {
        id: "why-wrong",
        title: texts::WHY_WRONG_TITLE,
        asks: texts::WHY_WRONG_ASKS,
        hints: [texts::WHY_WRONG_HINTS_1, texts::WHY_WRONG_HINTS_2],
        solution: SolutionMethod::Sentences(faults::why),
        make: faulty::why_wrong,
    },
    Skill {
        id: "boundary",
        title: texts::BOUNDARY_TITLE,
        asks: texts::BOUNDARY_ASKS,
        hints: [texts::BOUNDARY_HINTS_1, texts::BOUNDARY_HINTS_2],
        solution: SolutionMethod::Sentences(bytes::boundary),
        make: utf8::boundary,
    },
    Skill {
        id: "surrogates-encode",
        title: texts::SURROGATES_ENCODE_TITLE,
        asks: texts::SURROGATES_ENCODE_ASKS,
        hints: [
            texts::SURROGATES_ENCODE_HINTS_1,
            texts::SURROGATES_ENCODE_HINTS_2,
        ],
        solution: SolutionMethod::Derivation,
        make: utf16::encode_pair,
    },
    Skill {
        id: "surrogates-decode",
        title: texts::SURROGATES_DECODE_TITLE,
        asks: texts::SURROGATES_DECODE_ASKS,
        hints: [
            texts::SURROGATES_DECODE_HINTS_1,
            texts::SURROGATES_DECODE_HINTS_2,
        ],
        solution: SolutionMethod::Derivation,
        make: utf16::decode_pair,
    },
    Skill {
        id: "byte-order",
        title: texts::BYTE_ORDER_TITLE,
        asks: texts::BYTE_ORDER_ASKS,
        hints: [texts::BYTE_ORDER_HINTS_1, texts::BYTE_ORDER_HINTS_2],
        solution: SolutionMethod::Derivation,
        make: utf16::order,
    },
    Skill {
        id: "bom",
        title: texts::BOM_TITLE,
        asks: texts::BOM_ASKS,
        hints: [texts::BOM_HINTS_1, texts::BOM_HINTS_2],
        solution: SolutionMethod::Sentences(solved::mark),
        make: readings::mark,
    },
    Skill {
        id: "which-encoding",
        title: texts::WHICH_ENCODING_TITLE,
        asks: texts::WHICH_ENCODING_ASKS,
        hints: [texts::WHICH_ENCODING_HINTS_1, texts::WHICH_ENCODING_HINTS_2],
        solution: SolutionMethod::Sentences(solved::which),
        make: readings::which,
    },
    Skill {
        id: "mojibake",
        title: texts::MOJIBAKE_TITLE,
        asks: texts::MOJIBAKE_ASKS,
        hints: [texts::MOJIBAKE_HINTS_1, texts::MOJIBAKE_HINTS_2],
        solution: SolutionMethod::Sentences(solved::mojibake),
        make: readings::mojibake,
    },
];
