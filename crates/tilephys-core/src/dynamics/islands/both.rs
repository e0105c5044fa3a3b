//! Map over an array of two.

/// Applies a function to both elements. `map` of arrays is seldom inlined by the compiler.
#[inline(always)]
pub(crate) fn both<A, B>([first, second]: [A; 2], mut of: impl FnMut(A) -> B) -> [B; 2] {
    let first = of(first);
    [first, of(second)]
}
