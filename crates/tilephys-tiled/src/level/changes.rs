//! What differs between a level that runs and the same level as it was loaded anew.

use std::fmt;

/// What [`Level::update`](crate::Level::update) has changed.
///
/// Displayed as `3 cells, 1 object`, or `nothing`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LevelChanges {
    /// Cells of tile layers that show another tile, or one that is something else to bodies now.
    pub cells: usize,
    /// Those of them that were set in the grid. The others do not collide, or the game has changed them.
    pub cells_set: usize,
    /// Kinds of tile that were added to the grid.
    pub kinds: usize,
    /// Shapes off the cells that were put into the grid or taken out of it: objects that collide, and tiles of layers whose
    /// offset is no multiple of the tile size.
    pub shapes: usize,
    /// Layers and groups that came, went, or are otherwise but for what they hold.
    pub layers: usize,
    /// Tilesets that came, went, or are otherwise.
    pub tilesets: usize,
    /// Objects.
    pub objects: ObjectChanges,
}

/// Which objects differ, by their ids, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectChanges {
    /// Those that there were not.
    pub came: Vec<u32>,
    /// Those that are no more.
    pub went: Vec<u32>,
    /// Those that are otherwise: of another class, elsewhere, with another value; and movers whose path or parent is.
    pub changed: Vec<u32>,
}

impl ObjectChanges {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.came.len() + self.went.len() + self.changed.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl LevelChanges {
    /// Does nothing differ that is told here? The map's own properties and colour may.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == LevelChanges::default()
    }
}

impl fmt::Display for LevelChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LevelChanges { cells, layers, tilesets, objects, .. } = self;
        let all = [(*cells, "cell"), (objects.len(), "object"), (*layers, "layer"), (*tilesets, "tileset")];
        let mut between = "";
        for (count, what) in all.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "{between}{count} {what}{}", if count == 1 { "" } else { "s" })?;
            between = ", ";
        }
        if between.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_told_in_a_few_words() {
        let objects = ObjectChanges { came: vec![4], went: vec![2, 3], changed: Vec::new() };
        let rows = [
            (LevelChanges::default(), "nothing"),
            (LevelChanges { cells: 1, ..LevelChanges::default() }, "1 cell"),
            (
                LevelChanges { cells: 2, layers: 1, objects, ..LevelChanges::default() },
                "2 cells, 3 objects, 1 layer",
            ),
            (LevelChanges { tilesets: 2, ..LevelChanges::default() }, "2 tilesets"),
        ];
        for (changes, expected) in rows {
            assert_eq!(changes.to_string(), expected);
        }
    }
}
