//! Glob matching of names, ignoring case.

/// True if `name` matches `pattern`, in which `*` is any text and `?` any character. Case does not count.
///
/// A name of more than 256 bytes matches nothing.
#[must_use]
pub fn matches(pattern: &str, name: &str) -> bool {
    let name = name.trim();
    // Longer than any real name; bounds the time.
    if name.len() > 256 {
        return false;
    }
    if pattern.is_ascii() && name.is_ascii() {
        // A table has hundreds of rows, and a map thousands of names: no copies.
        let is_same = |a: &u8, b: &u8| *a == b'?' || a.eq_ignore_ascii_case(b);
        return wildcards(pattern.as_bytes(), name.as_bytes(), b'*', is_same);
    }
    let lower = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<char>>();
    wildcards(&lower(pattern), &lower(name), '*', |a, b| *a == '?' || a == b)
}

/// Greedy matching with one backtracking point, linear in practice (Kirk Krauss 2014, "Matching wildcards").
fn wildcards<T: Copy + PartialEq>(
    pattern: &[T],
    name: &[T],
    any: T,
    is_same: impl Fn(&T, &T) -> bool,
) -> bool {
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match pattern.get(p) {
            Some(c) if *c == any => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if is_same(c, &name[n]) => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((star_p, star_n)) = star else { return false };
                star = Some((star_p, star_n + 1));
                p = star_p + 1;
                n = star_n + 1;
            }
        }
    }
    pattern[p..].iter().all(|c| *c == any)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_without_case() {
        let rows = [
            ("walls", "Walls", true),
            ("walls", "walls2", false),
            ("collision*", "Collision Layer", true),
            ("*_bg", "trees_bg", true),
            ("*_bg", "trees_bg2", false),
            ("*a*b*c*", "xxaxxbxxcxx", true),
            ("*a*b*c*", "xxaxxcxxbxx", false),
            ("w?lls", "WÄLLS", true),
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("??", "a", false),
            ("walls", " walls ", true),
            ("Walls", "walls", true),
            ("kern", "\u{212a}ERN", true),
        ];
        for (pattern, name, expected) in rows {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
