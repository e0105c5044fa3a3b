//! Patterns of names: glob matching without case.

/// Whether `name` is as `pattern` says, in which `*` stands for any text and `?` for any character.
///
/// Greedy matching with one point of return, linear in practice (Kirk Krauss 2014, "Matching wildcards"); here over
/// characters in lower case.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    // Beyond any name that people give, and a bound on the time.
    if name.len() > 256 {
        return false;
    }
    let lower = |text: &str| text.trim().chars().flat_map(char::to_lowercase).collect::<Vec<char>>();
    let (pattern, name) = (lower(pattern), lower(name));
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => {
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
    pattern[p..].iter().all(|c| *c == '*')
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
