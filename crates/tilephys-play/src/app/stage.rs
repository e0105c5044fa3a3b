//! The level in the middle of the window: drawing, and what the pointer does.

use super::{App, bodies, diagram};
use crate::commands::{Command, Commands};
use crate::game::{Game, brush_cell};
use crate::panels::{Tab, object_at};
use crate::session::{Selection, Session};
use crate::view::{Overlay, color_of};
use eframe::egui::{
    Color32, Key, Painter, PointerButton, Rect as Area, Response, Sense, Stroke, StrokeKind, Ui,
};
use tilephys::check::LevelReach;
use tilephys::core::{Aabb, RegionId, SensorId, TileCoord};
use tilephys::draw::meaning_of;
use tilephys::ecs::{Collider, Position, Velocity};
use tilephys::glam::Vec2;
use tilephys::hecs::Entity;
use tilephys::inspect::debug_draw::Meaning;
use tilephys::tiled::RegionKind;

/// Cells that the window shows at least of a level that has just been opened.
const FIRST_VIEW: Vec2 = Vec2::new(24.0, 14.0);

/// Key that is held to paint cells.
const PAINT: Key = Key::E;

/// Heroes that the window shows at least of it, side by side and one over the other.
const HEROES: Vec2 = Vec2::new(16.0, 9.0);

/// Opacity of a picture of reach until the next one is there.
const OUTDATED: f32 = 0.4;

/// Shows the level.
pub(super) fn show(app: &mut App, asked: &mut Commands, ui: &mut Ui) {
    let (screen, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
    let painter = ui.painter_at(screen);
    let Some(session) = &mut app.session else {
        painter.rect_filled(screen, 0.0, Color32::from_gray(16));
        let (panels, shown) = app.panels_and_shown();
        crate::panels::over_level(panels, shown, asked, ui, screen);
        return;
    };
    let seconds = f64::from(ui.input(|input| input.stable_dt));
    if !session.is_fitted {
        let tile = session.game.level.tile_size.as_vec2();
        // A hero of several tiles sees farther.
        let least = session.game.hero_size() * HEROES;
        session.camera.fit(screen, (FIRST_VIEW * tile).max(least), painter.pixels_per_point());
        session.is_fitted = true;
    }
    if let Some(region) = session.to_show.take() {
        session.camera.show(screen, region);
    }
    let targets = app.reach.answer().filter(|_| session.overlays.reach);
    let clicked = point(session, targets, screen, &response, ui);
    // Panels in which something is set stay open while the level is played.
    let is_setting =
        matches!(app.panels.tab, Tab::Feel | Tab::Bodies | Tab::Scene | Tab::Times | Tab::Events);
    if matches!(clicked, Some(Clicked::Thing)) && !is_setting {
        app.panels.tab = Tab::Inspect;
    }
    let alpha = session.clock.alpha();
    if session.follows
        && let Some(hero) = session.hero(alpha)
    {
        let facing = session.game.feel_state().map_or(0.0, |state| f32::from(state.facing()));
        session.camera.follow(screen, hero, facing, seconds as f32);
        session.camera.keep_within(screen, session.bounds());
    }
    // Tiles are drawn at whole pixels of the screen, and stay sharp; the camera itself moves by less.
    let exact = session.camera;
    let snapped = exact.snapped(screen, painter.pixels_per_point());
    session.camera = snapped;
    draw(session, screen, &painter, alpha);
    if let Some(reach) = app.reach.answer().filter(|_| session.overlays.reach) {
        let mut painter = painter.clone();
        if !app.reach.has_area() {
            painter.multiply_opacity(OUTDATED);
        }
        crate::view::draw_reach(&painter, &session.camera, reach);
    }
    draw_highlight(session, screen, &painter);
    diagram::draw_handles(session, screen, &painter);
    let (panels, shown) = app.panels_and_shown();
    crate::panels::over_level(panels, shown, asked, ui, screen);
    if let Some(session) = &mut app.session
        && session.camera == snapped
    {
        session.camera = exact;
    }
    match clicked {
        Some(Clicked::Target(object)) => asked.push(Command::ShowWay(object)),
        Some(Clicked::NoBrush) => {
            asked.push(Command::Say(
                "nothing is solid here to paint with: make a layer solid first".to_owned(),
            ));
        }
        Some(Clicked::Rock) => {
            asked.push(Command::Say("there is no room for the hero near that place".to_owned()));
        }
        _ => {}
    }
}

/// Thing that was clicked.
enum Clicked {
    /// A place for the hero far from any room for it.
    Rock,
    /// A cell to paint in a map without anything solid.
    NoBrush,
    /// A selected thing.
    Thing,
    /// The target with this id of an object, to which the hero shows a way.
    Target(u32),
}

/// Applies the pointer: the wheel zooms, a drag moves the level or a body, a click selects, a double click puts the hero there.
/// Returns what was clicked; of the things at a place, the targets of the overlay come first.
fn point(
    session: &mut Session,
    targets: Option<&LevelReach>,
    screen: Area,
    response: &Response,
    ui: &Ui,
) -> Option<Clicked> {
    let wheel = ui.input(|input| input.smooth_scroll_delta.y);
    let pinch = ui.input(eframe::egui::InputState::zoom_delta);
    if let Some(at) = response.hover_pos() {
        // Forth and back by the same way is no change.
        let by = 1.0 + wheel.abs() / 200.0;
        let factor = pinch * if wheel < 0.0 { 1.0 / by } else { by };
        if factor != 1.0 {
            session.camera.zoom_about(screen, at, factor);
        }
    }
    if diagram::drag(session, screen, response) {
        return None;
    }
    if ui.input(|input| input.key_down(PAINT)) && !ui.ctx().text_edit_focused() {
        return paint(session, screen, response, ui);
    }
    session.lift_brush();
    if hold(session, screen, response, ui) {
        return None;
    }
    if response.dragged() {
        session.follows = false;
        session.camera.pan(response.drag_delta());
    }
    // A scene without a hero is about something else.
    let can_have_hero = session.scene.is_none() || session.game.hero.is_some();
    let at = response.interact_pointer_pos()?;
    let at = session.camera.to_level(screen, at);
    if response.double_clicked_by(PointerButton::Primary) && can_have_hero {
        if !session.put_hero(at) {
            return Some(Clicked::Rock);
        }
    } else if response.clicked() {
        // Keys are for the hero from now on.
        ui.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
        let is_target = |id: u32| targets.is_some_and(|reach| reach.verdict(id).is_some());
        if let Some(object) = object_at(session, at, is_target) {
            return Some(Clicked::Target(object));
        }
        (session.selection, session.highlight) = (select(session, at), None);
        return Some(Clicked::Thing);
    }
    None
}

/// Moves a body with the pointer. True while it holds one.
fn hold(session: &mut Session, screen: Area, response: &Response, ui: &Ui) -> bool {
    if response.drag_started_by(PointerButton::Primary)
        && let Some(at) = ui.input(|input| input.pointer.press_origin())
    {
        session.grab(session.camera.to_level(screen, at));
    }
    if !response.dragged_by(PointerButton::Primary) {
        session.let_go();
    } else if let Some(at) = response.interact_pointer_pos() {
        session.pull(session.camera.to_level(screen, at));
    }
    session.holds()
}

/// Paints cells under the pointer: the left button makes them solid, the right one clears them.
fn paint(session: &mut Session, screen: Area, response: &Response, ui: &Ui) -> Option<Clicked> {
    let [is_solid, is_clear] = [PointerButton::Primary, PointerButton::Secondary]
        .map(|button| ui.input(|input| input.pointer.button_down(button)));
    let at = response.interact_pointer_pos().filter(|at| screen.contains(*at));
    let Some(at) = at.filter(|_| is_solid || is_clear) else {
        session.lift_brush();
        return None;
    };
    if brush_cell(session.game.physics.grid()).is_none() {
        return Some(Clicked::NoBrush);
    }
    session.paint(session.camera.to_level(screen, at), is_solid);
    None
}

/// Draws painted cells: the art of the tile that they have, else blocks, and gaps in the art with a border.
fn draw_painted(session: &Session, screen: Area, painter: &Painter, background: Color32) {
    let (solid, clear): (Vec<_>, Vec<_>) = session.painted().partition(|painted| painted.is_solid);
    let corners: Vec<Vec2> = solid.iter().map(|painted| painted.area.min).collect();
    let brush = if solid.is_empty() { None } else { brush_cell(session.game.physics.grid()) };
    let is_drawn = brush.is_some_and(|cell| {
        session.view.draw_copies(painter, &session.camera, session.area_of(cell), &corners)
    });
    let blocks = if is_drawn { Vec::new() } else { solid };
    let border = Stroke::new(1.0, color_of(Meaning::Face.color()).gamma_multiply(0.5));
    for painted in blocks.iter().chain(&clear) {
        let area = session.camera.rect_to_screen(screen, painted.area);
        let fill = if painted.is_solid { color_of(Meaning::Solid.color()) } else { background };
        painter.rect(area, 0.0, fill, border, StrokeKind::Inside);
    }
}

/// The body at a place, else the region or mover, else the object if objects are shown, else the cell.
fn select(session: &Session, at: Vec2) -> Option<Selection> {
    let is_at = |position: &Position, collider: &Collider| {
        let [min, size] = [position.px() + collider.offset_px(), collider.px()];
        at.cmpge(min).all() && at.cmple(min + size).all()
    };
    // Movers and regions have no velocity.
    let mut entities = session.game.world.query::<(Entity, &Position, &Collider, Option<&Velocity>)>();
    let hit = entities.iter().filter(|(_, position, collider, _)| is_at(position, collider));
    let found = hit.max_by_key(|(.., velocity)| velocity.is_some()).map(|found| found.0);
    // Movers with the shape of a tile have no collider.
    let is_mover = |id: u32| session.game.level.movers.iter().any(|mover| mover.object == id);
    let mover = || session.game.spawned.entity(object_at(session, at, is_mover)?);
    if let Some(entity) = found.or_else(mover) {
        return Some(Selection::Entity(entity));
    }
    if let Some(object) = object_at(session, at, |_| session.overlays.objects) {
        return Some(Selection::Object(object));
    }
    let cell = (at / session.game.level.tile_size.as_vec2()).floor();
    Some(Selection::Cell(TileCoord::new(cell.x as i32, cell.y as i32)))
}

fn draw(session: &mut Session, screen: Area, painter: &Painter, alpha: f32) {
    let background = session.game.level.background;
    let background = background.map_or(Color32::from_gray(16), |c| Color32::from_rgb(c.red, c.green, c.blue));
    painter.rect_filled(screen, 0.0, background);
    let Session { game, view, camera, own_hero, .. } = session;
    let replaced = own_hero.filter(|_| game.hero.is_some());
    let is_there = |object: u32| Some(object) != replaced;
    view.place_objects(|object| {
        is_there(object).then(|| game.spawned.displacement(&game.world, object, alpha))?
    });
    let layers = game.level.layers.len();
    let seconds = f64::from(game.tick()) * f64::from(crate::game::DT);
    // The hero is in front of the layer in which it starts.
    let front = game.level.spawn().map_or(layers, |spawn| spawn.layer + 1);
    view.draw(painter, camera, seconds, 0..front);
    draw_painted(session, screen, painter, background);
    bodies::draw(session, painter, alpha);
    let Session { view, camera, .. } = session;
    view.draw(painter, camera, seconds, front..layers);
    draw_overlays(session, screen, painter);
}

fn draw_overlays(session: &Session, screen: Area, painter: &Painter) {
    let shown = session.camera.shown(screen);
    let area = Aabb::from_px(shown.min, shown.size);
    let game = &session.game;
    let mut overlay =
        Overlay::new(painter, &session.camera).with_regions(|id| meaning_of_region(game, id).color());
    if session.overlays.solids {
        tilephys::inspect::debug_draw::draw_solids(&mut overlay, game.physics.grid(), area, u32::MAX);
    }
    if session.overlays.engine {
        game.physics.debug_draw(&game.world, &mut overlay, area);
    }
    if session.overlays.reasons {
        let selected = match session.selection {
            Some(Selection::Entity(entity)) => Some(entity),
            _ => game.hero,
        };
        if let Some(entity) = selected {
            game.physics.debug_draw_hit(&game.world, &mut overlay, entity);
        }
    }
    if let Some(diagram) = game.scene.as_ref().and_then(|scene| scene.diagram.as_ref()) {
        diagram.draw(&mut overlay);
    }
    overlay.finish();
}

/// Meaning of a region of the grid.
fn meaning_of_region(game: &Game, id: RegionId) -> Meaning {
    let entity = game.physics.sensor_entity(SensorId::Region(id));
    let kind = entity.and_then(|entity| game.world.get::<&RegionKind>(entity).ok().map(|kind| *kind));
    kind.map_or(Meaning::Trigger, meaning_of)
}

/// Points out the highlighted part of the level.
fn draw_highlight(session: &Session, screen: Area, painter: &Painter) {
    if let Some(region) = session.highlight {
        let [from, to] =
            [region.min, region.min + region.size].map(|at| session.camera.to_screen(screen, at));
        let area = Area::from_two_pos(from, to).expand(3.0);
        painter.rect_stroke(
            area,
            2.0,
            Stroke::new(2.0, color_of(Meaning::Path.color())),
            StrokeKind::Outside,
        );
    }
}
