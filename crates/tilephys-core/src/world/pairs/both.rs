//! Two of something at once.

/// What becomes of each of two. As `map` of an array, which compilers seldom inline.
#[inline(always)]
pub(super) fn both<A, B>([first, second]: [A; 2], mut of: impl FnMut(A) -> B) -> [B; 2] {
    let first = of(first);
    [first, of(second)]
}
