//! The built-in table of conventions: the names that public levels use for collision.

use crate::settings::convention::{Convention, Meaning, PropertyPattern, Rank, Subject};

/// Layers that never collide, though a name below would match.
const NO_LAYERS: [&str; 4] = ["no?collision*", "nocollision*", "non?colli*", "no?collide*"];

/// Whose collision a layer is, if it is not the player's: a wall for enemies, the area of a finish.
const OTHERS: [&str; 18] = [
    "enemy",
    "enemies",
    "npc",
    "monster",
    "mob",
    "boss",
    "bullet",
    "projectile",
    "camera",
    "finish",
    "goal",
    "exit",
    "door",
    "item",
    "coin",
    "pickup",
    "trigger",
    "event",
];

/// Hazards, as names of layers, and as names and classes of objects.
const HAZARDS: [&str; 12] = [
    "*kill*",
    "hazard*",
    "*_hazard*",
    "spike",
    "spikes",
    "lava",
    "*_spike",
    "*_spikes",
    "death*",
    "danger*",
    "dead*",
    "pics",
];

const LADDERS: [&str; 4] = ["ladder", "ladders", "climbable*", "vine ladder*"];

const WATERS: [&str; 3] = ["water", "liquid", "liquids"];

/// Layers that exist for collision only.
const SOLID_LAYERS: [&str; 13] = [
    "collision*",
    "collider*",
    "collidable*",
    "colliding*",
    "collide*",
    "*collision",
    "*collisions",
    "*colliders",
    "solid*",
    // Spanish and Portuguese.
    "colision*",
    "colisi?n*",
    "colisao*",
    "colis?o*",
];

/// Layers of tiles that are both drawn and solid, where no layer exists for collision only.
const SOLID_TILE_LAYERS: [&str; 13] = [
    "wall",
    "walls",
    "ground",
    "grounds",
    "terrain",
    "floor",
    "floors",
    "main",
    "ground?layer",
    "blocks*",
    "*blocks",
    // Portuguese.
    "parede",
    "paredes",
];

/// Layers of tiles that are one-way if they cover little of the map. With a larger share they are solid where nothing else is,
/// and art beside a layer that is: see `apply::find`.
const PLATFORM_TILE_LAYERS: [&str; 4] = ["platform", "platforms", "plataforma", "plataformas"];

/// Names that Tiled gives to a new tile layer, in the languages of its interface that are most used.
const DEFAULT_TILE_LAYERS: [&str; 8] = [
    "tile layer*",
    "kachelebene*",
    "calque de tuiles*",
    "capa de patrones*",
    "camada de tiles*",
    "livello tile*",
    "warstwa kafelk?w*",
    "слой тайлов*",
];

/// Names of tile layers that say little, the surest first.
const VAGUE_TILE_LAYERS: [&str; 8] =
    ["midground*", "mid?ground*", "*tiles", "tile", "world", "level", "all", "foreground*"];

const ONE_WAY_LAYERS: [&str; 5] = ["one?way*", "oneway*", "jump?thr*", "jumpthr*", "semi?solid*"];

/// Object layers that are no ground though a name below would match: things that move, the end of a level.
const NO_OBJECT_LAYERS: [&str; 5] = ["*moving*", "*falling*", "win*", "finish*", "goal*"];

const SOLID_OBJECT_LAYERS: [&str; 18] = [
    "ground",
    "grounds",
    "*platform*",
    "*plataforma*",
    "*obstacle*",
    "*surface*",
    "*slope*",
    "wall",
    "walls",
    "geom",
    "geometry",
    "floorspace",
    "floor",
    "pipes",
    "bricks",
    "brick",
    "*block*",
    "terrain",
];

/// Properties of tiles that mean solid unless they are false.
const SOLID_TILES: [&str; 9] =
    ["block", "collides", "collide", "collidable", "solid", "soild", "blocked", "blocking", "obstacle"];

const ONE_WAY_TILES: [&str; 5] = ["oneWay", "one_way", "isOneWay", "oneWayPlatform", "nez:isOneWayPlatform"];

const HAZARD_TILES: [&str; 8] =
    ["hazard", "isHazard", "deadly", "isDeadly", "lethal", "isLethal", "isSpike", "kills"];

/// Player starts, the surest first: of several rows that match, the first wins.
const SPAWNS: [&str; 9] = [
    "player?start*",
    "playerstart*",
    "player?spawn*",
    "playerspawn*",
    "spawn?point*",
    "spawnpoint*",
    "mainplayer",
    "player",
    "hero",
];

/// Player starts whose names have other meanings too.
const SPAWNS_LAST: [&str; 3] = ["spawn", "start", "player1"];

const COLLECTIBLES: [&str; 8] =
    ["coin", "coins", "gem", "gems", "collectible", "collectibles", "collectable", "collectables"];

const GOALS: [&str; 7] = ["goal", "exit", "finish", "level?end", "levelend", "flag", "end?level"];

/// All rows of the table.
pub(crate) fn rows() -> Vec<Convention> {
    let mut rows = Vec::new();
    let mut add = |subject, meaning, rank| rows.push(Convention { subject, meaning, rank });
    let usual = Rank::Usual;
    let text = |name: &str| name.to_owned();
    let set = |name: &str| PropertyPattern { name: name.to_owned(), value: None };
    let is =
        |name: &str, value: &str| PropertyPattern { name: name.to_owned(), value: Some(value.to_owned()) };

    for name in ["collides", "collidable", "solid"] {
        add(Subject::LayerProperty(is(name, "false")), Meaning::None, usual);
        add(Subject::LayerProperty(is(name, "true")), Meaning::Solid, usual);
    }
    add(Subject::LayerProperty(is("nocollide", "true")), Meaning::None, usual);
    for name in HAZARD_TILES {
        add(Subject::TileProperty(set(name)), Meaning::Hazard, usual);
    }
    for name in ONE_WAY_TILES {
        add(Subject::TileProperty(set(name)), Meaning::OneWay, usual);
    }
    for name in SOLID_TILES {
        add(Subject::TileProperty(set(name)), Meaning::Solid, usual);
        add(Subject::TileProperty(is(name, "false")), Meaning::None, usual);
    }
    for name in ["ground", "wall", "solid"] {
        add(Subject::TileClass(text(name)), Meaning::Solid, usual);
    }
    add(Subject::ObjectProperty(is("bodyType", "static")), Meaning::Solid, usual);

    for name in SPAWNS.iter().chain(&SPAWNS_LAST) {
        add(Subject::ObjectName(text(name)), Meaning::Spawn, usual);
        add(Subject::ObjectClass(text(name)), Meaning::Spawn, usual);
    }
    for (names, meaning) in [(&COLLECTIBLES[..], Meaning::Collectible), (&GOALS, Meaning::Goal)] {
        for name in names {
            add(Subject::ObjectName(text(name)), meaning, usual);
            add(Subject::ObjectClass(text(name)), meaning, usual);
        }
    }
    for name in COLLECTIBLES {
        add(Subject::ObjectLayer(text(name)), Meaning::Collectible, usual);
    }
    for name in NO_LAYERS {
        add(Subject::Layer(text(name)), Meaning::None, usual);
    }
    for name in OTHERS {
        add(Subject::Layer(format!("*{name}*colli*")), Meaning::None, usual);
    }
    let regions = [(&HAZARDS[..], Meaning::Hazard), (&LADDERS, Meaning::Ladder), (&WATERS, Meaning::Water)];
    for (names, meaning) in regions {
        for name in names {
            add(Subject::ObjectClass(text(name)), meaning, usual);
            add(Subject::ObjectName(text(name)), meaning, usual);
            add(Subject::Layer(text(name)), meaning, usual);
        }
    }
    add(Subject::ObjectClass(text("platform")), Meaning::OneWay, usual);
    for name in ["wall", "ground", "solid"] {
        add(Subject::ObjectClass(text(name)), Meaning::Solid, usual);
    }
    for name in SOLID_LAYERS {
        add(Subject::Layer(text(name)), Meaning::Solid, usual);
    }
    for name in PLATFORM_TILE_LAYERS {
        add(Subject::TileLayer(text(name)), Meaning::OneWay, usual);
        add(Subject::TileLayer(text(name)), Meaning::Solid, Rank::Fallback);
    }
    for name in ONE_WAY_LAYERS {
        add(Subject::Layer(text(name)), Meaning::OneWay, usual);
    }
    for name in NO_OBJECT_LAYERS {
        add(Subject::ObjectLayer(text(name)), Meaning::None, usual);
    }
    for name in SOLID_OBJECT_LAYERS {
        add(Subject::ObjectLayer(text(name)), Meaning::Solid, usual);
    }
    for name in SOLID_TILE_LAYERS {
        add(Subject::TileLayer(text(name)), Meaning::Solid, Rank::Fallback);
    }
    for name in DEFAULT_TILE_LAYERS.iter().chain(&VAGUE_TILE_LAYERS) {
        add(Subject::TileLayer(text(name)), Meaning::Solid, Rank::LastResort);
    }
    rows
}
