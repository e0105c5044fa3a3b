//! The picture of a game at a time.

use super::film::{Moment, MomentKind};
use super::played::Played;
use crate::messages::Failure;
use crate::render::drawing::{self, Known};
use crate::render::findings::Numbered;
use crate::render::legend::INDENT;
use crate::render::overlay::{Offsets, Overlay, Scene};
use crate::render::pens::{SHADE, WHITE};
use crate::text::wrapped;
use glam::{UVec2, Vec2};
use tilephys::check::LevelReach;
use tilephys::draw::{Camera, Label, Outline, Picture, Rect, Shape, View, color_of};
use tilephys::ecs::{Collider, Mover, Velocity};
use tilephys::hecs::{Entity, Or};
use tilephys::inspect::debug_draw::Meaning;
use tilephys::level::TiledId;
use tilephys::tiled::{Color, Level, ObjectKind};
use tilephys_game::{ColoredBox, Crowd, CrowdKind, DT, Game};

/// Least side of a body that has an outline, in pixels of the picture.
const OUTLINED: f32 = 4.0;

/// A level in play with its picture.
pub(super) struct Stage<'a> {
    pub(super) picture: Picture<'a>,
    /// The level, with the region that a view that stands still shows.
    pub(super) scene: Scene<'a>,
    pub(super) overlays: Vec<Overlay>,
    pub(super) found: Vec<Numbered>,
    pub(super) reach: Option<LevelReach>,
    /// View that follows the hero; `None` for a view that stands still.
    pub(super) camera: Option<Camera>,
    /// Tick of the last frame.
    pub(super) shown: Option<f64>,
    pub(super) has_legend: bool,
    pub(super) played: Played,
    /// The edit of the level that is still to come.
    pub(super) edit: Option<Edit<'a>>,
    /// Number of bodies that are still to be added.
    pub(super) bodies: Option<u32>,
}

/// An edited level with its picture.
pub(super) struct Edit<'a> {
    pub(super) picture: Picture<'a>,
    pub(super) level: &'a Level,
    /// The level for the game.
    pub(super) next: Level,
}

impl<'a> Stage<'a> {
    /// Size of all frames, by the first.
    ///
    /// # Errors
    /// If the picture would be empty or too large, or the game differs from its recording.
    pub(super) fn size_of(&mut self, first: Moment) -> Result<UVec2, Failure> {
        let view = self.show(first)?;
        self.picture.size(&view).map_err(|error| Failure::Other(error.to_string()))
    }

    /// Plays up to a time and draws the game then. Returns the part of the picture that a frame shows.
    ///
    /// # Errors
    /// If the game differs from its recording.
    pub(super) fn show(&mut self, moment: Moment) -> Result<View, Failure> {
        self.change(moment)?;
        self.played.go_to(moment)?;
        let now = Offsets(self.played.offsets(self.scene.level));
        let scene = match moment.kind {
            MomentKind::Crowd => self.whole(),
            _ => Scene { region: self.region(moment.tick), ..self.scene },
        };
        let region = scene.region;
        self.picture.clear();
        self.picture.set_time((moment.tick * f64::from(DT) * 1000.0) as u64);
        self.picture.place_objects(|object| now.of(object));
        if moment.kind == MomentKind::Crowd {
            // Small bodies over art are a noise. On a dark plate they fill the caves, which shows the level.
            self.picture.push_shape(Shape::filled(Outline::Tile(region), SHADE));
        }
        self.push_bodies(scene);
        self.push_hero();
        // The hero is in front of the layer in which it starts.
        let start = self.scene.level.spawn();
        self.picture.cover(start.map_or(usize::MAX, |start| start.layer + 1));
        let known = Known { found: &self.found, reach: self.reach.as_ref(), now: &now };
        let legend = drawing::draw(&mut self.picture, scene, &self.overlays, known);
        self.push_words(moment, scene);
        let whole = View { region: Some(region), scale: scene.scale };
        let size = self.picture.size(&whole).map_err(|error| Failure::Other(error.to_string()))?;
        let has_legend = self.has_legend && self.camera.is_none();
        let region = match has_legend {
            true => legend.push(&mut self.picture, scene, size.as_vec2().to_array()),
            false => region,
        };
        Ok(View { region: Some(region), scale: scene.scale })
    }

    /// Changes the level, or adds bodies to it, as a moment asks for.
    ///
    /// # Errors
    /// If the running game cannot take the level.
    fn change(&mut self, moment: Moment) -> Result<(), Failure> {
        if moment.kind == MomentKind::Edited
            && let Some(Edit { picture, level, next }) = self.edit.take()
        {
            self.played.edit(next)?;
            self.picture = picture;
            self.scene.level = level;
        }
        if moment.kind == MomentKind::Crowd
            && let Some(count) = self.bodies.take()
        {
            let Rect { min, size } = self.picture.bounds();
            let region = [min.to_array(), size.to_array()];
            self.played.add(Crowd { kind: CrowdKind::Projectiles, count, region });
        }
        Ok(())
    }

    /// The whole level, as large as it fits into a frame.
    fn whole(&self) -> Scene<'a> {
        let size = self.camera.as_ref().map_or(self.scene.region.size, |camera| camera.size);
        let frame = size * self.scene.scale;
        let Rect { min, size } = self.picture.bounds();
        let scale = (frame / size).min_element();
        let room = frame / scale;
        Scene { region: Rect::new(min + (size - room) / 2.0, room), scale, ..self.scene }
    }

    /// The part of the level that a frame shows.
    fn region(&mut self, tick: f64) -> Rect {
        let Some(camera) = &mut self.camera else { return self.scene.region };
        let bounds = self.scene.region;
        let hero = self.played.game.hero_area(self.played.alpha);
        let target = hero.map_or(bounds.min + bounds.size / 2.0, |[min, size]| min + size / 2.0);
        match self.shown.replace(tick) {
            None => camera.jump_to(target),
            Some(last) => camera.follow(target, Vec2::ZERO, (tick - last).abs() as f32 * DT),
        }
        // Whole pixels of the picture: tiles keep their places beside each other.
        let Rect { min, size } = camera.view();
        Rect::new((min * self.scene.scale).round() / self.scene.scale, size)
    }

    /// Draws movers and bodies that the map does not draw with a tile.
    fn push_bodies(&mut self, scene: Scene<'_>) {
        let game = &self.played.game;
        let Game { world, hero, level, .. } = game;
        let alpha = self.played.alpha;
        let has_picture = |id: Option<&TiledId>| {
            let object = id.and_then(|id| level.object(id.0));
            object.is_some_and(|object| matches!(object.kind, ObjectKind::Tile { .. }))
        };
        type Drawn<'w> = (Entity, &'w Collider, Or<&'w Velocity, &'w Mover>, Option<&'w TiledId>);
        for (entity, collider, kind, id) in world.query::<Drawn<'_>>().iter() {
            let Some(at) = game.place(entity, alpha).filter(|_| Some(entity) != *hero && !has_picture(id))
            else {
                continue;
            };
            let rect = Rect::new(at + collider.offset_px(), collider.px());
            let meaning = if kind.right().is_some() { Meaning::Mover } else { Meaning::Body };
            let fill = |rect| Shape::filled(Outline::Tile(rect), color_of(meaning));
            if rect.size.min_element() * scene.scale < OUTLINED {
                self.picture.push_shape(fill(whole_pixels(rect, scene)));
                continue;
            }
            self.picture.push_shape(fill(rect));
            push_parts(&mut self.picture, game.body_boxes(entity, [rect.min, rect.size], None));
            self.picture.push_shape(Shape::outlined(Outline::Box(rect), SHADE, 1.0));
        }
    }

    fn push_hero(&mut self) {
        push_parts(&mut self.picture, self.played.game.hero_boxes(self.played.alpha));
    }

    /// Says how time passes, and at a hit its reason, with lines in the level.
    fn push_words(&mut self, moment: Moment, scene: Scene<'_>) {
        let title = match moment.kind {
            MomentKind::Play => return,
            MomentKind::Slow => "slow motion, 1/8".to_owned(),
            MomentKind::Hit => "a hit:".to_owned(),
            MomentKind::Rewind => "<< rewind".to_owned(),
            MomentKind::Edited => "the map is edited and saved: it changes in place".to_owned(),
            MomentKind::Crowd => {
                let milliseconds = self.played.step_duration().unwrap_or_default().as_secs_f64() * 1e3;
                format!("{} boxes, a step takes {milliseconds:.1} ms", self.played.game.physics.len())
            }
        };
        let mut lines = vec![title];
        if moment.kind == MomentKind::Hit
            && let Some(hero) = self.played.game.hero
        {
            let Game { physics, world, .. } = &self.played.game;
            physics.debug_draw_hit(world, &mut self.picture, hero);
            self.push_hero();
            lines.extend(self.played.reason());
        }
        push_lines(&mut self.picture, &lines, scene);
    }
}

/// The pixels of the picture that a small body is in. Parts of pixels would be shades, which a file has no room for.
fn whole_pixels(rect: Rect, scene: Scene<'_>) -> Rect {
    let first = ((rect.min - scene.region.min) * scene.scale).floor();
    let sides = (rect.size * scene.scale).ceil();
    Rect::new(scene.region.min + first / scene.scale, sides / scene.scale)
}

fn push_parts(picture: &mut Picture<'_>, parts: Vec<ColoredBox>) {
    for ColoredBox { min, size, color: [red, green, blue] } in parts {
        picture.push_shape(Shape::filled(Outline::Tile(Rect::new(min, size)), Color::rgb(red, green, blue)));
    }
}

/// Draws lines of text into the upper left corner of a frame.
fn push_lines(picture: &mut Picture<'_>, lines: &[String], scene: Scene<'_>) {
    let width = scene.region.size.x * scene.scale;
    let size = if width < 900.0 { 1.0 } else { 2.0 };
    let most = ((width - 16.0 * size) / (8.0 * size)).floor() as usize;
    let lines: Vec<String> = lines.iter().flat_map(|line| wrapped(line, most, INDENT)).collect();
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    let px = |px: f32| scene.px(px * size);
    let plate = Rect::new(
        scene.region.min + px(4.0),
        Vec2::new(px(8.0 * longest as f32 + 8.0), px(12.0 * lines.len() as f32 + 6.0)),
    );
    picture.push_shape(Shape::filled(Outline::Tile(plate), SHADE.with_alpha(235)));
    for (row, text) in lines.into_iter().enumerate() {
        let at = plate.min + Vec2::new(px(4.0), px(12.0 * (row + 1) as f32 + 1.0));
        picture.push_label(Label { at, text, color: WHITE, plate: None, size: size as u8 });
    }
}
