//! Instructions of AVX2 on sixteen units, or 32 bytes, at once, by short names.
//!
//! Each is inlined where it is used, so that it is compiled for the machine of its caller. The
//! halves of a vector are separate: interleaving and shuffling work within each half.

use core::arch::x86_64::{__m128i, __m256i};

use pulp::bytemuck::{Pod, cast};
use pulp::x86::V3;

/// A machine that has AVX2.
#[derive(Debug, Clone, Copy)]
pub struct Lanes(pub(super) V3);

/// Sixteen units, or 32 bytes.
pub type Vector = __m256i;
/// Half of that.
pub type HalfVector = __m128i;

/// The bytes of an array as a vector.
#[inline(always)]
pub fn vector<T: Pod>(array: T) -> Vector {
    cast(array)
}

/// Sixteen times the same unit.
#[inline(always)]
pub fn units(unit: u16) -> Vector {
    cast([unit; 16])
}

/// Eight times the same code point.
#[inline(always)]
pub fn points(point: u32) -> Vector {
    cast([point; 8])
}

/// 32 times the same byte.
#[inline(always)]
pub fn bytes(byte: u8) -> Vector {
    cast([byte; 32])
}

impl Lanes {
    /// The bits that are set in both.
    #[inline(always)]
    pub fn and(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_and_si256(a, b)
    }

    /// The bits that are set in one.
    #[inline(always)]
    pub fn or(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_or_si256(a, b)
    }

    /// The bits that are set in only one.
    #[inline(always)]
    pub fn differ(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_xor_si256(a, b)
    }

    /// The units of `a` plus those of `b`, at most 0xFFFF.
    #[inline(always)]
    pub fn add_up(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_adds_epu16(a, b)
    }

    /// The lower byte of each unit, twice.
    #[inline(always)]
    pub fn lower_twice(self, a: Vector) -> Vector {
        self.shuffle_each(a, [0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14])
    }

    /// The units of `a` plus those of `b`.
    #[inline(always)]
    pub fn add(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_add_epi16(a, b)
    }

    /// Each unit moved left by some bits.
    #[inline(always)]
    pub fn left<const BITS: i32>(self, a: Vector) -> Vector {
        self.0.avx2._mm256_slli_epi16::<BITS>(a)
    }

    /// Each unit moved right by some bits.
    #[inline(always)]
    pub fn right<const BITS: i32>(self, a: Vector) -> Vector {
        self.0.avx2._mm256_srli_epi16::<BITS>(a)
    }

    /// All bits of each unit that is the same in both.
    #[inline(always)]
    pub fn equal(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_cmpeq_epi16(a, b)
    }

    /// All bits of each unit that is at most another.
    #[inline(always)]
    pub fn at_most(self, a: Vector, most: u16) -> Vector {
        self.equal(self.0.avx2._mm256_min_epu16(a, units(most)), a)
    }

    /// All bits of each byte that is at least another.
    #[inline(always)]
    pub fn bytes_from(self, a: Vector, least: u8) -> Vector {
        let more = self.larger_bytes(a, bytes(least));
        self.0.avx2._mm256_cmpeq_epi8(more, a)
    }

    /// All bits of each byte of 0x80 to 0xBF.
    #[inline(always)]
    pub fn follows(self, a: Vector) -> Vector {
        self.0.avx2._mm256_cmpgt_epi8(bytes(0xC0), a)
    }

    /// All bits of each byte below 0x80.
    #[inline(always)]
    pub fn ascii(self, a: Vector) -> Vector {
        self.0.avx2._mm256_cmpgt_epi8(a, bytes(0xFF))
    }

    /// The bytes of `a` plus those of `b`, without carry.
    #[inline(always)]
    pub fn add_bytes(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_add_epi8(a, b)
    }

    /// The bits of `a` that are not among others.
    #[inline(always)]
    pub fn without(self, others: Vector, a: Vector) -> Vector {
        self.0.avx2._mm256_andnot_si256(others, a)
    }

    /// The larger byte of two, for each.
    #[inline(always)]
    pub fn larger_bytes(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_max_epu8(a, b)
    }

    /// The bytes of `yes` where all bits are set, and those of `no` where none is.
    #[inline(always)]
    pub fn pick(self, set: Vector, yes: Vector, no: Vector) -> Vector {
        self.0.avx2._mm256_blendv_epi8(no, yes, set)
    }

    /// For each unit, the sum of its bytes, each multiplied by another number below 128.
    #[inline(always)]
    pub fn sum_of_products(self, a: Vector, by: Vector) -> Vector {
        self.0.avx2._mm256_maddubs_epi16(a, by)
    }

    /// Bytes of both in turn, from the first eight of each half.
    #[inline(always)]
    pub fn first_bytes(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_unpacklo_epi8(a, b)
    }

    /// Bytes of both in turn, from the last eight of each half.
    #[inline(always)]
    pub fn last_bytes(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_unpackhi_epi8(a, b)
    }

    /// Units of both in turn, from the first four of each half.
    #[inline(always)]
    pub fn first_units(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_unpacklo_epi16(a, b)
    }

    /// Units of both in turn, from the last four of each half.
    #[inline(always)]
    pub fn last_units(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_unpackhi_epi16(a, b)
    }

    /// The highest bit of each byte, the first byte's lowest.
    #[inline(always)]
    pub fn high_bits(self, a: Vector) -> u32 {
        self.0.avx2._mm256_movemask_epi8(a).cast_unsigned()
    }

    /// Eight units of both in turn as bytes; all must be at most 0xFF.
    #[inline(always)]
    pub fn narrow(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_packus_epi16(a, b)
    }

    /// The same of units that have all bits or none.
    #[inline(always)]
    pub fn narrow_sets(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_packs_epi16(a, b)
    }

    /// Sixteen bytes as units.
    #[inline(always)]
    pub fn widen(self, bytes: [u8; 16]) -> Vector {
        self.0.avx2._mm256_cvtepu8_epi16(cast(bytes))
    }

    /// Groups of eight bytes in turn, moved so that interleaved halves are in order again.
    #[inline(always)]
    pub fn in_order(self, a: Vector) -> Vector {
        self.0.avx2._mm256_permute4x64_epi64::<0b11_01_10_00>(a)
    }

    /// The last byte of `before`, then all bytes of `a` except the last.
    #[inline(always)]
    pub fn one_byte_earlier(self, before: Vector, a: Vector) -> Vector {
        let between = self.0.avx2._mm256_permute2x128_si256::<0x21>(before, a);
        self.0.avx2._mm256_alignr_epi8::<15>(a, between)
    }

    /// The last unit of `before`, then all units of `a` except the last.
    #[inline(always)]
    pub fn one_unit_earlier(self, before: Vector, a: Vector) -> Vector {
        let between = self.0.avx2._mm256_permute2x128_si256::<0x21>(before, a);
        self.0.avx2._mm256_alignr_epi8::<14>(a, between)
    }

    /// The first and the last half.
    #[inline(always)]
    pub fn halves(self, a: Vector) -> [HalfVector; 2] {
        let last = self.0.avx2._mm256_extracti128_si256::<1>(a);
        [self.0.avx._mm256_castsi256_si128(a), last]
    }

    /// The bytes of a half in another order.
    #[inline(always)]
    pub fn shuffle(self, a: HalfVector, order: [u8; 16]) -> HalfVector {
        self.0.ssse3._mm_shuffle_epi8(a, cast(order))
    }

    /// The bytes of each half in another order.
    #[inline(always)]
    pub fn shuffle_each(self, a: Vector, order: [u8; 16]) -> Vector {
        self.0.avx2._mm256_shuffle_epi8(a, cast([order, order]))
    }

    /// All bits of each code point that is the same in both.
    #[inline(always)]
    pub fn equal_points(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_cmpeq_epi32(a, b)
    }

    /// All bits of each code point that is at least another.
    #[inline(always)]
    pub fn points_from(self, a: Vector, least: u32) -> Vector {
        let more = self.0.avx2._mm256_max_epu32(a, points(least));
        self.equal_points(more, a)
    }

    /// The code points of `a` plus those of `b`, without carry.
    #[inline(always)]
    pub fn add_points(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_add_epi32(a, b)
    }

    /// Each code point moved left by some bits.
    #[inline(always)]
    pub fn left_points<const BITS: i32>(self, a: Vector) -> Vector {
        self.0.avx2._mm256_slli_epi32::<BITS>(a)
    }

    /// Each code point moved right by some bits.
    #[inline(always)]
    pub fn right_points<const BITS: i32>(self, a: Vector) -> Vector {
        self.0.avx2._mm256_srli_epi32::<BITS>(a)
    }

    /// Four code points of both in turn as units; all must be at most 0xFFFF.
    #[inline(always)]
    pub fn narrow_points(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_packus_epi32(a, b)
    }

    /// Eight units as code points.
    #[inline(always)]
    pub fn widen_units(self, units: HalfVector) -> Vector {
        self.0.avx2._mm256_cvtepu16_epi32(units)
    }

    /// Eight units that have all bits or none, widened to such code points.
    #[inline(always)]
    pub fn widen_sets(self, units: HalfVector) -> Vector {
        self.0.avx2._mm256_cvtepi16_epi32(units)
    }

    /// All bits of each byte that is the same in both.
    #[inline(always)]
    pub fn equal_bytes(self, a: Vector, b: Vector) -> Vector {
        self.0.avx2._mm256_cmpeq_epi8(a, b)
    }

    /// All bits of each byte that equals `byte`.
    #[inline(always)]
    pub fn is_byte(self, a: Vector, byte: u8) -> Vector {
        self.equal_bytes(a, bytes(byte))
    }

    /// All bits of each byte from `first` to `last`.
    #[inline(always)]
    pub fn among(self, a: Vector, first: u8, last: u8) -> Vector {
        let above = self.0.avx2._mm256_sub_epi8(a, bytes(first));
        let within = self.0.avx2._mm256_min_epu8(above, bytes(last - first));
        self.equal_bytes(within, above)
    }

    /// For each byte, the bits that are set in both of two tables: one indexed by its lower four
    /// bits, one by its upper four.
    #[inline(always)]
    pub fn look_up(self, a: Vector, [lower, upper]: [[u8; 16]; 2]) -> Vector {
        let four = bytes(0x0F);
        let high = self.and(self.right::<4>(a), four);
        let low = self.and(a, four);
        let tables = [cast([lower, lower]), cast([upper, upper])];
        let [low, high] = [
            self.0.avx2._mm256_shuffle_epi8(tables[0], low),
            self.0.avx2._mm256_shuffle_epi8(tables[1], high),
        ];
        self.and(low, high)
    }
}
