//! Stands in for `vector` on machines that have no kernels.

use crate::codec::ByteOrder;

/// A machine with kernels: there is none.
#[derive(Debug, Clone, Copy)]
pub(super) enum BulkMachine {}

impl BulkMachine {
    pub(super) fn here() -> Option<Self> {
        None
    }

    pub(super) fn units_of_utf8(self, _: &[u8], _: &mut [u16]) -> usize {
        match self {}
    }

    pub(super) fn append_utf8(self, _: &[u16], _: &mut Vec<u8>) {
        match self {}
    }

    pub(super) fn units_of_utf16(self, _: &[u8], _: ByteOrder, _: &mut [u16]) -> usize {
        match self {}
    }

    pub(super) fn units_of_utf32(self, _: &[u8], _: ByteOrder, _: &mut [u16]) -> (usize, usize) {
        match self {}
    }

    pub(super) fn append_utf32(self, _: &[u16], _: ByteOrder, _: &mut Vec<u8>) {
        match self {}
    }

    pub(super) fn append_utf16_as_utf8(self, _: &[u8], _: ByteOrder, _: &mut Vec<u8>) -> usize {
        match self {}
    }
}
