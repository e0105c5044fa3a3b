//! Patterns of names: glob matching without case.

/// Whether `name` is as `pattern` says, in which `*` stands for any text and `?` for any character.
///
/// Greedy matching with one point of return, linear in practice (Kirk Krauss 2014, "Matching wildcards"); here over
/// characters without case.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    // Beyond any name that people give, and a bound on the time.
    if name.len() > 256 {
        return false;
    }
    let (mut pattern, mut name) = (pattern.trim(), name.trim());
    let mut star = None;
    loop {
        let (mut p, mut n) = (pattern.chars(), name.chars());
        match (p.next(), n.next()) {
            (Some('*'), _) => {
                pattern = p.as_str();
                star = Some((pattern, name));
            }
            (Some(a), Some(b)) if a == '?' || is_same(a, b) => (pattern, name) = (p.as_str(), n.as_str()),
            (None, None) => return true,
            _ => {
                // The last star takes one character more.
                let Some((after, rest)) = star else { return false };
                let mut rest = rest.chars();
                if rest.next().is_none() {
                    return false;
                }
                (pattern, name) = (after, rest.as_str());
                star = Some((pattern, name));
            }
        }
    }
}

/// Whether both are one letter, in upper or lower case.
fn is_same(a: char, b: char) -> bool {
    if a.is_ascii() && b.is_ascii() {
        a.eq_ignore_ascii_case(&b)
    } else {
        a.to_lowercase().eq(b.to_lowercase())
    }
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
        ];
        for (pattern, name, expected) in rows {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
