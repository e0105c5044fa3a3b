//! The load pipeline: from a path through the checked pass to a level.

use crate::collide::judge::{object_collision, object_place};
use crate::collide::kinds::LayerMemory;
use crate::collide::place::{MAX_KINDS, Placer};
use crate::conventions::apply::{apply, drop_explained};
use crate::data::parts::{
    Flip, LayerContent, LayerInfo, LayerKind, Object, ObjectKind, ObjectTile, TileRect, TilesetInfo,
};
use crate::error::{Faults, LoadError, Position, Problem, Result, Warning, WarningKind, WithHelp, merged};
use crate::files::reader::{Disk, Files, Limits, normal};
use crate::level::Level;
use crate::level::memory::{Border, Memory, Parts, Shape, Sources};
use crate::settings::conventions::Conventions;
use crate::things::marks::{self, Guessed};
use crate::things::movers::{self, Lines, Unresolved};
use crate::things::rules;
use crate::things::rules::gates;
use crate::tmx::facts::{
    Chain, Geometry, LayerFacts, MapFacts, ObjectFacts, TilePlace, TilesetFacts, is_ignored,
};
use crate::tmx::map::{Checked, check};
use crate::tmx::pass::Store;
use crate::types::{Asked, Wanted};
use crate::vocabulary::names::is_mark;
use glam::{UVec2, Vec2};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use tilephys_core::limits::{CHUNK_SIZE, MAX_LAYERS};
use tilephys_core::{LayerId, TileCoord, TileGrid};

/// Loads the map at `path` from disk.
///
/// # Errors
///
/// - A file cannot be read, or is not what Tiled writes.
/// - The map is not orthogonal, a setting has an unknown value, or a collision shape is invalid.
/// - The map refers to a file outside of its folder, which a [`Loader`](crate::Loader) may allow.
///
/// See [`LoadError`].
pub fn load(path: impl AsRef<Path>) -> Result<Level, LoadError> {
    load_from(&Disk, path)
}

/// Loads the map at `path` from `files`.
///
/// # Errors
///
/// As [`load`].
///
/// # Examples
///
/// ```
/// use std::{io, path::Path};
/// let map = br#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
///  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
///   <image source="rock.png" width="16" height="16"/>
///   <tile id="0"><properties><property name="collision" value="solid"/></properties></tile>
///  </tileset>
///  <layer id="1" name="ground" width="2" height="1"><data encoding="csv">0,1</data></layer>
/// </map>"#;
/// let files = |path: &Path| match path.to_str() {
///     Some("cave.tmx") => Ok(map.to_vec()),
///     _ => Err(io::Error::from(io::ErrorKind::NotFound)),
/// };
/// let level = tilephys_tiled::load_from(&files, "cave.tmx")?;
/// assert_eq!(level.grid.tiles().count(), 1);
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
pub fn load_from(files: &dyn Files, path: impl AsRef<Path>) -> Result<Level, LoadError> {
    let path = normal(path.as_ref());
    let (limits, types) = (&Limits::DEFAULT, &Wanted::default());
    let conventions = Conventions::built_in();
    let (strict, closes) = (false, false);
    let asked = Asked { files, limits, root: None, types, path: &path, conventions, strict, closes };
    load_asked(&asked, None, &mut Store::default())
}

/// Loads a map, from `bytes` if given, with the files cached in `store`; files read are added to it.
pub(crate) fn load_asked(asked: &Asked<'_>, bytes: Option<Vec<u8>>, store: &mut Store) -> Result<Level> {
    let Checked { mut facts, source, files, mut warnings, types, project } = check(asked, bytes, store)?;
    let files = files.values().map(|file| file.source.clone()).collect();
    let sources = Arc::new(Sources { map: source, files, types, parts: Parts::of(&facts) });
    let shown = |path: &Path, position: Position| sources.snippet(path, position);
    let conventions = apply(&mut facts, asked.conventions).map_err(|error| error.show(shown))?;
    drop_explained(&facts, &mut warnings);
    let mut level =
        build((asked.path, asked.closes), facts, &sources, warnings).map_err(|error| error.show(shown))?;
    level.project = project;
    level.conventions.splice(0..0, conventions);
    if level.spawn().is_some() {
        level.warnings.retain(|warning| warning.kind != WarningKind::Start);
    }
    level.warnings = merged(level.warnings);
    for warning in &mut level.warnings {
        warning.snippet = warning.position.and_then(|position| shown(&warning.file, position));
    }
    let mut faults = Faults::default();
    level.warnings.iter().filter(|_| asked.strict).filter_map(Warning::fault).for_each(|e| faults.add(e));
    faults.or(level)
}

/// Builds the level of a checked map.
fn build(
    (path, closes): (&Path, bool),
    mut facts: MapFacts,
    sources: &Arc<Sources>,
    warnings: Vec<Warning>,
) -> Result<Level> {
    let mut builder = Builder {
        facts: &facts,
        placer: Placer::new(&facts, warnings),
        placed: Vec::new(),
        objects: Vec::new(),
        movers: Vec::new(),
        marks: Vec::new(),
        guessed: Vec::new(),
    };
    let mut faults = Faults::default();
    faults.keep(builder.layers());
    let Builder { mut placer, placed, objects, movers, marks, guessed, .. } = builder;
    let (grid_layers, memories): (Vec<_>, Vec<_>) = placed.into_iter().unzip();
    let candidates = placer.finish();
    let Placer { mut grid, kinds, surfaces, regions, warnings, mut applied, .. } = placer;
    let tilesets = tilesets(&facts);
    let layers = layers(std::mem::take(&mut facts.layers), grid_layers);
    let lines = Lines::of(&objects, &facts.limits);
    let movers = faults.keep(movers::resolve(&movers, &objects, &lines));
    let marks = faults.keep(marks::marks(&marks, (&objects, &layers), path, &lines));
    let rules = faults.keep(rules::rules(&facts)).flatten();
    let (movers, mut marks) = faults.or((movers.unwrap_or_default(), marks.unwrap_or_default()))?;
    marks::add_guessed(&mut marks, &guessed, &objects);
    applied.extend(marks::guessed_by_objects(&facts.conventions, &guessed));
    let gates = gates(&objects, &layers, &kinds)?;
    let size = UVec2::from(facts.size);
    let bounds = (!facts.infinite).then_some(TileRect { min: TileCoord::default(), size });
    let shapes = Shape::all(&grid);
    let border = close(&facts, Border::of(rules.as_ref(), bounds, closes), &mut grid)?;
    let memory = Memory { layers: memories, shapes, spare: Vec::new(), border };
    Ok(Level {
        path: path.to_owned(),
        version: facts.version,
        tiled_version: facts.tiled_version,
        grid,
        kinds,
        memory,
        surfaces: surfaces.names,
        tile_size: facts.tile_size.into(),
        bounds,
        layers,
        objects,
        movers,
        marks,
        gates,
        rules,
        regions: regions.list,
        warnings,
        tilesets,
        background: facts.background,
        render_order: facts.render_order,
        parallax_origin: facts.parallax_origin.into(),
        class: facts.class,
        properties: facts.properties,
        sources: sources.clone(),
        conventions: applied,
        candidates,
        project: None,
    })
}

/// Closes a map that asks for it.
fn close(facts: &MapFacts, mut border: Border, grid: &mut TileGrid) -> Result<Border> {
    let error = |message| Err(LoadError::new(Problem::Limit, &facts.file, message).at(facts.position));
    let most = facts.limits.chunks;
    if border.chunks() > most as u64 {
        let text = format!(
            "the border of a closed map covers more than {most} chunks of {CHUNK_SIZE} x {CHUNK_SIZE} \
             cells, which is the limit"
        );
        return error(text.help("make the map smaller, or set \"bounds\" to \"open\""));
    }
    let is_full = grid.layers().len() == MAX_LAYERS || grid.tile_kinds().len() >= MAX_KINDS;
    if border.needs(&Border::default()) > 0 && is_full {
        let room = format!("{MAX_LAYERS} colliding layers and {MAX_KINDS} kinds of tile");
        let text = format!("there is no room for the border of a closed map, which needs one of {room}");
        return error(text.help("merge some layers in Tiled"));
    }
    border.replace(&Border::default(), grid);
    Ok(border)
}

fn tilesets(facts: &MapFacts) -> Vec<TilesetInfo> {
    // A tileset that the map has twice counts from its lower first gid.
    let first_gids: BTreeMap<usize, u32> =
        facts.gids.ranges.iter().rev().map(|&(first, tileset)| (tileset, first)).collect();
    let needed = facts.needed_tiles();
    let info = |(index, t): (usize, &Arc<TilesetFacts>)| TilesetInfo {
        first_gid: first_gids.get(&index).copied(),
        tile_count: needed.get(&index).copied().unwrap_or(t.info.tile_count),
        tiles: t.tiles.iter().map(|(id, tile)| (*id, tile.info.clone())).collect(),
        ..t.info.clone()
    };
    facts.tilesets.iter().enumerate().map(info).collect()
}

/// The public data of layers, with the cells that the collision pass has read.
fn layers(facts: Vec<LayerFacts>, grid_layers: Vec<Option<LayerId>>) -> Vec<LayerInfo> {
    let layer = |(LayerFacts { info, cells, .. }, grid_layer)| {
        let content = match info.content {
            LayerContent::Tiles(_) => LayerContent::Tiles(cells.blocks),
            content => content,
        };
        LayerInfo { grid_layer, content, ..info }
    };
    facts.into_iter().zip(grid_layers).map(layer).collect()
}

struct Builder<'a> {
    facts: &'a MapFacts,
    placer: Placer<'a>,
    /// Layer of the grid of each layer, if it collides, and its memory.
    placed: Vec<(Option<LayerId>, LayerMemory)>,
    objects: Vec<Object>,
    movers: Vec<Unresolved>,
    /// Indices of objects of built-in classes.
    marks: Vec<usize>,
    /// Objects that match a row about objects, or that any row makes a mark.
    guessed: Vec<Guessed>,
}

impl<'a> Builder<'a> {
    fn layers(&mut self) -> Result<()> {
        let mut faults = Faults::default();
        for index in 0..self.facts.layers.len() {
            if faults.are_enough() {
                break;
            }
            let placed = faults.keep(self.layer(&self.facts.chain(index)));
            self.placed.push(placed.unwrap_or_default());
        }
        faults.or(())
    }

    fn layer(&mut self, chain: &Chain<'a>) -> Result<(Option<LayerId>, LayerMemory)> {
        match chain.layer.info.kind {
            LayerKind::Tiles => self.placer.place(chain),
            LayerKind::Objects => Ok((self.object_layer(chain)?, LayerMemory::default())),
            LayerKind::Group | LayerKind::Image => Ok(Default::default()),
        }
    }

    /// Reads the objects of a layer; returns the grid layer of the colliding ones, if any.
    fn object_layer(&mut self, chain: &Chain<'a>) -> Result<Option<LayerId>> {
        let (mut layer, mut faults) = (None, Faults::default());
        let is_ignored = is_ignored(&chain.layers);
        for facts in &chain.layer.objects {
            if faults.are_enough() {
                break;
            }
            let index = self.objects.len();
            let object = self.object(facts, chain);
            let collision = object_collision(self.facts, facts, &chain.layers);
            let area = if is_ignored { Ok(()) } else { self.placer.place_area(facts, None, chain) };
            if area.is_ok() && collision.is_none() {
                let guessed = self.placer.place_guess(&mut layer, (index, &object), facts, chain);
                self.guessed.extend(guessed);
            }
            let placed = area.and_then(|()| match collision {
                Some(collision) => self.placer.place_object(&mut layer, collision, facts, chain),
                None => Ok(None),
            });
            let located =
                |e: LoadError| e.within(object_place(object.id, &object.name)).within(chain.layer.place());
            let mover = faults.keep(placed.map_err(located)).flatten();
            let place = chain.layer.place();
            self.movers.extend(mover.map(|mover| Unresolved { mover, object: index, place }));
            if is_mark(&object.class) && !is_ignored {
                self.marks.push(index);
            }
            self.objects.push(object);
        }
        self.placer.warn_of_empty_objects(chain);
        faults.or(layer)
    }

    fn object(&self, facts: &ObjectFacts, chain: &Chain<'_>) -> Object {
        let Geometry { anchor, mut size, rotation, ref shape } = facts.geometry;
        let anchor = anchor + chain.layer.info.offset;
        let mut position = anchor;
        let mut kind = shape.clone();
        if let Some(TilePlace { tileset, id, flags }) = facts.tile {
            let tileset_facts = &self.facts.tilesets[tileset];
            if size == Vec2::ZERO {
                size = tileset_facts.size_of(id).map_or(size, |px| UVec2::from(px).as_vec2());
            }
            position += size * tileset_facts.info.object_corner;
            let Flip { horizontal: flip_horizontal, vertical: flip_vertical, .. } = Flip::of(flags);
            kind = ObjectKind::Tile(ObjectTile { tileset, id, flip_horizontal, flip_vertical });
        }
        Object {
            id: facts.id_or_zero(),
            name: facts.name.clone(),
            class: facts.class.clone(),
            layer: chain.index,
            anchor,
            position,
            size,
            rotation,
            visible: facts.visible,
            opacity: facts.opacity,
            kind,
            properties: facts.properties.clone(),
        }
    }
}
