//! Naming conventions of other games: a rule table from names to collision.
//!
//! A row has a subject and a meaning. The properties of tilephys win over any row. Rows about an object or tile win
//! over rows about its layer; otherwise the first in the table wins.

use crate::data::properties::{Properties, Property, PropertyValue};
use crate::error::Result;
use crate::settings::collision::{Collision, choice};
use crate::settings::convention::{Convention, Meaning, PropertyPattern, Rank, Subject};
use crate::settings::patterns::matches;
use std::sync::OnceLock;

/// A table of naming conventions. A loader has [`Conventions::common`] by default; an empty table reads no names.
///
/// # Examples
///
/// ```
/// use std::path::Path;
/// use tilephys_tiled::{Conventions, Loader, Meaning, Subject};
/// # let map = br#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
/// #  <tileset firstgid="1" name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">
/// #   <image source="rock.png" width="16" height="16"/>
/// #  </tileset>
/// #  <layer id="1" name="Rocks" width="2" height="1"><data encoding="csv">0,1</data></layer>
/// # </map>"#;
/// # let files = |_: &Path| Ok(map.to_vec());
/// let conventions = Conventions::common().with(Subject::Layer("rock*".to_owned()), Meaning::Solid);
/// let level = Loader::with_files(files).conventions(conventions).load("cave.tmx")?;
/// assert_eq!(level.conventions[0].to_string(), r#"layer "Rocks" (1 tile): solid, by the row "layer rock*""#);
/// # Ok::<(), tilephys_tiled::LoadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conventions {
    /// Rows of the table; the first that matches wins.
    pub rows: Vec<Convention>,
}

impl Meaning {
    /// The collision of this meaning; `None` if it is for objects only.
    pub(crate) fn collision(self) -> Option<Collision> {
        match self {
            Meaning::None => Some(Collision::None),
            Meaning::Solid => Some(Collision::Solid),
            Meaning::OneWay => Some(Collision::OneWay),
            Meaning::Hazard => Some(Collision::Hazard),
            Meaning::Ladder => Some(Collision::Ladder),
            Meaning::Water => Some(Collision::Water),
            Meaning::Spawn | Meaning::Collectible | Meaning::Goal => None,
        }
    }
}

impl Conventions {
    /// The built-in table: names that public levels use, most of them in several games.
    #[must_use]
    pub fn common() -> Conventions {
        Conventions { rows: rows() }
    }

    /// The built-in table, created once.
    pub(crate) fn built_in() -> &'static Conventions {
        static TABLE: OnceLock<Conventions> = OnceLock::new();
        TABLE.get_or_init(Conventions::common)
    }

    /// Adds a row at the end.
    #[must_use]
    pub fn with(mut self, subject: Subject, meaning: Meaning) -> Conventions {
        self.rows.push(Convention { subject, meaning, rank: Rank::Usual });
        self
    }

    /// Index of the first row that matches a layer with this name, of tiles or else of objects.
    pub(crate) fn of_layer(&self, name: &str, properties: &Properties, is_tiles: bool) -> Option<usize> {
        self.rows.iter().position(|row| {
            let fits = !is_tiles || row.meaning.collision().is_some();
            fits && match &row.subject {
                Subject::Layer(pattern) => matches(pattern, name),
                Subject::TileLayer(pattern) => is_tiles && matches(pattern, name),
                Subject::ObjectLayer(pattern) => !is_tiles && matches(pattern, name),
                Subject::LayerProperty(pattern) => pattern.find(properties).is_some(),
                _ => false,
            }
        })
    }

    /// Index of the first row that matches an object itself, and not its layer.
    pub(crate) fn of_object(&self, (name, class, properties): (&str, &str, &Properties)) -> Option<usize> {
        self.rows.iter().position(|row| match &row.subject {
            Subject::ObjectName(pattern) => matches(pattern, name),
            Subject::ObjectClass(pattern) => matches(pattern, class),
            Subject::ObjectProperty(pattern) => pattern.find(properties).is_some(),
            _ => false,
        })
    }

    /// True if a row is about tiles with this class or property name.
    pub(crate) fn names_tiles(&self, name: &str) -> bool {
        self.rows.iter().any(|row| match &row.subject {
            Subject::TileClass(pattern) => matches(pattern, name),
            Subject::TileProperty(pattern) => matches(&pattern.name, name),
            _ => false,
        })
    }

    /// The first row that matches a tile of a tileset, and the matching property unless the class matches.
    pub(crate) fn of_tile<'p>(
        &self,
        class: &str,
        properties: &'p Properties,
    ) -> Option<(&Convention, Option<&'p Property>)> {
        self.rows.iter().filter(|row| row.meaning.collision().is_some()).find_map(|row| match &row.subject {
            Subject::TileClass(pattern) => matches(pattern, class).then_some((row, None)),
            Subject::TileProperty(pattern) => Some((row, Some(pattern.find(properties)?))),
            _ => None,
        })
    }
}

/// The table that the property `tp_conventions` of a map asks for; `None` if unset.
pub(crate) fn asked_by_map(properties: &Properties) -> Result<Option<Conventions>> {
    let known = [("common", true), ("none", false)];
    let asked = choice(properties, "tp_conventions", &known)?;
    Ok(asked.map(|common| if common { Conventions::common() } else { Conventions::default() }))
}

impl Convention {
    /// True if a row is of the built-in table.
    pub(crate) fn is_built_in(&self) -> bool {
        Conventions::built_in().rows.contains(self)
    }
}

impl PropertyPattern {
    /// The matching property, if any.
    pub(crate) fn find<'p>(&self, properties: &'p Properties) -> Option<&'p Property> {
        properties.iter().find(|property| {
            matches(&self.name, &property.name)
                && match (&self.value, text(&property.value)) {
                    (None, value) => value != Some("false".to_owned()),
                    (Some(pattern), Some(value)) => matches(pattern, &value),
                    (Some(_), None) => false,
                }
        })
    }
}

/// The value as Tiled writes it; `None` for a list or a class.
fn text(value: &PropertyValue) -> Option<String> {
    Some(match value {
        PropertyValue::Bool(value) => value.to_string(),
        PropertyValue::Int(value) => value.to_string(),
        PropertyValue::Float(value) => value.to_string(),
        PropertyValue::String(value) | PropertyValue::File(value) => value.clone(),
        PropertyValue::Other { text, .. } => text.clone(),
        PropertyValue::Color(_)
        | PropertyValue::Object(_)
        | PropertyValue::Class(_)
        | PropertyValue::List(_) => return None,
    })
}

/// All rows of the table. A line lists subjects with their meanings, and after the bar the names that have these rows, one name
/// after the other. Of several rows that match, the first wins. `?` marks a fallback, `??` a last resort.
const TABLE: &str = "
layer property = false: none + layer property = true: solid | collides, collidable, solid
layer property = true: none | nocollide
tile property: hazard | hazard, isHazard, deadly, isDeadly, lethal, isLethal, isSpike, kills
tile property: one_way | oneWay, one_way, isOneWay, oneWayPlatform, nez:isOneWayPlatform
// Solid unless the property is false.
tile property: solid + tile property = false: none | block, collides, collide, collidable, solid, soild
tile property: solid + tile property = false: none | blocked, blocking, obstacle
tile class: solid | ground, wall, solid
object property = static: solid | bodyType
// The last three have other meanings too.
object name: spawn + object class: spawn | player?start*, playerstart*, player?spawn*, playerspawn*
object name: spawn + object class: spawn | spawn?point*, spawnpoint*, mainplayer, player, hero
object name: spawn + object class: spawn | spawn, start, player1
object name: collectible + object class: collectible | coin, coins, gem, gems, collectible, collectibles
object name: collectible + object class: collectible | collectable, collectables
object name: goal + object class: goal | goal, exit, finish, level?end, levelend, flag, end?level
object layer: collectible | coin, coins, gem, gems, collectible, collectibles, collectable, collectables
// Layers that never collide, though a name below would match.
layer: none | no?collision*, nocollision*, non?colli*, no?collide*
// Layers whose collision is not the player's: a wall for enemies, the area of a finish.
layer: none | *enemy*colli*, *enemies*colli*, *npc*colli*, *monster*colli*, *mob*colli*, *boss*colli*
layer: none | *bullet*colli*, *projectile*colli*, *camera*colli*, *finish*colli*, *goal*colli*, *exit*colli*
layer: none | *door*colli*, *item*colli*, *coin*colli*, *pickup*colli*, *trigger*colli*, *event*colli*
object class: hazard + object name: hazard + layer: hazard | *kill*, hazard*, *_hazard*, spike, spikes, lava
object class: hazard + object name: hazard + layer: hazard | *_spike, *_spikes, death*, danger*, dead*, pics
object class: ladder + object name: ladder + layer: ladder | ladder, ladders, climbable*, vine ladder*
object class: water + object name: water + layer: water | water, liquid, liquids
object class: one_way | platform
object class: solid | wall, ground, solid
// Layers that exist for collision only; the last four names are Spanish and Portuguese.
layer: solid | collision*, collider*, collidable*, colliding*, collide*, *collision, *collisions, *colliders, solid*
layer: solid | colision*, colisi?n*, colisao*, colis?o*
// One-way if the tiles cover little of the map. With a larger share they are solid where nothing else is, and art beside a
// layer that is: see `apply::find`.
tile layer: one_way + tile layer: solid? | platform, platforms, plataforma, plataformas
layer: one_way | one?way*, oneway*, jump?thr*, jumpthr*, semi?solid*
// Things that move, the end of a level.
object layer: none | *moving*, *falling*, win*, finish*, goal*
object layer: solid | ground, grounds, *platform*, *plataforma*, *obstacle*, *surface*, *slope*, wall, walls, geom
object layer: solid | geometry, floorspace, floor, pipes, bricks, brick, *block*, terrain
// Layers that are both drawn and solid, where no layer exists for collision only; the last two names are Portuguese.
tile layer: solid? | wall, walls, ground, grounds, terrain, floor, floors, main, ground?layer, blocks*, *blocks
tile layer: solid? | parede, paredes
// Names that Tiled gives to a new layer, in the languages of its interface that are most used.
tile layer: solid?? | tile layer*, kachelebene*, calque de tuiles*, capa de patrones*, camada de tiles*
tile layer: solid?? | livello tile*, warstwa kafelk?w*, слой тайлов*
// Names that say little, the surest first.
tile layer: solid?? | midground*, mid?ground*, *tiles, tile, world, level, all, foreground*
";

/// All rows of the table.
pub(crate) fn rows() -> Vec<Convention> {
    let lines = TABLE.lines().filter_map(|line| line.split_once(" | "));
    let named = lines.flat_map(|(heads, names)| names.split(", ").map(move |name| (heads, name)));
    named.flat_map(|(heads, name)| heads.split(" + ").filter_map(move |head| row(head, name))).collect()
}

/// The row of a subject with a meaning, such as `tile layer: solid?`.
fn row(head: &str, name: &str) -> Option<Convention> {
    let (subject, meaning) = head.split_once(": ")?;
    let word = meaning.trim_end_matches('?');
    let meaning_of_word = Meaning::WORDS.into_iter().find(|(known, _)| *known == word)?.1;
    let rank = [Rank::Usual, Rank::Fallback, Rank::LastResort][meaning.len() - word.len()];
    let (subject, value) = subject.split_once(" = ").map_or((subject, None), |(of, value)| (of, Some(value)));
    let name = name.to_owned();
    let pattern = |name| PropertyPattern { name, value: value.map(str::to_owned) };
    let subject = match subject {
        "layer" => Subject::Layer(name),
        "tile layer" => Subject::TileLayer(name),
        "object layer" => Subject::ObjectLayer(name),
        "layer property" => Subject::LayerProperty(pattern(name)),
        "tile property" => Subject::TileProperty(pattern(name)),
        "object property" => Subject::ObjectProperty(pattern(name)),
        "tile class" => Subject::TileClass(name),
        "object class" => Subject::ObjectClass(name),
        "object name" => Subject::ObjectName(name),
        _ => return None,
    };
    Some(Convention { subject, meaning: meaning_of_word, rank })
}
