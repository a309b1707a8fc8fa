//! Instructions of some machines that work on many lanes at once.
//!
//! This is the only place that asks for the instructions of a machine; a room with a [`Kernel`] for
//! such machines has portable code too. Invariant: both give the same.

#![cfg(target_arch = "x86_64")]
// Code with these instructions must be inlined where they are allowed.
#![expect(clippy::inline_always)]

pub mod lanes;

use lanes::Lanes;
use pulp::NullaryFnOnce;
use pulp::x86::V3;

/// A machine that has AVX2.
#[derive(Debug, Clone, Copy)]
pub struct VectorMachine(V3);

/// A piece of code compiled for such machines. It and everything it calls must be inlined.
pub trait Kernel {
    /// The result.
    type Output;

    /// Runs it.
    fn run(self, lanes: Lanes) -> Self::Output;
}

impl VectorMachine {
    /// This machine, if it has AVX2.
    #[inline]
    pub fn here() -> Option<Self> {
        V3::try_new().map(Self)
    }

    /// Runs a piece of code.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        self.0.vectorize(KernelCall(Lanes(self.0), kernel))
    }
}

/// A call of a kernel. A closure would not be inlined.
struct KernelCall<K>(Lanes, K);

impl<K: Kernel> NullaryFnOnce for KernelCall<K> {
    type Output = K::Output;

    #[inline(always)]
    fn call(self) -> K::Output {
        self.1.run(self.0)
    }
}
