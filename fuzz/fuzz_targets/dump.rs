//! All formats of the printer. One byte each for the encoding, the phase, the first
//! offset, the length and the bytes per row; then the data.
#![no_main]

#[path = "../../tests/common/output.rs"]
mod output;
#[path = "../../tests/common/printed.rs"]
mod printed;

use hexloupe::codec::{Encoding, table};
use hexloupe::model::state::Panes;
use hexloupe::model::text::EncodedText;
use hexloupe::model::theme::Theme;
use hexloupe::report::{FORMATS, Options};
use hexloupe::unicode::glyph::Charset;
use hexloupe::window::Peek;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [row, phase, start, len, width, bytes @ ..] = data else {
        return;
    };
    let rows = table::all().count();
    let Some(e) = table::all().nth(usize::from(*row) % rows) else {
        return;
    };
    let (bytes, start) = (bytes.to_vec(), u64::from(*start));
    let options = Options {
        range: start..start + u64::from(*len),
        width: u16::from(*width % 70),
        panes: Panes::ALL,
        charset: Charset::Unicode,
        theme: None,
        share: None,
        regions: hexloupe::model::regions::Regions::default(),
    };
    printed::safe(&bytes, e, u64::from(*phase), &options);
    printed::records(&bytes, e, u64::from(*phase));
});
