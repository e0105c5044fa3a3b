//! Loads a map and uses all of its API, for fuzz input: several files in one input.

use glam::{IVec2, Vec2};
use std::io;
use std::path::{Path, PathBuf};
use tilephys_core::{Body, Profile, TileCoord, UNITS_PER_PX, World};
use tilephys_tiled::tiled;
use tilephys_tiled::{Cell, Conventions, Files, LayerContent, Level, LoadError, Loader, Problem};

/// Files with their names. As bytes, each begins with a line `#### name`; the map is the first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packed(pub(crate) Vec<(String, Vec<u8>)>);

const MARK: &[u8] = b"#### ";

impl Packed {
    /// Parses the files in `bytes`. Text before the first mark is ignored.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Packed {
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        for line in bytes.split_inclusive(|b| *b == b'\n') {
            if let Some(name) = line.strip_prefix(MARK) {
                files.push((String::from_utf8_lossy(name.trim_ascii()).into_owned(), Vec::new()));
            } else if let Some((_, content)) = files.last_mut() {
                content.extend_from_slice(line);
            }
        }
        Packed(files)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let file = |(name, content): &(String, Vec<u8>)| {
            [MARK, name.as_bytes(), b"\n", content, if content.ends_with(b"\n") { b"" } else { b"\n" }]
                .concat()
        };
        self.0.iter().flat_map(file).collect()
    }
}

impl Files for Packed {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let found = self.0.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, content)| content.clone()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let names = self.0.iter().map(|(name, _)| PathBuf::from(name));
        Ok(names.filter(|name| name.parent() == Some(dir)).collect())
    }
}

/// Loads the first of `files` and uses it; returns the error if it does not load.
///
/// # Panics
/// On any unexpected error: among them an error of the model, which the checked pass should have found.
pub(crate) fn exercise(files: &Packed) -> Result<(), LoadError> {
    let first = files.0.first().map_or("a.tmx", |(name, _)| name.as_str());
    let judged = |error: &LoadError| {
        assert!(error.problem() != Problem::Model, "{error}");
        assert!(!error.to_string().is_empty());
    };
    let mut loader = Loader::with_files(files.clone());
    if first.ends_with(".world") {
        return use_world(&mut loader, first).inspect_err(judged);
    }
    let mut level = loader.load(first).inspect_err(judged)?;
    use_cells(&level);
    use_objects(&level);
    use_locator(&level);
    use_model(&level);
    use_grid(&mut level);
    use_conventions(files, first);
    Ok(())
}

/// Loads the map with conventions. They must not cause an error unless the map becomes too large.
fn use_conventions(files: &Packed, first: &str) {
    match Loader::with_files(files.clone()).conventions(Conventions::common()).load(first) {
        Ok(mut level) => {
            use_objects(&level);
            use_grid(&mut level);
        }
        Err(error) => assert!(error.problem() == Problem::Limit, "by conventions: {error}"),
    }
}

/// Loads the maps of a world.
fn use_world(loader: &mut Loader<Packed>, path: &str) -> Result<(), LoadError> {
    let world = loader.load_world(path)?;
    for (i, map) in world.maps.iter().enumerate() {
        assert!(world.neighbours(i).iter().all(|other| world.neighbours(*other).contains(&i)));
        loader.load(&map.path)?;
    }
    Ok(())
}

/// Asks for the source of every part.
fn use_locator(level: &Level) {
    let locator = level.locator();
    assert_eq!(locator.map().file(), level.path);
    for (index, layer) in level.layers.iter().enumerate() {
        let element = locator.layer(index).expect("every layer has an element");
        let name = element.attribute("name").map_or("", |name| name.value);
        assert!(layer.path.ends_with(name), "{element:?} is layer {:?}", layer.path);
        let LayerContent::Tiles(blocks) = &layer.content else { continue };
        for block in blocks {
            // The first and the last cell.
            let last = IVec2::new(block.width as i32 - 1, block.height() as i32 - 1);
            for at in [IVec2::ZERO, last] {
                let at = TileCoord::new(block.min.col + at.x, block.min.row + at.y);
                let cell = locator.cell(index, at).expect("every cell has a position");
                assert!(cell.snippet().is_some());
            }
        }
    }
    for object in &level.objects {
        let element = locator.object(object.id).expect("every object has an element");
        assert!(element.snippet().is_some());
    }
    for (index, tileset) in level.tilesets.iter().enumerate() {
        assert!(tileset.first_gid.is_none() || locator.tileset_use(index).is_some());
        for id in tileset.tiles.keys() {
            assert!(locator.tile(index, *id).is_some(), "every tile with data has an element");
            for shape in locator.shapes(index, *id).unwrap_or_default() {
                assert!(shape.position.is_finite() && shape.element.name() == "object");
            }
        }
    }
}

fn use_cells(level: &Level) {
    let mut last = 0;
    for layer in &level.layers {
        assert_eq!(level.layer(&layer.path).map(|l| &l.path), Some(&layer.path));
        let LayerContent::Tiles(blocks) = &layer.content else { continue };
        for bits in blocks.iter().flat_map(|block| &block.gids) {
            if *bits == last {
                continue;
            }
            last = *bits;
            let Some(cell) = Cell::of(*bits) else { continue };
            let tile = level.tile(cell.gid).expect("every gid of a level has a tileset");
            let _ = level.gid_of_tile(&tile.tileset.name, tile.id);
            if let Some(kind) = level.kind_of_cell(cell) {
                assert!(level.tile_of_kind(kind).is_some(), "a kind of a cell has a tile");
            }
        }
    }
}

fn use_objects(level: &Level) {
    for object in &level.objects {
        assert!(level.object(object.id).is_some());
        object.properties.iter().for_each(|p| assert!(object.properties.get(&p.name).is_some()));
    }
    let _ = level.spawn();
    level.warnings.iter().for_each(|w| assert!(!w.to_string().is_empty()));
}

/// Two steps of a body and all movers, with regions.
fn use_grid(level: &mut Level) {
    let first = level.grid.tiles().next().map_or(TileCoord::default(), |(_, at, _)| at);
    let mut grid = level.take_grid();
    for region in &level.regions {
        grid.add_region(region.region());
    }
    let tile = (grid.tile_size() / UNITS_PER_PX).as_vec2();
    let at = IVec2::new(first.col, first.row).as_vec2() * tile;
    let mut world = World::new(grid);
    for mover in &level.movers {
        let id = world.add_mover(mover.mover).expect("a mover of a level can be added");
        let path = mover.path.as_ref().and_then(|path| path.path(1.0 / 60.0).ok());
        world.set_mover_path(id, path, 0);
    }
    let profile = world.add_profile(Profile::default());
    let corner = level.spawn().map_or(at, |spawn| spawn.position);
    // A body must lie in the world; spawns need not.
    let corner = corner.clamp(Vec2::splat(-8e6), Vec2::splat(8e6));
    let mut body = Body::new(corner, Vec2::new(8.0, 11.0));
    body.velocity = Vec2::new(300.0, 700.0);
    let id = world.spawn(profile, body);
    world.step(1.0 / 60.0);
    world.step(1.0 / 60.0);
    assert!(world.body(id).is_some());
}

/// Reads the complete model, unless it would be out of proportion.
fn use_model(level: &Level) {
    let map = match level.tiled_map() {
        Ok(map) => map,
        Err(error) => {
            assert!(error.problem() == Problem::Limit, "{error}");
            return;
        }
    };
    for tileset in map.tilesets() {
        assert!(
            tileset.tiles().all(|(id, tile)| tileset.get_tile(id).is_some() && tile.probability.is_finite())
        );
    }
    for layer in map.layers() {
        use_layer(layer);
    }
}

fn use_layer(layer: tiled::Layer<'_>) {
    match layer.layer_type() {
        tiled::LayerType::Tiles(tiled::TileLayer::Finite(tiles)) => {
            let cells =
                (0..tiles.height() as i32).flat_map(|y| (0..tiles.width() as i32).map(move |x| (x, y)));
            let found = cells.filter_map(|(x, y)| tiles.get_tile(x, y));
            found.for_each(|tile| used(tile.get_tile()));
        }
        tiled::LayerType::Tiles(tiled::TileLayer::Infinite(tiles)) => {
            for (_, chunk) in tiles.chunks() {
                for (x, y) in (0..16).flat_map(|y| (0..16).map(move |x| (x, y))) {
                    used(chunk.get_tile(x, y).and_then(|tile| tile.get_tile()));
                }
            }
        }
        tiled::LayerType::Objects(objects) => {
            for object in objects.objects() {
                used(object.get_tile().and_then(|tile| tile.get_tile()));
            }
        }
        tiled::LayerType::Image(_) => {}
        tiled::LayerType::Group(group) => group.layers().for_each(use_layer),
    }
}

/// Prevents the compiler from removing a lookup.
fn used<T>(found: T) {
    let _ = std::hint::black_box(found);
}
