//! Draws a scene after some steps as a PNG: `cargo run -p tilephys-scenes --example scene_picture -- SCENE STEPS FILE`.
//!
//! Start it in the root of the project, from which the paths of the maps count.

use std::error::Error;
use std::fs::File;
use tilephys_core::Aabb;
use tilephys_core::lattice::px_from_point;
use tilephys_draw::{Picture, Rect, View};
use tilephys_ecs::{Collider, Position};
use tilephys_inspect::debug_draw::{DebugDraw, Rgba, draw_edges, draw_solids};
use tilephys_scenes::{Scene, Stage};
use tilephys_tiled::{Color, Disk};

/// Pixels of the picture for each pixel of the scene.
const SCALE: f32 = 2.0;

const BACKGROUND: Rgba = Rgba::rgb(14, 18, 32);

/// Colours of groups: 0 first, others by turns.
const GROUPS: [Rgba; 8] = [
    Rgba::rgb(120, 134, 160),
    Rgba::rgb(86, 180, 233),
    Rgba::rgb(255, 96, 40),
    Rgba::rgb(240, 228, 66),
    Rgba::rgb(0, 190, 138),
    Rgba::rgb(204, 121, 167),
    Rgba::rgb(230, 159, 0),
    Rgba::rgb(214, 222, 235),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, steps, file] = &arguments[..] else {
        return Err("name a scene, a number of steps and a file".into());
    };
    let names: Vec<&str> = Scene::all().iter().map(|scene| &*scene.name).collect();
    let scene = Scene::named(name).ok_or_else(|| format!("{name} is none of {}", names.join(", ")))?;
    let mut stage = scene.begin(&scene.values(), &Disk)?;
    for _ in 0..steps.parse()? {
        stage.step();
    }
    let bounds = Rect::new(scene.view.min, scene.view.size);
    let Rgba { red, green, blue, alpha } = BACKGROUND;
    let mut picture = Picture::new(bounds, Some(Color { red, green, blue, alpha }));
    draw(&stage, &mut picture, Aabb::from_px(scene.view.min, scene.view.size));
    picture.write_png(&View::default().at_scale(SCALE), File::create(file)?)?;
    Ok(())
}

fn draw(stage: &Stage, onto: &mut dyn DebugDraw, area: Aabb) {
    if let Some(diagram) = &stage.state.diagram {
        return diagram.draw(onto);
    }
    draw_solids(onto, stage.physics.grid(), area, u32::MAX);
    draw_edges(onto, stage.physics.grid(), area, u32::MAX);
    for entity in stage.state.bodies() {
        let mut body = stage.world.query_one::<(&Position, &Collider)>(entity);
        let Ok((position, collider)) = body.get() else { continue };
        let Some(aabb) = collider.aabb(*position) else { continue };
        let group = stage.color_of(entity) as usize;
        let color = if group < GROUPS.len() { GROUPS[group] } else { GROUPS[1 + group % (GROUPS.len() - 1)] };
        onto.rect(px_from_point(aabb.min), collider.px(), color, true);
        onto.rect(px_from_point(aabb.min), collider.px(), BACKGROUND.with_alpha(160), false);
    }
}
