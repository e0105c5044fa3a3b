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
