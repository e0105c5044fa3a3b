//! `render --animate`: a game drawn frame by frame.

mod film;
mod options;
mod played;
mod stage;

use super::args::{Args, PLAYER, Shown};
use super::overlay::Scene;
use crate::messages::{self, Failure};
use crate::picture::Output;
use crate::progress::Progress;
use film::{Film, Moment};
pub(crate) use options::AnimateOptions;
use options::Player;
use played::Played;
use stage::{Edit, Stage};
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;
use tilephys::draw::{Animation, Camera, DrawError, Picture, Timing};
use tilephys::tiled::{Disk, Level};
use tilephys_game::Start;

/// Time in which a view that follows the hero comes nearer by a half and more, in seconds.
const SMOOTHING: f32 = 1.0 / 6.0;

/// Draws and writes the animation, and returns a line about it.
///
/// # Errors
/// If the level cannot be played, if nothing is left to draw, or if the file cannot be written.
pub(super) fn draw(
    args: &Args,
    output: &Output,
    map: &Path,
    level: &Level,
    begun: Instant,
) -> Result<String, Failure> {
    let player = args.motion.player()?;
    let start = Start { feel: args.feel_of_hero(map, level)?, ..Start::default() };
    // A game takes the grid of its level, which pictures need too.
    let begin = || Played::new(args.level.load(map)?.level, start.clone(), &player);
    let mut played = begin()?;
    let film = film(args, &player, &mut played)?;
    let moments = film.moments();
    // The search for a hit has played on.
    let played = begin()?;
    let picture = Picture::of_layers(level, &Disk, &|layer| layer.visible);
    let region = output.region(level, &picture, args.region)?;
    picture.warnings().iter().for_each(|warning| messages::warning(&warning.to_string()));
    let scene = Scene { level, region, scale: args.scale, player: args.player.unwrap_or(PLAYER) };
    let Shown { overlays, found, reach } = args.shown(&map.to_owned(), scene)?;
    let camera = args.motion.size.map(|size| {
        let mut camera = Camera::new(size.as_vec2() / args.scale);
        camera.smoothing = SMOOTHING;
        camera.bounds = Some(region);
        camera
    });
    let has_legend = !args.no_legend;
    let loaded = args.motion.edit.as_ref().map(|edited| args.level.load(edited)).transpose()?;
    let edit = match (&loaded, &args.motion.edit) {
        (Some(loaded), Some(edited)) => {
            let picture = Picture::of_layers(&loaded.level, &Disk, &|layer| layer.visible);
            Some(Edit { picture, level: &loaded.level, next: args.level.load(edited)?.level })
        }
        _ => None,
    };
    let bodies = args.motion.bodies;
    let shown = None;
    let mut stage =
        Stage { picture, scene, overlays, found, reach, camera, shown, has_legend, played, edit, bodies };
    let timing = Timing { size: stage.size_of(moments[0])?, frames: moments.len() as u32, rate: film.rate };
    check(timing, output)?;
    let mut failure = None;
    let written = output.fill(|out| write(&mut stage, &moments, timing, out, &mut failure));
    match failure {
        Some(failure) => return Err(failure),
        None => written?,
    }
    let seconds = begun.elapsed().as_secs_f64();
    let Timing { size, frames, rate } = timing;
    let length = f64::from(frames) / f64::from(rate);
    let file = output.file();
    Ok(format!(
        "{file}: {} × {} px, {frames} frames, {length:.1} s, drawn in {seconds:.1} s\n",
        size.x, size.y
    ))
}

/// The times to draw, with the hit that they stop at.
fn film(args: &Args, player: &Player, played: &mut Played) -> Result<Film, Failure> {
    let ticks = match player {
        Player::Absent => None,
        Player::Keys(script) => Some(script.keys().count() as u32),
        Player::Replay(_) => played.recorded(),
    };
    let film = args.motion.film(ticks)?;
    let Some(from) = film.slow_from() else { return Ok(film) };
    match played.find_hit(from, film.last())? {
        Some(hit) => Ok(Film { hit: Some(hit), ..film }),
        None => Err(
            "--explain finds no hit: after that time the hero does not begin to touch anything of the map"
                .to_owned()
                .into(),
        ),
    }
}

/// Checks the limits of sizes before anything is written.
fn check(timing: Timing, output: &Output) -> Result<(), Failure> {
    match Animation::new(io::sink(), timing) {
        Err(error) => Err(format!("{}: {error}", output.file()).into()),
        Ok(_) => Ok(()),
    }
}

/// Draws and writes all frames.
fn write(
    stage: &mut Stage<'_>,
    moments: &[Moment],
    timing: Timing,
    out: &mut dyn Write,
    failure: &mut Option<Failure>,
) -> Result<(), DrawError> {
    let mut progress = Progress::new(moments.len() as u64, Some("frames"));
    let mut animation = Animation::new(out, timing)?;
    for (done, moment) in (1..).zip(moments) {
        let view = match stage.show(*moment) {
            Ok(view) => view,
            Err(error) => {
                *failure = Some(error);
                break;
            }
        };
        animation.push(stage.picture.pixels(&view)?)?;
        progress.done(done);
    }
    progress.clear();
    animation.finish()
}
