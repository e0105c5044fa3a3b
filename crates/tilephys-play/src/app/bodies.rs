//! Boxes of bodies and movers that the map does not draw with a tile.

use crate::game::Added;
use crate::session::Session;
use crate::view::{Camera, color_of, draw_boxes};
use eframe::egui::{Color32, Painter};
use tilephys::draw::Rect;
use tilephys::ecs::{Collider, Mover, Position, PreviousPosition, Velocity};
use tilephys::hecs::{Entity, Or};
use tilephys::inspect::debug_draw::Meaning;
use tilephys::level::TiledId;

/// Colour of movers without a picture.
fn mover() -> Color32 {
    color_of(Meaning::Mover.color())
}

/// Components that tell where an entity is drawn.
type Placed<'w> = (&'w Position, Option<&'w PreviousPosition>, &'w Collider);

fn area((now, before, collider): Placed<'_>, alpha: f32) -> Rect {
    let at = before.map_or_else(|| now.px(), |before| before.between(*now, alpha));
    Rect::new(at + collider.offset_px(), collider.px())
}

/// Smallest side of a box that has a frame, in points.
const FRAMED: f32 = 8.0;

/// Smallest side of a body whose parts are drawn, in points.
const DETAILED: f32 = 6.0;

/// A box, with a darker frame if it is large enough on the screen, so that boxes side by side are told apart.
fn framed(area: Rect, color: Color32, zoom: f32) -> impl Iterator<Item = (Rect, Color32)> {
    let has_frame = area.size.min_element() * zoom >= FRAMED;
    let inner = Rect::new(area.min + 1.0 / zoom, area.size - 2.0 / zoom);
    let frame = Color32::from_rgb(color.r() / 2, color.g() / 2, color.b() / 2);
    let outer = if has_frame { (area, frame) } else { (area, color) };
    std::iter::once(outer).chain(has_frame.then_some((inner, color)))
}

/// Draws movers and bodies without a picture, then the hero.
pub(super) fn draw(session: &Session, painter: &Painter, alpha: f32) {
    let world = &session.game.world;
    let hero = session.game.hero;
    // Few entities are of the map, so only these are looked up there.
    let has_picture = |entity: Entity, id: Option<&TiledId>| id.is_some() && session.has_picture(entity);
    let mut movers = world.query::<(Entity, Placed<'_>, Option<&TiledId>)>().with::<&Mover>();
    let movers = movers.iter().filter(|(entity, _, id)| !has_picture(*entity, *id));
    draw_boxes(painter, &session.camera, movers.map(|(_, placed, _)| (area(placed, alpha), mover())));

    let mut bodies =
        world.query::<(Entity, Placed<'_>, Or<&Velocity, &Added>, Option<&TiledId>)>().without::<&Mover>();
    let bodies =
        bodies.iter().filter(|(entity, _, _, id)| Some(*entity) != hero && !has_picture(*entity, *id));
    let Camera { zoom, .. } = session.camera;
    let screen = painter.clip_rect();
    let bodies = bodies.flat_map(|(entity, placed, kind, _)| {
        let color = crate::panels::color_of(session, entity, kind.right());
        let area = area(placed, alpha);
        let is_detailed = area.size.min_element() * zoom >= DETAILED
            && session.camera.rect_to_screen(screen, area).intersects(screen);
        let own = color.map(|color| [color.r(), color.g(), color.b()]);
        let parts = if is_detailed {
            session.game.body_boxes(entity, [area.min, area.size], own)
        } else {
            Vec::new()
        };
        let color = color.unwrap_or_else(|| color_of(Meaning::Body.color()));
        let plain = parts.is_empty().then(|| framed(area, color, zoom));
        plain.into_iter().flatten().chain(parts.into_iter().map(super::hero::colored))
    });
    draw_boxes(painter, &session.camera, bodies);
    super::hero::draw(session, painter, alpha);
}
