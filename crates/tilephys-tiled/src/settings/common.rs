//! The built-in table of conventions: the names that public levels use for collision.

use crate::settings::convention::{Convention, Meaning, PropertyPattern, Rank, Subject};

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
// Layers that never collide, though a name below would match: those whose collision is not the player's, such as a wall for
// enemies or the area of a finish.
layer: none | no?collision*, nocollision*, non?colli*, no?collide*
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_the_table_has_rows() {
        for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with("//")) {
            let (heads, names) = line.split_once(" | ").expect("a bar");
            let made = heads.split(" + ").filter_map(|head| row(head, names)).count();
            assert_eq!(made, heads.split(" + ").count(), "{line}");
        }
    }
}
