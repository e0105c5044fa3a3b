//! Parts of the maps, for several machines: `--shard K/N`.

use std::path::PathBuf;

/// A part of all maps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shard {
    /// Index of the part, from 0.
    index: usize,
    /// Number of parts.
    count: usize,
}

/// Reads `2/4`.
///
/// # Errors
/// If it is no part.
pub(crate) fn parse(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((k, count)) if (1..=count).contains(&k) => Ok(Shard { index: k - 1, count }),
        _ => Err("expected a part and the number of parts, such as 2/4".to_owned()),
    }
}

impl Shard {
    /// Every n-th map, so that large maps beside each other are spread over the parts.
    pub(crate) fn of(self, maps: Vec<PathBuf>) -> Vec<PathBuf> {
        maps.into_iter().skip(self.index).step_by(self.count).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_each_map_once() {
        let maps: Vec<PathBuf> = (0..7).map(|i| PathBuf::from(format!("{i}.tmx"))).collect();
        let mut all: Vec<PathBuf> = Vec::new();
        for k in 1..=3 {
            all.extend(parse(&format!("{k}/3")).expect("a part").of(maps.clone()));
        }
        all.sort();
        assert_eq!(all, maps);
        for wrong in ["0/3", "4/3", "1", "1/0", "a/b", "-1/2", "1/2/3"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
