//! A body: where it is, what it touches, and why the last contact was.

use super::super::names::{body_name, object_name, tile_name};
use super::table::{bits, properties, table};
use super::why;
use crate::commands::Commands;
use crate::game::Added;
use crate::session::{Selection, Session};
use eframe::egui::Ui;
use tilephys::core::{BodyId, BodyState, Surface};
use tilephys::ecs::{
    BodyCollision, Category, Collider, Crowd, Filter, HitBox, HurtBox, Mover, MoverPath, Position, Trigger,
    Velocity,
};
use tilephys::hecs::{Entity, World};
use tilephys::level::TiledId;

/// Shows a body, or another entity.
pub(super) fn show(session: &Session, entity: Entity, asked: &mut Commands, ui: &mut Ui) {
    if !session.game.world.contains(entity) {
        ui.weak("it is gone");
        return;
    }
    ui.strong(title(session, entity));
    let rows = rows(session, entity);
    table(ui, "body", &rows);
    if session.game.hero == Some(entity) {
        ui.weak("character");
        table(ui, "character", &character(session));
    }
    let id = session.game.world.get::<&TiledId>(entity).ok().map(|id| id.0);
    if let Some(object) = id.and_then(|id| session.game.level.object(id))
        && session.selection == Some(Selection::Entity(entity))
    {
        properties(&object.properties, ui);
    }
    let hero = session.game.hero.filter(|hero| *hero != entity);
    if let Some(hero) = hero {
        ui.separator();
        ui.label(why::bodies(session, hero, entity));
    }
    ui.separator();
    why::last_hit(session, entity, asked, ui);
}

fn title(session: &Session, entity: Entity) -> String {
    let world = &session.game.world;
    let name = body_name(session, entity);
    let object = world.get::<&TiledId>(entity).ok().and_then(|id| session.game.level.object(id.0));
    match (object, world.get::<&Added>(entity).ok()) {
        (Some(object), _) => format!("{name}: {}", object_name(object)),
        (None, Some(added)) => format!("{name}: {:?}", added.0).to_lowercase(),
        (None, None) => name,
    }
}

/// Components in words.
fn rows(session: &Session, entity: Entity) -> Vec<(&'static str, String)> {
    let (world, physics) = (&session.game.world, &session.game.physics);
    let mut rows = Vec::new();
    if let Ok(position) = world.get::<&Position>(entity) {
        let at = position.px();
        rows.push(("position", format!("{:.3}, {:.3} px", at.x, at.y)));
    }
    if let Ok(velocity) = world.get::<&Velocity>(entity) {
        rows.push(("velocity", format!("{:.1}, {:.1} px/s", velocity.0.x, velocity.0.y)));
    }
    if let Ok(collider) = world.get::<&Collider>(entity) {
        let size = collider.px();
        rows.push(("size", format!("{} x {} px", size.x, size.y)));
    }
    if world.get::<&Mover>(entity).is_ok() {
        rows.push(("kind", "mover: it moves bodies, and no body moves it".to_owned()));
    }
    if world.get::<&Trigger>(entity).is_ok() {
        let inside = physics.region(entity).map_or(0, |region| physics.inside(region).count());
        rows.push(("kind", format!("trigger: {inside} bodies inside")));
    }
    if let Ok(id) = world.get::<&BodyId>(entity) {
        rows.push(("id", id.0.to_string()));
        rows.extend(touched(session, *id));
    }
    if let Ok(state) = world.get::<&BodyState>(entity)
        && state.stuck()
    {
        rows.push(("stuck", "inside a solid, with no exit within one tile".to_owned()));
    }
    match world.get::<&BodyCollision>(entity) {
        Ok(collision) => {
            rows.push(("mass", collision.mass.to_string()));
            rows.push(("meets bodies of", bits(collision.mask)));
        }
        Err(_) if world.get::<&Velocity>(entity).is_ok() => {
            rows.push(("bodies", "passes through all".to_owned()));
        }
        Err(_) => {}
    }
    if world.get::<&Velocity>(entity).is_ok() {
        let mask = world.get::<&Filter>(entity).map_or(Filter::default().mask, |filter| filter.mask);
        rows.push(("meets tiles of", bits(mask)));
    }
    if let Ok(category) = world.get::<&Category>(entity) {
        rows.push(("category", bits(category.0)));
    }
    rows.extend(kit(world, entity));
    rows
}

/// Hit boxes, crowd and path of a body.
fn kit(world: &World, entity: Entity) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    if let Ok(hit) = world.get::<&HitBox>(entity) {
        let state = match hit.ticks {
            HitBox::ALWAYS => "always on".to_owned(),
            0 => "off".to_owned(),
            ticks => format!("on for {ticks} ticks"),
        };
        rows.push(("hit box", format!("{state}, hurts {}", bits(hit.hurts))));
    }
    if let Ok(hurt) = world.get::<&HurtBox>(entity) {
        let left = hurt.ticks_left;
        let vulnerable = if left == 0 { "vulnerable".to_owned() } else { format!("safe for {left} ticks") };
        rows.push(("hurt box", vulnerable));
    }
    if let Ok(crowd) = world.get::<&Crowd>(entity) {
        rows.push(("crowd", format!("parts at {} px/s, at most {}", crowd.push, crowd.max_speed)));
    }
    if let Ok(path) = world.get::<&MoverPath>(entity) {
        rows.push(("path", format!("tick {}", path.tick)));
    }
    rows
}

/// Floor, wall and ceiling that a body touches, by the names of their tiles.
fn touched(session: &Session, id: BodyId) -> Vec<(&'static str, String)> {
    let physics = &session.game.physics;
    let surfaces =
        [("on floor", physics.floor(id)), ("on wall", physics.wall(id)), ("on ceiling", physics.ceiling(id))];
    let words = |surface: Surface| {
        let (tile, at) = (tile_name(session, surface.tile), surface.cell);
        let one_way = if surface.one_way { ", one-way" } else { "" };
        format!("{tile}, column {}, row {}{one_way}", at.col, at.row)
    };
    surfaces.into_iter().filter_map(|(name, surface)| Some((name, words(surface?)))).collect()
}

/// State of the hero's controller.
fn character(session: &Session) -> Vec<(&'static str, String)> {
    let Some(state) = session.game.feel_state() else { return Vec::new() };
    let doing = [
        (state.is_dashing(), "dashes"),
        (state.is_climbing(), "climbs"),
        (state.is_wall_sliding(), "slides down a wall"),
    ];
    let doing: Vec<&str> = doing.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    let facing = match state.facing() {
        -1 => "left",
        1 => "right",
        _ => "nowhere yet",
    };
    vec![
        ("state", if doing.is_empty() { "runs, jumps or stands".to_owned() } else { doing.join(", ") }),
        ("faces", facing.to_owned()),
        ("coyote time", format!("{} ticks", state.coyote_ticks())),
        ("jump buffer", format!("{} ticks", state.buffer_ticks())),
        ("dashes left", state.dashes().to_string()),
        ("air jumps left", state.air_jumps().to_string()),
    ]
}
