//! The bodies of a run: projectiles at random free places, characters at the level's spawn.

use super::crowd::{Crowd, Meet};
use super::places::Places;
use super::random::Random;
use super::things::with_movers;
use super::walker::Walker;
use crate::geometry::extent::Extent;
use crate::geometry::level::{map_cells, place_cells};
use crate::text::{grouped, signed};
use glam::{I64Vec2, IVec2, Vec2};
use tilephys::core::{
    Aabb, Body, BodyId, Response, TileGrid, UNITS_PER_PX, WORLD_LIMIT, Walk, lattice::units_from_px,
};
use tilephys::tiled::{Level, Position, RegionKind};

/// In lattice units.
pub(crate) const PROJECTILE: IVec2 = IVec2::splat(4 * UNITS_PER_PX);

/// In lattice units.
pub(crate) const CHARACTER: IVec2 = IVec2::new(8 * UNITS_PER_PX, 11 * UNITS_PER_PX);

/// Slowest and fastest projectile, in px/s: 1 to 40 px a step, ten times its size.
pub(crate) const SPEEDS: (i64, i64) = (60, 2400);

/// Columns that are searched for free ground: a look costs the height of the map.
const MAX_COLUMNS: usize = 1 << 12;

/// Rows that are searched for free ground, of each column.
const MAX_ROWS: usize = 1 << 12;

/// What a projectile does when it hits something: it keeps its speed for ever.
pub(crate) const BOUNCE: Response = Response::Bounce { restitution: 1.0 };

/// Greatest speed of a character on each axis, in px/s.
pub(crate) const MAX_SPEED: Vec2 = Vec2::new(f32::INFINITY, 160.0);

/// How a character walks: it also walks up the smallest steps, and a jump passes the corner of a ceiling that it only
/// brushes.
pub(crate) fn walk() -> Walk {
    Walk { step_up: 4.0, corner_correct_up: 4.0, ..Walk::default() }
}

/// Stream of the projectiles; the characters' are counted from the next.
const PROJECTILES: u64 = 0;

/// Stream of the order in which bodies are put into the world.
const ORDER: u64 = (1 << 62) - 1;

/// A body that is yet to be put into a world, under an id.
pub(crate) struct Newcomer {
    pub(crate) id: BodyId,
    pub(crate) body: Body,
    pub(crate) who: Who,
}

/// Kind of a body.
pub(crate) enum Who {
    /// With its mass, if it hits others.
    Projectile(Option<u8>),
    Character(Walker),
}

/// Where the bodies begin, before any shift.
pub(crate) struct Start {
    pub(crate) crowd: Crowd,
    projectiles: Vec<Body>,
    /// Of the characters, if there are any.
    home: Option<IVec2>,
    /// Warning about the start.
    pub(crate) warning: Option<String>,
}

impl Start {
    /// Finds the places.
    ///
    /// # Errors
    /// If there is no free place for a projectile or for characters, or the level's "TpSpawn" is not in the map.
    pub(crate) fn new(level: &Level, crowd: Crowd) -> Result<Self, String> {
        let grid = with_movers(level);
        let projectiles = place_projectiles(level, &grid, crowd)?;
        let mut start = Start { crowd, projectiles, home: None, warning: None };
        if crowd.characters > 0 {
            let is_ours = level.spawn().is_some_and(|spawn| spawn.class == "TpSpawn");
            let at_spawn = match spawn_place(level) {
                Err(_) if !is_ours => None,
                place => place?,
            };
            let Some(place) = at_spawn else {
                let (place, note) = free_ground(level, &grid, crowd.characters)?;
                return Ok(Start { home: Some(place), warning: Some(note), ..start });
            };
            start.home = Some(place);
            let aabb = Aabb::from_min_size(place, CHARACTER);
            let inside = grid.overlaps(aabb, u32::MAX);
            let start_name = match level.spawn().filter(|_| !is_ours) {
                Some(spawn) => format!("start, object {} {:?},", spawn.id, spawn.name),
                None => "\"TpSpawn\"".to_owned(),
            };
            start.warning = inside.then(|| {
                format!(
                    "{}: at the {start_name} a character of 8 × 11 px starts inside something solid and is \
                     pushed out; move the object to a free place",
                    level.path.display()
                )
            });
        }
        Ok(start)
    }

    /// Where characters start, in a level that is moved by so many units; `None` if there are none.
    pub(crate) fn home(&self, by: I64Vec2) -> Option<IVec2> {
        self.home.map(|place| place + by.as_ivec2())
    }

    /// Bounds of the characters, in cells; projectiles are within the cells of the level.
    pub(crate) fn character_cells(&self, tile: IVec2) -> Option<Extent> {
        let place = self.home?;
        Some(Extent::new(place, place + CHARACTER).in_cells(tile))
    }

    /// The bodies of a level that is moved by so many units, in the order in which they are put into a world. Ids go from 0
    /// on: projectiles, then characters with their minds.
    pub(crate) fn bodies(self, by: I64Vec2) -> Vec<Newcomer> {
        let Start { crowd, projectiles, home, .. } = self;
        let by = by.as_ivec2();
        let flying = (0..).map(BodyId).zip(projectiles).map(|(id, body)| {
            let body = Body { position: body.position + by, ..body };
            Newcomer { id, body, who: Who::Projectile(crowd.mass(id)) }
        });
        let mut all: Vec<Newcomer> = flying.collect();
        if let Some(place) = home {
            let ids = (all.len() as u32..).map(BodyId).take(crowd.characters);
            let walker = |(id, stream)| {
                let who = Who::Character(Walker::new(crowd.seed, stream));
                Newcomer { id, body: Body::on_lattice(place + by, CHARACTER), who }
            };
            all.extend(ids.zip(PROJECTILES + 1..).map(walker));
        }
        if crowd.shuffled {
            shuffle(&mut all, &mut Random::new(crowd.seed, ORDER));
        }
        all
    }
}

/// All orders alike (Durstenfeld 1964, "Algorithm 235: Random permutation").
fn shuffle(all: &mut [Newcomer], random: &mut Random) {
    for last in (1..all.len()).rev() {
        all.swap(last, random.below(last as u64 + 1) as usize);
    }
}

fn place_projectiles(level: &Level, grid: &TileGrid, crowd: Crowd) -> Result<Vec<Body>, String> {
    let Crowd { projectiles: count, seed, meet, .. } = crowd;
    let cells = place_cells(level, PROJECTILE);
    let mut places = Places::new(grid, cells, PROJECTILE);
    if meet != Meet::Never {
        places.keep_apart();
    }
    let mut random = Random::new(seed, PROJECTILES);
    let mut bodies = Vec::with_capacity(count);
    for _ in 0..count {
        let Some(place) = places.find(&mut random) else {
            return Err(no_place(level, cells, bodies.len()));
        };
        bodies.push(Body { velocity: velocity(&mut random), ..Body::on_lattice(place, PROJECTILE) });
    }
    Ok(bodies)
}

/// Message for a level without enough free places.
fn no_place(level: &Level, cells: Extent, others: usize) -> String {
    let path = level.path.display();
    let first = cells.min;
    let last = cells.max - I64Vec2::ONE;
    let cells = format!("in columns {} to {}, rows {} to {}", first.x, last.x, first.y, last.y);
    if others == 0 {
        return format!(
            "{path}: no room for a projectile of 4 × 4 px {cells}: everything there is solid; erase some \
             tiles, or run with --projectiles 0"
        );
    }
    let there = grouped(others as u64);
    format!(
        "{path}: room for only {there} projectiles of 4 × 4 px {cells}: projectiles that hit each other \
         start side by side; run with --projectiles {others}, or without --collide"
    )
}

/// Any direction, any of [`SPEEDS`], in steps of 1/256 px/s.
fn velocity(random: &mut Random) -> Vec2 {
    let units = i64::from(UNITS_PER_PX);
    let speed = random.between(SPEEDS.0 * units, SPEEDS.1 * units) as f64 / units as f64;
    let [x, y] = random.direction();
    Vec2::new((x * speed) as f32, (y * speed) as f32)
}

/// Min corner of a character on free ground near the left edge, for a level without a spawn, and a note about it.
/// Takes the lowest place without a hazard in the first columns where a character can stand.
fn free_ground(level: &Level, grid: &TileGrid, characters: usize) -> Result<(IVec2, String), String> {
    let path = level.path.display();
    let tile = level.grid.tile_size();
    let area = place_cells(level, CHARACTER);
    let is_free = |place: IVec2| {
        let aabb = Aabb::from_min_size(place, CHARACTER);
        let hurts = level.regions.iter().any(|region| {
            matches!(region.kind, RegionKind::Hazard | RegionKind::KillZone) && region.aabb.overlaps(aabb)
        });
        !grid.overlaps(aabb, u32::MAX) && !hurts
    };
    let columns = (area.min.x..area.max.x).take(MAX_COLUMNS);
    let rows = move || (area.min.y..area.max.y).rev().take(MAX_ROWS);
    let cells = columns.flat_map(|col| rows().map(move |row| I64Vec2::new(col, row) * tile.as_i64vec2()));
    // Feet on the lower edge of the cell.
    let place_in = |cell: I64Vec2| {
        let place = cell + I64Vec2::new(0, i64::from(tile.y - CHARACTER.y));
        let inside = area.in_units(tile).holds(Extent { min: place, max: place + CHARACTER.as_i64vec2() });
        inside.then(|| place.as_ivec2()).filter(|place| is_free(*place))
    };
    let stands =
        |place: &IVec2| level.grid.overlaps(Aabb::from_min_size(*place + IVec2::Y, CHARACTER), u32::MAX);
    let mut free = cells.filter_map(place_in);
    let on_ground = free.clone().find(stands).map(|place| (place, "free ground"));
    let found = on_ground.or_else(|| Some((free.next()?, "a free place")));
    let Some((place, what)) = found else {
        let starts = if characters == 1 { "the character starts" } else { "the characters start" };
        return Err(format!(
            "{path}: no object of class \"TpSpawn\", where {starts}, and no free place; add one in Tiled (a point or a rectangle), \
             or run with --characters 0"
        ));
    };
    let [x, y] = [place.x + CHARACTER.x / 2, place.y + CHARACTER.y].map(|units| units / UNITS_PER_PX);
    let no_start = match level.spawn() {
        Some(spawn) => format!("the start, object {}, is not in the map", spawn.id),
        None => "no object of class \"TpSpawn\" or with a usual name".to_owned(),
    };
    let note =
        format!("{path}: {no_start}, so characters start on {what} near the left edge, at {x}, {y} px");
    Ok((place, note))
}

/// The min corner of a character at the level's spawn: its feet in the middle of the object's lower edge, or at the
/// point if it is one. `None` if the level has no spawn.
///
/// # Errors
/// If the spawn is not in the map.
pub(crate) fn spawn_place(level: &Level) -> Result<Option<IVec2>, String> {
    let Some(spawn) = level.spawn() else { return Ok(None) };
    let place_of =
        |position: Position| format!("{}:{}:{}", level.path.display(), position.line, position.column);
    let position = level.locator().object(spawn.id).map(|object| object.position());
    let path = position.map_or_else(|| level.path.display().to_string(), place_of);
    let feet = spawn.feet();
    let character = units_from_px(feet.x).zip(units_from_px(feet.y)).map(|(x, y)| {
        let min = IVec2::new(x, y).as_i64vec2() - IVec2::new(CHARACTER.x / 2, CHARACTER.y).as_i64vec2();
        Extent { min, max: min + CHARACTER.as_i64vec2() }
    });
    let Some(character) = character.filter(|character| Extent::world().holds(*character)) else {
        let end = signed(WORLD_LIMIT / UNITS_PER_PX);
        return Err(format!(
            "{path}: the \"TpSpawn\" with id {} at {}, {} px is beyond the world, which ends at ±{end} px; \
             move it into the map",
            spawn.id, feet.x, feet.y
        ));
    };
    let map = map_cells(level).map(|cells| cells.in_units(level.grid.tile_size()));
    if map.is_some_and(|map| !map.holds(character)) {
        return Err(format!(
            "{path}: a character at the \"TpSpawn\" with id {} at {}, {} px would not be entirely inside \
             the map; move it into the map",
            spawn.id, feet.x, feet.y
        ));
    }
    Ok(Some(character.min.as_ivec2()))
}

/// A closed room of so many free tiles in each direction, for tests.
#[cfg(test)]
pub(crate) fn room(free: usize) -> Level {
    let side = free + 2;
    let row = |cell: &str| format!("1,{}1", cell.repeat(free));
    let rows = [vec![row("1,")], vec![row("0,"); free], vec![row("1,")]].concat().join(",");
    let map = format!(
        r#"<map width="{side}" height="{side}" tilewidth="16" tileheight="16">
            <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
              <image source="rock.png" width="16" height="16"/>
              <tile id="0"><properties><property name="collision" value="solid"/></properties></tile>
            </tileset>
            <layer id="1" name="ground" width="{side}" height="{side}"><data encoding="csv">{rows}</data></layer>
          </map>"#
    );
    let file = |_: &std::path::Path| Ok(map.clone().into_bytes());
    tilephys::tiled::load_from(&file, "room.tmx").expect("it loads")
}
