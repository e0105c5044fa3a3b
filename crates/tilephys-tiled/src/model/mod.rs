//! Conversion to the complete model of the `tiled` crate, and from it.

mod from_tiled;
mod rewrite;

use crate::error::{LoadError, Problem, Result};
use crate::files::reader::normal;
use crate::level::Level;
use crate::level::memory::Sources;
use crate::xml::Element;
use rewrite::{Asked, rewritten};
use std::collections::BTreeMap;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};

impl Level {
    /// The complete model of the map from the [`tiled`] crate, with animations, terrains, fonts and all cells.
    ///
    /// Each call builds it from the loaded files, which the level keeps. A call takes about as long as a load, and 16
    /// bytes per cell. Values that the crate would refuse or panic at are replaced. Unset colours and properties of
    /// unknown types become strings, and unreadable values are left out. Images without a size become 0 × 0, and
    /// tilesets built into Tiled become empty. Otherwise the model equals the result of [`tiled::Loader`] for the path
    /// of the level, with every kind of compression. Feature `tiled-model`.
    ///
    /// # Errors
    ///
    /// If the model would be out of proportion. The limits are a million tiles in all tilesets, and chunks in 131,072
    /// squares of 16 × 16 cells.
    ///
    /// # Examples
    ///
    /// ```
    /// # let map = br#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
    /// #  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="4" columns="4">
    /// #   <image source="rock.png" width="64" height="16"/>
    /// #   <wangsets><wangset name="moss" type="corner" tile="-1"/></wangsets>
    /// #  </tileset>
    /// #  <layer id="1" name="ground" width="2" height="1"><data encoding="csv">0,3</data></layer>
    /// # </map>"#;
    /// # let files = |_: &std::path::Path| Ok(map.to_vec());
    /// let level = tilephys_tiled::load_from(&files, "cave.tmx")?;
    /// let map = level.tiled_map()?;
    /// assert_eq!(map.tilesets()[0].wang_sets[0].name, "moss");
    /// # Ok::<(), tilephys_tiled::LoadError>(())
    /// ```
    pub fn tiled_map(&self) -> Result<tiled::Map, LoadError> {
        let path = &self.path;
        if path.parent().is_none() {
            return Err(LoadError::new(Problem::File, path, "a map without a file name has no model"));
        }
        let copies = self.sources.copies()?;
        let reader = |wanted: &Path| -> io::Result<Cursor<&[u8]>> {
            let bytes = copies.get(&normal(wanted));
            bytes.map(|b| Cursor::new(b.as_slice())).ok_or_else(|| io::ErrorKind::NotFound.into())
        };
        let map = tiled::Loader::with_reader(reader).load_tmx_map(path);
        map.map_err(|e| {
            let message = format!("the model of the map cannot be built: {e}");
            LoadError::new(Problem::Model, path, message).caused_by(e)
        })
    }
}

impl Sources {
    /// The rewritten files by path.
    fn copies(&self) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
        let files = self.files.iter().map(|source| &**source).chain([&self.map]);
        let parsed: Vec<_> = files.map(|source| Ok((source, source.parse()?))).collect::<Result<_>>()?;
        let roots = parsed.iter().map(|(source, tree)| Element { source, node: tree.root_element() });
        let mut asked = Asked::of(roots.clone());
        roots.map(|root| Ok((root.source.path.clone(), rewritten(root, &mut asked)?))).collect()
    }
}
