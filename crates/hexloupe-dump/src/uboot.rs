//! Memory as shown by U-Boot: `md.b`, `md.w`, `md.l`, `md.q`.
//!
//! Invariant: words are numbers of the machine, and the byte order follows from the text column,
//! which has the bytes in the order of their addresses.

use super::columns::{
    self, Address, AddressEnd, ColumnFormat, TextColumn, WordByteOrder, WordNotation, WordSize,
    is_proven, score,
};
use super::confidence;
use super::format::{DumpFormat, FormatSubject};

pub(super) static U_BOOT: DumpFormat = DumpFormat {
    id: "u-boot",
    labels: &["md"],
    about: "U-Boot's md: 82000000: 6c6c6548 6f77206f    Hello wo",
    subject: FormatSubject::Bytes,
    readers: &[
        || columns::reader(const { &md(WordByteOrder::Little) }),
        || columns::reader(const { &md(WordByteOrder::Big) }),
    ],
    // A short row of xxd may look like a row of md; a whole one does not.
    detect: |trial| {
        let whole = is_proven(trial) && trial.counts.bytes >= confidence::U_BOOT_ROW;
        let sure = score(trial, confidence::U_BOOT.percent(whole));
        // Without a text column it cannot be distinguished from a row of xxd.
        if trial.counts.agreed > confidence::AGREED_BY_CHANCE {
            sure
        } else {
            sure.min(confidence::DOUBTFUL)
        }
    },
    example: "82000000: 6c6c6548 77202c6f 6c72b6c3 000a2164    Hello, w..rld!..\n",
    example_bytes: "Hello, wörld!\n\0".as_bytes(),
    extensions: &[],
    writer: None,
};

const fn md(order: WordByteOrder) -> ColumnFormat {
    ColumnFormat {
        address: Some(Address {
            exact: false,
            end: AddressEnd::Colon,
            ..Address::HEX
        }),
        words: WordNotation {
            order,
            size: WordSize::Digits,
            ..WordNotation::HEX
        },
        text: TextColumn::After(4),
        ..ColumnFormat::HEX
    }
}
