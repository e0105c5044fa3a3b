//! Maps and worlds as assets, with all files that they need.

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, AssetPath, Handle, LoadContext};
use bevy_ecs::error::BevyError;
use bevy_reflect::TypePath;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use tilephys_tiled::{Level, LevelWorld, LoadError, Loader, Loading, Progress, SuppliedFiles};

/// A map of Tiled (`.tmx`, `.tmj`) with its tilesets and templates.
#[derive(Asset, TypePath, Debug)]
pub struct LevelAsset {
    pub(crate) level: Level,
    /// Number of the load, from 1: another number means other files.
    pub(crate) revision: u64,
}

/// A world of Tiled (`.world`) with its maps.
#[derive(Asset, TypePath, Debug)]
pub struct WorldAsset {
    /// The maps: the listed ones in the order of the file, then the matches of its patterns.
    #[dependency]
    pub levels: Vec<Handle<LevelAsset>>,
    /// Upper left corners of the maps, in pixels of the world; y points down.
    pub positions: Vec<[i32; 2]>,
    world: LevelWorld,
}

impl LevelAsset {
    /// The level as it is in the files. Its vectors are of the engine's version of glam.
    #[must_use]
    pub fn raw(&self) -> &Level {
        &self.level
    }
}

impl WorldAsset {
    /// The world as it is in its file. Its vectors are of the engine's version of glam.
    #[must_use]
    pub fn raw(&self) -> &LevelWorld {
        &self.world
    }
}

/// Settings of a load, for `load_with_settings`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct LevelSettings {
    /// Path of the Tiled project with the classes of the game; none by default, because no folder can be listed.
    pub project: Option<String>,
}

/// Loads levels.
#[derive(TypePath, Default)]
pub(crate) struct LevelLoader {
    loads: AtomicU64,
}

/// Loads worlds.
#[derive(TypePath, Default)]
pub(crate) struct WorldLoader;

/// Files that a load has read so far.
struct ReadFiles<'a> {
    path: PathBuf,
    files: Vec<(PathBuf, io::Result<Vec<u8>>)>,
    settings: &'a LevelSettings,
}

impl<'a> ReadFiles<'a> {
    /// Begins with the file at the path of the context.
    async fn begin(
        reader: &mut dyn Reader,
        settings: &'a LevelSettings,
        context: &LoadContext<'_>,
    ) -> Result<Self, BevyError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let path = context.path().path().to_owned();
        Ok(ReadFiles { files: vec![(path.clone(), Ok(bytes))], path, settings })
    }

    /// Loads, and reads missing files until all are there. Each becomes a dependency, so that its change loads the asset again.
    async fn load<T>(
        mut self,
        context: &mut LoadContext<'_>,
        load: impl Fn(&mut Loader<SuppliedFiles>, &Path) -> Result<T, LoadError>,
    ) -> Result<T, BevyError> {
        loop {
            let missing = match self.poll(&load)? {
                Progress::Done(loaded) => return Ok(loaded),
                Progress::Needs(missing) => missing,
            };
            for file in missing {
                let path =
                    AssetPath::from_path_buf(file.clone()).with_source(context.path().source().clone_owned());
                let content = context.read_asset_bytes(path).await;
                let content = content.map_err(|_| io::Error::from(io::ErrorKind::NotFound));
                self.files.push((file, content));
            }
        }
    }

    /// Loads with the files that are there.
    fn poll<T>(
        &mut self,
        load: impl Fn(&mut Loader<SuppliedFiles>, &Path) -> Result<T, LoadError>,
    ) -> Result<Progress<T>, LoadError> {
        // The folder of all assets, so that maps in folders of it share tilesets above them.
        let mut loading = Loading::new(&self.path).with(|loader| loader.root(""));
        if let Some(project) = &self.settings.project {
            loading = loading.with(|loader| loader.project(project));
        }
        for (path, content) in &self.files {
            let content = match content {
                Ok(bytes) => Ok(bytes.clone()),
                Err(error) => Err(io::Error::from(error.kind())),
            };
            loading.supply(path, content);
        }
        loading.poll_with(|loader| load(loader, &self.path))
    }
}

impl AssetLoader for LevelLoader {
    type Asset = LevelAsset;
    type Settings = LevelSettings;
    type Error = BevyError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        settings: &LevelSettings,
        context: &mut LoadContext<'_>,
    ) -> Result<LevelAsset, BevyError> {
        let files = ReadFiles::begin(reader, settings, context).await?;
        let level = files.load(context, |loader, path| loader.load(path)).await?;
        level.notes().for_each(|note| log::warn!("{note}"));
        let revision = 1 + self.loads.fetch_add(1, Ordering::Relaxed);
        Ok(LevelAsset { level, revision })
    }

    fn extensions(&self) -> &[&str] {
        &["tmx", "tmj"]
    }
}

impl AssetLoader for WorldLoader {
    type Asset = WorldAsset;
    type Settings = LevelSettings;
    type Error = BevyError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        settings: &LevelSettings,
        context: &mut LoadContext<'_>,
    ) -> Result<WorldAsset, BevyError> {
        let files = ReadFiles::begin(reader, settings, context).await?;
        let world = files.load(context, |loader, path| loader.load_world(path)).await?;
        world.warnings.iter().for_each(|warning| log::warn!("{warning}"));
        let source = context.path().source().clone_owned();
        let paths = world.maps.iter().map(|map| AssetPath::from_path_buf(map.path.clone()));
        let paths: Vec<AssetPath<'_>> = paths.map(|path| path.with_source(source.clone())).collect();
        let levels = paths.into_iter().map(|path| context.load(path)).collect();
        let positions = world.maps.iter().map(|map| map.position.to_array()).collect();
        Ok(WorldAsset { levels, positions, world })
    }

    fn extensions(&self) -> &[&str] {
        &["world"]
    }
}
