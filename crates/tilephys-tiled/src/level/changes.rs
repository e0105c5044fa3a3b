//! Level diff: the differences between a running level and the same level loaded again.

use std::fmt;

/// Result of [`Level::update`](crate::Level::update): the number of changes.
///
/// Displayed as `3 cells, 1 object`, or `nothing`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LevelChanges {
    /// Number of cells of tile layers with another tile, or whose tile collides in another way.
    pub cells: usize,
    /// Number of those cells that were set in the grid. The others do not collide, or the game has changed them.
    pub cells_set: usize,
    /// Number of kinds of tile added to the grid.
    pub kinds: usize,
    /// Number of shapes off the grid that were added or removed. These are colliding objects, and tiles of layers whose
    /// offset is not a multiple of the tile size.
    pub shapes: usize,
    /// Number of layers and groups added, removed, or changed in anything but their content.
    pub layers: usize,
    /// Number of tilesets added, removed or changed.
    pub tilesets: usize,
    /// Objects added, removed or changed.
    pub objects: ObjectChanges,
}

/// Ids of the objects that differ, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectChanges {
    /// Ids of new objects.
    pub came: Vec<u32>,
    /// Ids of removed objects.
    pub went: Vec<u32>,
    /// Ids of changed objects: class, place, shape or a property; for a mover also its path or parent.
    pub changed: Vec<u32>,
}

impl ObjectChanges {
    /// Number of all these objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.came.len() + self.went.len() + self.changed.len()
    }

    /// True if no object differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl LevelChanges {
    /// True if all counts are zero. The map's own properties and colour may differ.
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
