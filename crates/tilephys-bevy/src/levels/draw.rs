//! Levels as plain sprites, from the display list. Feature `draw`.

use super::components::TiledShape;
use super::spawned::SpawnedLevel;
use super::system::LevelSystems;
use crate::components::{Collider, Mover, Shown};
use crate::transforms::MapPoint;
use crate::view::{Cameras, View};
use bevy_app::{App, Plugin, PostUpdate};
use bevy_asset::{AssetServer, Handle};
use bevy_camera::visibility::Visibility;
use bevy_camera::{Camera2d, CameraUpdateSystems, ClearColor};
use bevy_color::Color;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{
    Changed, Commands, Component, Has, IntoScheduleConfigs, Or, Query, Res, ResMut, With, Without,
};
use bevy_image::Image;
use bevy_math::{Quat, Rect, Rot2, Vec2};
use bevy_sprite::Sprite;
use bevy_time::Time;
use bevy_transform::TransformSystems;
use bevy_transform::components::Transform;
use tilephys_draw::{DisplayList, ImageSource, Quad};

/// Draws a level: a sprite for each tile that the 2D cameras see, with parallax and animations.
///
/// The sprites of layer `n` of the map are at z from `n` to `n + 1`, which leaves the game room between layers. An object with a tile is
/// drawn where its entity is, and not at all after a despawn or with a hidden `Visibility`. The background of the map becomes the [`ClearColor`].
///
/// Images inside of files of Tiled are not drawn, and colour keys are not applied. A warning says so.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(Drawn)]
pub struct DrawLevel;

/// Draws the levels with a [`DrawLevel`], in [`LevelSystems::Draw`].
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawLevelsPlugin;

impl Plugin for DrawLevelsPlugin {
    fn build(&self, app: &mut App) {
        let systems = (list_levels, draw_levels).chain().in_set(LevelSystems::Draw);
        let systems = systems.after(CameraUpdateSystems).before(TransformSystems::Propagate);
        app.add_systems(PostUpdate, systems);
    }
}

/// What a level shows.
#[derive(Component, Default)]
pub(crate) struct Drawn {
    list: Option<DisplayList<'static>>,
    images: Vec<Option<Handle<Image>>>,
    /// Sprites with the quads that they show.
    sprites: Vec<(Entity, Option<ShownQuad>)>,
}

/// A quad and its z.
#[derive(Clone, Copy, PartialEq)]
struct ShownQuad {
    quad: Quad,
    z: f32,
}

/// Sprite of a level, which is despawned with it.
#[derive(Component)]
#[relationship(relationship_target = LevelSprites)]
pub(crate) struct SpriteOf(Entity);

/// Sprites of a level.
#[derive(Component, Default)]
#[relationship_target(relationship = SpriteOf, linked_spawn)]
pub(crate) struct LevelSprites(Vec<Entity>);

/// Filter of levels with other tiles, or that are drawn from now on.
type Listed = Or<(Changed<SpawnedLevel>, Changed<DrawLevel>)>;

/// Filter of the sprites of levels, which are no cameras.
type Sprites = (With<SpriteOf>, Without<Camera2d>);

/// Lists what spawned and reloaded levels show.
#[allow(clippy::needless_pass_by_value, reason = "a system")]
fn list_levels(
    mut levels: Query<(&SpawnedLevel, &mut Drawn), Listed>,
    assets: Res<AssetServer>,
    mut clear_color: Option<ResMut<ClearColor>>,
) {
    for (spawned, mut drawn) in &mut levels {
        let level = &spawned.level;
        let list = DisplayList::of_level(level).into_owned();
        list.warnings().iter().for_each(|warning| log::warn!("{warning}"));
        if let (Some(background), Some(clear_color)) = (list.background(), clear_color.as_mut()) {
            clear_color.0 = color(background);
        }
        let load = |image: &ImageSource| {
            if image.transparent.is_some() {
                log::warn!(
                    "{}: a colour key is not applied; save the image with alpha",
                    level.path.display()
                );
            }
            match (&image.path, &image.data) {
                (Some(path), None) => Some(assets.load(path.clone())),
                _ => {
                    log::warn!(
                        "{}: an image embedded in the map is not drawn; save it as a separate file",
                        level.path.display()
                    );
                    None
                }
            }
        };
        drawn.images = list.images().iter().map(load).collect();
        drawn.sprites.iter_mut().for_each(|(_, shown)| *shown = None);
        drawn.list = Some(list);
    }
}

/// Entities of objects with a place.
type Placed = (
    &'static Transform,
    Option<&'static TiledShape>,
    Option<&'static Collider>,
    Option<&'static Shown>,
    Has<Mover>,
    Option<&'static Visibility>,
);

/// Writes the sprites whose quads have changed.
#[allow(clippy::needless_pass_by_value, reason = "a system")]
fn draw_levels(
    mut commands: Commands,
    time: Res<Time>,
    cameras: Cameras,
    mut levels: Query<(Entity, &SpawnedLevel, &mut Drawn), With<DrawLevel>>,
    objects: Query<Placed, Without<SpriteOf>>,
    mut sprites: Query<(&mut Sprite, &mut Transform), Sprites>,
) {
    let Some(view) = View::of(&cameras) else { return };
    let view = tilephys_draw::Rect::new(view.corner.into(), view.size.into());
    for (level, spawned, mut drawn) in &mut levels {
        let Drawn { list: Some(list), images, sprites: pool } = &mut *drawn else { continue };
        list.place_objects(|id| displacement(spawned, &objects, id).map(Into::into));
        let mut count = 0;
        let mut layer = 0;
        let mut order = 0_u16;
        for quad in list.quads(view, time.elapsed_secs_f64()) {
            let Some(image) = images.get(quad.image).and_then(Clone::clone) else { continue };
            order = if layer == quad.layer { order.saturating_add(1) } else { 0 };
            layer = quad.layer;
            let z = layer as f32 + f32::from(order) / 65_536.0;
            let now = Some(ShownQuad { quad, z });
            match pool.get_mut(count) {
                Some((_, shown)) if *shown == now => {}
                Some((entity, shown)) => {
                    if let Ok((mut sprite, mut transform)) = sprites.get_mut(*entity) {
                        *shown = now;
                        (*sprite, *transform) = sprite_of(&quad, z, image);
                    }
                }
                None => {
                    let entity = commands.spawn((sprite_of(&quad, z, image), SpriteOf(level))).id();
                    pool.push((entity, now));
                }
            }
            count += 1;
        }
        for (entity, _) in pool.drain(count..) {
            commands.entity(entity).despawn();
        }
    }
}

/// Displacement of an object from its place in the map, in pixels of the map; `None` if its entity is gone or hidden.
fn displacement(
    spawned: &SpawnedLevel,
    objects: &Query<Placed, Without<SpriteOf>>,
    id: u32,
) -> Option<[f32; 2]> {
    let entity = spawned.entity(id)?;
    let (transform, shape, collider, shown, is_mover, visibility) = objects.get(entity).ok()?;
    if visibility == Some(&Visibility::Hidden) {
        return None;
    }
    // Until its first step the transform of a body, mover or trigger is not written.
    if shown.is_some_and(|shown| shown.is_unset()) {
        return Some([0.0; 2]);
    }
    let mut now = MapPoint::of_transform(transform, collider);
    if let (Some(shape), None, false) = (shape, collider, is_mover) {
        // An object without physics has the middle of its shape at its transform.
        now.x -= shape.size()[0] / 2.0;
        now.y -= shape.size()[1] / 2.0;
    }
    let home = spawned.entities.home(id, shape.map(|shape| &shape.0), collider.map(|collider| collider.0))?;
    Some([now.x - home.x, now.y - home.y])
}

fn color(color: tilephys_draw::Color) -> Color {
    Color::srgba_u8(color.red, color.green, color.blue, color.alpha)
}

/// The sprite of a quad. Its corners are a rectangle, rotated and flipped.
fn sprite_of(quad: &Quad, z: f32, image: Handle<Image>) -> (Sprite, Transform) {
    let [top_left, top_right, bottom_right, bottom_left] =
        quad.corners.map(|corner| Vec2::new(corner.x, -corner.y));
    let across = top_right - top_left;
    let down = bottom_left - top_left;
    let rotation = match across.try_normalize() {
        Some(direction) => Quat::from_rotation_z(Rot2::from_sin_cos(direction.y, direction.x).as_radians()),
        None => Quat::IDENTITY,
    };
    let source = quad.source;
    let sprite = Sprite {
        image,
        color: color(quad.tint),
        // In Bevy's space the image goes down clockwise from its upper edge, unless it is mirrored.
        flip_y: across.perp_dot(down) > 0.0,
        custom_size: Some(Vec2::new(across.length(), down.length())),
        rect: Some(Rect::from_corners(
            Vec2::new(source.min.x, source.min.y),
            Vec2::new(source.min.x + source.size.x, source.min.y + source.size.y),
        )),
        ..Sprite::default()
    };
    let middle = (top_left + bottom_right) / 2.0;
    (sprite, Transform::from_translation(middle.extend(z)).with_rotation(rotation))
}
