//! Names by patterns: glob matching that ignores case, and the likelihood that a layer is ground.

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
    // A table has hundreds of rows, and a map thousands of names: most differ in the first letter, and none is copied.
    let first = |text: &str| text.bytes().next().filter(u8::is_ascii_alphanumeric);
    if first(pattern).zip(first(name)).is_some_and(|(a, b)| !a.eq_ignore_ascii_case(&b)) {
        return false;
    }
    if pattern.is_ascii() && name.is_ascii() {
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

/// Likelihood of a layer that is drawn before the level.
pub(crate) const FRONT: i32 = -1;

/// Parts of names of layers with what moves, is taken or is looked for. They win over all parts below.
const THINGS: &str =
    "spawn entit enem player coin item collectable collectible patrol checkpoint message light";
/// Parts of names of layers that are drawn behind the level, or that are not solid.
const SCENERY: &str =
    "back bg sky deco cloud fond hinter fundo far parallax water shadow overlay tree detail scener";
/// Parts of names of layers that are drawn before the level. Some of them are the ground.
const FRONT_PARTS: &str = "front fore vorder";
/// Parts of names of layers that are solid.
const GROUND: &str = "ground wall plat solid colli colis block terrain floor level tile main map land brick rock \
                      stone obstac suelo muro boden wand chao parede";

/// How likely a layer is ground by its name: above 0 likely, below 0 unlikely.
pub(crate) fn by_name(path: &str) -> i32 {
    let name = path.to_lowercase();
    let has = |parts: &str| parts.split(' ').any(|part| name.contains(part));
    let rated = [(THINGS, -3), (SCENERY, -2), (FRONT_PARTS, FRONT), (GROUND, 2)];
    rated.iter().find(|(parts, _)| has(parts)).map_or(0, |(_, likelihood)| *likelihood)
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
