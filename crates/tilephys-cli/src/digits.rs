//! Number formatting with grouped digits.

/// Digits in groups of three: `1,234,567`.
pub(crate) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let (head, tail) = digits.split_at((digits.len() - 1) % 3 + 1);
    let groups = tail.as_bytes().chunks(3).map(|group| group.iter().copied().map(char::from).collect());
    [head.to_owned()].into_iter().chain(groups).collect::<Vec<String>>().join(",")
}

/// Grouped digits with a sign.
pub(crate) fn signed(n: impl Into<i64>) -> String {
    let n = n.into();
    format!("{}{}", if n < 0 { "-" } else { "" }, grouped(n.unsigned_abs()))
}
