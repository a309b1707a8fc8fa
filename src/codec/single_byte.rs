//! The sets of one byte a character: ISO-8859-1, and those of the WHATWG
//! Encoding Standard, whose tables `encoding_rs` has.
//!
//! A set is one line of the list at the foot. Its table of 128 characters is
//! asked from `encoding_rs` once, when the set is first used. Invariant: the
//! lower half of every set is ASCII.

use std::sync::LazyLock;

use super::encoding::Facts;
use super::{
    Codec, Diagnosis, Encoding, Family, Fault, Masks, Scene, Sequence, State, Unmappable,
    ill_formed, scalar,
};

/// The characters of the bytes 80..FF; none where the set has none.
type Upper = [Option<char>; 128];

/// Asks `encoding_rs` for the upper half of a set.
fn upper_half(set: &'static encoding_rs::Encoding) -> Upper {
    // All at once; a byte that stands for nothing is one U+FFFD, which no set holds.
    let bytes: [u8; 128] = std::array::from_fn(|index| index as u8 | 0x80);
    let (text, _) = set.decode_without_bom_handling(&bytes);
    let mut chars = text.chars();
    let mut next = || chars.next().filter(|&c| c != char::REPLACEMENT_CHARACTER);
    std::array::from_fn(|_| next())
}

fn step(upper: &Upper, byte: u8) -> Sequence {
    if byte < 0x80 {
        return scalar(1, char::from(byte));
    }
    upper[usize::from(byte & 0x7F)].map_or(ill_formed(1, Fault::LegacyUnmapped), |c| scalar(1, c))
}

fn encode(upper: &Upper, character: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
    let byte = if character.is_ascii() {
        character as u8
    } else {
        let index = upper.iter().position(|&c| c == Some(character));
        index.ok_or(Unmappable(character))? as u8 | 0x80
    };
    out.push(byte);
    Ok(())
}

/// The places of a fault of one byte that nothing around it explains.
pub(super) fn diagnose(scene: &Scene<'_>, fault: Fault) -> Diagnosis {
    let span = scene.offset(scene.at)..scene.offset(scene.at + scene.len);
    Diagnosis {
        fault,
        culprit: Some(span.start),
        story: span.clone(),
        span,
        decoded: None,
    }
}

/// Defines a codec and its row for each set of `encoding_rs`.
macro_rules! sets {
    ($($name:ident = $set:ident $id:literal $label:literal $family:ident [$($alias:literal),*];)*) => {
        $(
            struct $name;

            impl $name {
                fn upper() -> &'static Upper {
                    static UPPER: LazyLock<Upper> =
                        LazyLock::new(|| upper_half(encoding_rs::$set));
                    &UPPER
                }
            }

            impl Codec for $name {
                const ASCII: bool = true;

                #[inline]
                fn step(_: &mut State, window: &[u8]) -> Sequence {
                    step(Self::upper(), window[0])
                }

                fn masks(_: &Scene<'_>, out: &mut [Masks]) {
                    out[0] = Masks::PAYLOAD;
                }

                fn diagnose(scene: &Scene<'_>, fault: Fault) -> Diagnosis {
                    diagnose(scene, fault)
                }

                fn encode(_: &mut State, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
                    encode(Self::upper(), c, out)
                }
            }
        )*

        /// The rows of the table, in the order the picker shows them.
        pub(super) static SETS: &[Encoding] = &[
            $(Encoding::of::<$name>(&Facts {
                id: $id,
                name: $label,
                aliases: &[$($alias),*],
                family: Family::$family,
                unit: 1,
                max_len: 1,
                look: 1,
                lookback: 0,
    used: "",
    since: None,
            }),)*
        ];
    };
}

/// ISO-8859-1 as the standard has it: byte and code point are the same number.
/// The web's label `iso-8859-1` means windows-1252; here the id wins.
pub(super) static ISO_8859_1: Encoding = Encoding::of::<Iso88591>(&Facts {
    id: "iso-8859-1",
    name: "ISO-8859-1",
    aliases: &["iso_8859-1", "cp28591", "28591", "cp819", "ibm819"],
    family: Family::Iso,
    unit: 1,
    max_len: 1,
    look: 1,
    lookback: 0,
    used: "",
    since: None,
});

/// ISO-8859-1's law.
pub(super) struct Iso88591;

impl Codec for Iso88591 {
    const ASCII: bool = true;

    #[inline]
    fn step(_: &mut State, window: &[u8]) -> Sequence {
        scalar(1, char::from(window[0]))
    }

    fn masks(_: &Scene<'_>, out: &mut [Masks]) {
        out[0] = Masks::PAYLOAD;
    }

    fn diagnose(scene: &Scene<'_>, fault: Fault) -> Diagnosis {
        diagnose(scene, fault)
    }

    fn encode(_: &mut State, character: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        out.push(u8::try_from(character).map_err(|_| Unmappable(character))?);
        Ok(())
    }
}

sets! {
    Windows1250 = WINDOWS_1250 "windows-1250" "windows-1250" Windows ["cp1250", "1250"];
    Windows1251 = WINDOWS_1251 "windows-1251" "windows-1251" Windows ["cp1251", "1251"];
    Windows1252 = WINDOWS_1252 "windows-1252" "windows-1252" Windows ["cp1252", "1252"];
    Windows1253 = WINDOWS_1253 "windows-1253" "windows-1253" Windows ["cp1253", "1253"];
    Windows1254 = WINDOWS_1254 "windows-1254" "windows-1254" Windows ["cp1254", "1254"];
    Windows1255 = WINDOWS_1255 "windows-1255" "windows-1255" Windows ["cp1255", "1255"];
    Windows1256 = WINDOWS_1256 "windows-1256" "windows-1256" Windows ["cp1256", "1256"];
    Windows1257 = WINDOWS_1257 "windows-1257" "windows-1257" Windows ["cp1257", "1257"];
    Windows1258 = WINDOWS_1258 "windows-1258" "windows-1258" Windows ["cp1258", "1258"];
    Windows874 = WINDOWS_874 "windows-874" "windows-874" Windows ["cp874", "874"];
    Iso8859_2 = ISO_8859_2 "iso-8859-2" "ISO-8859-2" Iso ["cp28592", "28592"];
    Iso8859_3 = ISO_8859_3 "iso-8859-3" "ISO-8859-3" Iso ["cp28593", "28593"];
    Iso8859_4 = ISO_8859_4 "iso-8859-4" "ISO-8859-4" Iso ["cp28594", "28594"];
    Iso8859_5 = ISO_8859_5 "iso-8859-5" "ISO-8859-5" Iso ["cp28595", "28595"];
    Iso8859_6 = ISO_8859_6 "iso-8859-6" "ISO-8859-6" Iso ["cp28596", "28596"];
    Iso8859_7 = ISO_8859_7 "iso-8859-7" "ISO-8859-7" Iso ["cp28597", "28597"];
    Iso8859_8 = ISO_8859_8 "iso-8859-8" "ISO-8859-8" Iso ["cp28598", "28598"];
    Iso8859_8I = ISO_8859_8_I "iso-8859-8-i" "ISO-8859-8-I" Iso ["cp38598", "38598"];
    Iso8859_10 = ISO_8859_10 "iso-8859-10" "ISO-8859-10" Iso [];
    Iso8859_13 = ISO_8859_13 "iso-8859-13" "ISO-8859-13" Iso ["cp28603", "28603"];
    Iso8859_14 = ISO_8859_14 "iso-8859-14" "ISO-8859-14" Iso [];
    Iso8859_15 = ISO_8859_15 "iso-8859-15" "ISO-8859-15" Iso ["cp28605", "28605", "latin9"];
    Iso8859_16 = ISO_8859_16 "iso-8859-16" "ISO-8859-16" Iso [];
    Koi8R = KOI8_R "koi8-r" "KOI8-R" Koi ["cp20866", "20866"];
    Koi8U = KOI8_U "koi8-u" "KOI8-U" Koi ["cp21866", "21866"];
    Macintosh = MACINTOSH "macintosh" "macintosh" Mac ["mac-roman", "cp10000", "10000"];
    XMacCyrillic = X_MAC_CYRILLIC "x-mac-cyrillic" "x-mac-cyrillic" Mac ["mac-cyrillic", "cp10007", "10007"];
    Ibm866 = IBM866 "ibm866" "IBM866" Dos ["cp866", "866"];
    XUserDefined = X_USER_DEFINED "x-user-defined" "x-user-defined" Other [];
}
