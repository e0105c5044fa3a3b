//! The adventure in a window: its rules are in `src/adventure.rs`.
//!
//! `cargo run --bin adventure` plays. Arrow keys run, Space jumps, X dashes, C shoots, R goes back in time, F1 shows the boxes. Save
//! `maps/yard.tmx` in Tiled: the running level follows.

use bevy::prelude::*;
use tilephys_bevy::FeelState;
use tilephys_bevy::levels::{DrawLevelsPlugin, TiledId};
use tilephys_bevy_example::adventure::{AdventurePlugin, Bullet, HERO, Hero, Progress, Runs, WAY};
use tilephys_bevy_example::script::{self, ScriptPlugin};
use tilephys_bevy_example::view::{ViewPlugin, plugins};

fn main() {
    App::new()
        .add_plugins(script::adapt(plugins()))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .add_plugins((
            AdventurePlugin,
            DrawLevelsPlugin,
            ViewPlugin::<Hero>::of("yard.tmx"),
            ScriptPlugin(&WAY),
        ))
        .add_systems(Startup, add_ghost)
        .add_observer(show_hero)
        .add_observer(show_bullet)
        .add_systems(Update, (hide_coins, show_progress).run_if(resource_changed::<Progress>))
        .add_systems(Update, (show_ghost, turn_eye))
        .run();
}

/// Marks the ghost.
#[derive(Component)]
struct Ghost;

/// Marks the eye of the hero.
#[derive(Component)]
struct Eye;

fn add_ghost(mut commands: Commands) {
    let pale = Sprite::from_color(Color::WHITE.with_alpha(0.3), HERO.into());
    commands.spawn((Ghost, pale, Transform::from_xyz(0.0, 0.0, 90.0)));
}

fn show_hero(hero: On<Add<Hero>>, mut commands: Commands) {
    let picture = Sprite::from_color(Color::srgb(0.4, 0.75, 1.0), HERO.into());
    let eye =
        (Eye, Sprite::from_color(Color::srgb(0.1, 0.15, 0.3), Vec2::new(2.0, 3.0)), Transform::default());
    // Layers have z from 0 to 20.
    let hero = commands.entity(hero.entity).insert((picture, Transform::from_xyz(0.0, 0.0, 100.0))).id();
    commands.spawn((eye, ChildOf(hero)));
}

/// Turns the eye of the hero to where it faces.
fn turn_eye(hero: Single<&FeelState, With<Hero>>, mut eye: Single<&mut Transform, With<Eye>>) {
    eye.translation = Vec3::new(2.0 * f32::from(hero.facing()), 2.0, 1.0);
}

fn show_bullet(bullet: On<Add<Bullet>>, mut commands: Commands) {
    let picture = Sprite::from_color(Color::srgb(1.0, 0.85, 0.3), Vec2::new(3.0, 2.0));
    commands.entity(bullet.entity).insert((picture, Transform::from_xyz(0.0, 0.0, 95.0)));
}

/// Taken coins stay as entities, so that time brings them back.
fn hide_coins(progress: Res<Progress>, objects: Query<(Entity, &TiledId)>, mut commands: Commands) {
    for (entity, id) in &objects {
        let is_taken = progress.coins.contains(&id.0);
        commands.entity(entity).insert(if is_taken { Visibility::Hidden } else { Visibility::Inherited });
    }
}

fn show_progress(progress: Res<Progress>, mut window: Single<&mut Window>) {
    let home = progress.home.map_or(String::new(), |ticks| format!(", home after {ticks} ticks"));
    window.title = format!("tilephys: {} coins{home}", progress.coins.len());
}

fn show_ghost(runs: Res<Runs>, mut ghost: Single<(&mut Transform, &mut Visibility), With<Ghost>>) {
    let (ref mut transform, ref mut visibility) = *ghost;
    let place = runs.ghost();
    **visibility = if place.is_some() { Visibility::Inherited } else { Visibility::Hidden };
    if let Some([x, y]) = place {
        [transform.translation.x, transform.translation.y] = [x + HERO[0] / 2.0, -y - HERO[1] / 2.0];
    }
}
