//! Levels as plain sprites, from the display list. Feature `draw`.

use super::components::TiledShape;
use super::spawned::SpawnedLevel;
use crate::components::{Collider, Mover};
use crate::transforms::MapPoint;
use bevy_app::{App, Plugin, PostUpdate};
use bevy_asset::{AssetServer, Handle};
use bevy_color::Color;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::{
    Changed, Commands, Component, Has, IntoScheduleConfigs, Or, Query, Res, With, Without,
};
use bevy_image::Image;
use bevy_math::{Quat, Rect, Rot2, Vec2};
use bevy_sprite::Sprite;
use bevy_time::Time;
use bevy_transform::TransformSystems;
use bevy_transform::components::Transform;
use tilephys_draw::{DisplayList, Quad, glam};

/// Draws a level by a sprite for each tile, on the entity of the level.
///
/// Sprites of the layer `n` of the map are at z from `n` to `n + 1`, which leaves the game room between layers. Layers follow the camera
/// without parallax. Images inside of files of Tiled and colour keys are not drawn; a warning says so.
#[derive(Component, Clone, Copy, Debug)]
#[require(Drawn)]
pub struct DrawLevel {
    /// Part of the map that is drawn, in pixels of the map: left, top, width, height. Default: the whole map.
    pub view: Option<[f32; 4]>,
}

impl Default for DrawLevel {
    /// Draws the whole map.
    fn default() -> Self {
        DrawLevel { view: None }
    }
}

/// Draws the levels with a [`DrawLevel`].
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawLevelsPlugin;

impl Plugin for DrawLevelsPlugin {
    fn build(&self, app: &mut App) {
        let systems = (list_levels, draw_levels).chain();
        app.add_systems(PostUpdate, systems.before(TransformSystems::Propagate));
    }
}

/// What a level shows.
#[derive(Component, Default)]
pub(crate) struct Drawn {
    list: Option<DisplayList<'static>>,
    images: Vec<Option<Handle<Image>>>,
    /// Sprites with the quads that they show.
    sprites: Vec<(Entity, Option<Shown>)>,
}

/// A quad and its z.
#[derive(Clone, Copy, PartialEq)]
struct Shown {
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

/// Filter of levels with other tiles or settings.
type Listed = Or<(Changed<SpawnedLevel>, Changed<DrawLevel>)>;

/// Filter of the sprites of levels, which are no objects.
type Sprites = (With<SpriteOf>, Without<TiledShape>);

/// Lists what spawned and reloaded levels show.
#[allow(clippy::needless_pass_by_value, reason = "a system")]
fn list_levels(mut levels: Query<(&SpawnedLevel, &mut Drawn), Listed>, assets: Res<AssetServer>) {
    for (spawned, mut drawn) in &mut levels {
        let list = DisplayList::of_level(spawned.level()).into_owned();
        list.warnings().iter().for_each(|warning| log::warn!("{}", warning.message));
        let load = |image: &tilephys_draw::ImageSource| match (&image.path, &image.data) {
            (Some(path), None) => Some(assets.load(path.clone())),
            _ => {
                log::warn!(
                    "{}: an image inside of the file is not drawn; save it as a file of its own",
                    spawned.level().path.display()
                );
                None
            }
        };
        drawn.images = list.images().iter().map(load).collect();
        drawn.sprites.iter_mut().for_each(|(_, shown)| *shown = None);
        drawn.list = Some(list);
    }
}

/// Entities of objects with a place.
type Placed = (&'static Transform, Option<&'static TiledShape>, Option<&'static Collider>, Has<Mover>);

/// Writes the sprites whose quads have changed.
#[allow(clippy::needless_pass_by_value, reason = "a system")]
fn draw_levels(
    mut commands: Commands,
    time: Res<Time>,
    mut levels: Query<(Entity, &SpawnedLevel, &DrawLevel, &mut Drawn)>,
    objects: Query<Placed>,
    mut sprites: Query<(&mut Sprite, &mut Transform), Sprites>,
) {
    for (level, spawned, settings, mut drawn) in &mut levels {
        let Drawn { list: Some(list), images, sprites: pool } = &mut *drawn else { continue };
        list.place_objects(|id| displacement(spawned, &objects, id));
        let view = match settings.view {
            Some([x, y, width, height]) => {
                tilephys_draw::Rect::new(glam::Vec2::new(x, y), glam::Vec2::new(width, height))
            }
            None => list.bounds(),
        };
        let mut count = 0;
        let mut layer = (0, 0_u16);
        for quad in list.quads(view, time.elapsed_secs_f64()) {
            let Some(image) = images.get(quad.image).and_then(Clone::clone) else { continue };
            let order = if layer.0 == quad.layer { layer.1.saturating_add(1) } else { 0 };
            layer = (quad.layer, order);
            let z = quad.layer as f32 + f32::from(order) / 65_536.0;
            let now = Some(Shown { quad, z });
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

/// Displacement of an object from its place in the map, in pixels of the map; `None` if its entity is gone.
fn displacement(spawned: &SpawnedLevel, objects: &Query<Placed>, id: u32) -> Option<glam::Vec2> {
    let entity = spawned.entity(id)?;
    let (transform, shape, collider, is_mover) = objects.get(entity).ok()?;
    let mut now = MapPoint::of_transform(transform, collider);
    if let (Some(shape), None, false) = (shape, collider, is_mover) {
        // An object without physics has the middle of its shape at its transform.
        now.x -= shape.size.x / 2.0;
        now.y -= shape.size.y / 2.0;
    }
    let home = spawned.home(id, shape.map(|shape| &shape.0), collider.map(|collider| collider.0))?;
    Some(glam::Vec2::new(now.x, now.y) - home)
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
    let tint = quad.tint;
    let source = quad.source;
    let sprite = Sprite {
        image,
        color: Color::srgba_u8(tint.red, tint.green, tint.blue, tint.alpha),
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
