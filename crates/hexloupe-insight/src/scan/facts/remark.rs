//! The remarks of an encoding as notices.
//!
//! The codecs know no notices, and the notices know no encodings; this file connects them for
//! scans, drawing and printing. Invariant: each remark is one notice, of
//! [`ToldBy::Encoding`](hexloupe_text::unicode::notice::ToldBy::Encoding).

use hexloupe_text::codec::{Encoding, SequenceContext, SpellingRemark, Step, Walk};
use hexloupe_text::unicode::notice::Notice;
use hexloupe_text::window::Window;

/// The notice of a remark.
pub const fn notice(remark: SpellingRemark) -> Notice {
    match remark {
        SpellingRemark::RawNul => Notice::Mutf8RawNul,
        SpellingRemark::NonzeroPadding => Notice::Utf7NonzeroPadding,
        SpellingRemark::NotDirect => Notice::Utf7NotDirect,
        SpellingRemark::FourBytes => Notice::GbkFourBytes,
    }
}

/// The notice for the encoding's remark on a step of a window, if any. Most encodings make no
/// remarks, and then nothing is examined.
#[inline]
pub fn of_step(
    encoding: &'static Encoding,
    phase: u64,
    window: &Window,
    step: &Step,
) -> Option<Notice> {
    if !encoding.makes_remarks() {
        return None;
    }
    SequenceContext::new(encoding, phase, window, step)
        .remark()
        .map(notice)
}

/// The notice for the encoding's remark on U+0000 written as zero bytes, if any.
pub fn of_nul(encoding: &'static Encoding) -> Option<Notice> {
    if !encoding.makes_remarks() {
        return None;
    }
    let window = Window {
        bytes: vec![0; 16],
        ends: true,
        ..Window::default()
    };
    let step = Walk::new(encoding, 0, &window).next()?;
    of_step(encoding, 0, &window, &step)
}

/// The notice for the remark on a whole sequence of a set of pairs, if any: only one longer than a pair
/// has any.
pub fn of_long(encoding: &'static Encoding, sequence: &[u8]) -> Option<Notice> {
    if sequence.len() <= 2 || !encoding.makes_remarks() || encoding.units_hide_remarks() {
        return None;
    }
    let window = Window {
        bytes: sequence.to_vec(),
        ends: true,
        ..Window::default()
    };
    let step = Walk::new(encoding, 0, &window).next()?;
    of_step(encoding, 0, &window, &step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::index;
    use crate::scan::notices::Noticer;
    use crate::scan::stats_counter::StatsCounter;
    use hexloupe_text::codec::table;
    use hexloupe_text::window::Peek as _;
    use proptest::prelude::*;

    const KINDS: [Notice; 6] = [
        Notice::Nul,
        Notice::BeyondUnicode,
        Notice::Mutf8RawNul,
        Notice::Utf7NonzeroPadding,
        Notice::Utf7NotDirect,
        Notice::GbkFourBytes,
    ];

    /// The number of steps of each kind in the data.
    fn stepped(encoding: &'static Encoding, data: &[u8]) -> [u64; KINDS.len()] {
        let window = data.window(0, data.len());
        let mut noticer = Noticer::new(encoding, &data[..data.len().min(4)]);
        let mut met = Vec::new();
        for step in Walk::new(encoding, 0, &window) {
            noticer.step(&step, (), &mut |kind, _, ()| met.push(kind));
            met.extend(of_step(encoding, 0, &window, &step));
        }
        let of = |kind| met.iter().filter(|met| **met == kind).count() as u64;
        KINDS.map(of)
    }

    fn telling() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop::sample::select(vec![
            &b"plain text\r\n"[..],
            b"a\0\0b",
            b"\0",
            b"\xC0\x80",
            b"\xF8\x88\x80\x80\x80",
            b"\xFC\x84\x80\x80\x80\x80",
            b"\xD0\xB6",
            b"+AKN",
            b"+AKMAow-",
            b"AKP",
            b"~\\",
            b"+-\x1B",
            b"\xD6\xD0\xCE\xC4",
            b"\x81\x30\x84\x36",
            b"\x94\x39\xDA\x33",
        ]);
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn who_counts_whole_stretches_misses_none(data in telling()) {
            for id in ["utf-8-legacy", "mutf-8", "utf-7", "wtf-8", "gbk", "gb18030"] {
                let encoding = table::by_label(id).unwrap().encoding();
                let expected = stepped(encoding, &data);
                let index = index::build(&data, encoding, 0);
                prop_assert_eq!(KINDS.map(|kind| index.totals.notices_of(kind)), expected, "{}", id);
                let window = data.as_slice().window(0, data.len());
                let mut stats_counter = StatsCounter::new(encoding, 0, &window.bytes);
                stats_counter.feed(&window, window.end());
                let counted = stats_counter.stats(9).notices;
                let of = |kind| {
                    let found = counted.iter().find(|(counted, _)| *counted == kind);
                    found.map_or(0, |(_, count)| *count)
                };
                prop_assert_eq!(KINDS.map(of), expected, "{}", id);
            }
        }
    }
}
