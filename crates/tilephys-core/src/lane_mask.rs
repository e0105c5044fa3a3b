//! Masks of vector lanes: all ones for true, or zero.

#[inline(always)]
pub(crate) fn mask(is: bool) -> i32 {
    -i32::from(is)
}

#[inline(always)]
pub(crate) fn pick(mask: i32, yes: i32, no: i32) -> i32 {
    no ^ mask & (yes ^ no)
}
