//! `tilephys render`: draws a level as Tiled shows it.

mod animate;
pub(crate) mod args;
mod cells;
mod colliders;
mod drawing;
mod faces;
mod findings;
mod legend;
mod names;
mod objects;
pub(crate) mod overlay;
mod paths;
pub(crate) mod pens;
mod reach;

use crate::load::Guessed;
use crate::messages::{self, Failure};
use crate::picture::{MAX_VIEWED, Output};
use args::{Args, PLAYER, Shown};
use drawing::Known;
use overlay::{Offsets, Scene};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use tilephys::draw::{Picture, View};
use tilephys::tiled::Disk;

/// Runs the command. Errors go to stderr.
pub(crate) fn main(args: &Args) -> ExitCode {
    messages::finish(render(args).map(|text| (text, 0)))
}

/// Draws and writes the picture, and returns a line about it.
fn render(args: &Args) -> Result<String, Failure> {
    let file = args.output.as_ref().or(args.motion.animate.as_ref());
    let output = Output::new(file.map_or(Path::new(""), PathBuf::as_path))?;
    let map = args.one_map()?;
    let Guessed { level, note, .. } = args.level.load(&map)?;
    messages::warn(&level, args.level.warnings);
    note.iter().for_each(|note| messages::note(note));
    let begun = Instant::now();
    if args.motion.animate.is_some() {
        return animate::draw(args, &output, &map, &level, begun);
    }
    let mut picture = Picture::of_level(&level, &Disk);
    let region = output.region(&level, &picture, args.region)?;
    let scene = Scene { level: &level, region, scale: args.scale, player: args.player.unwrap_or(PLAYER) };
    let whole = View { region: Some(region), scale: args.scale };
    let size = picture.size(&whole).map_err(|e| format!("{}: {e}", output.file()))?.as_vec2();
    let Shown { overlays, found, reach } = args.shown(&map, scene)?;
    let known = Known { found: &found, reach: reach.as_ref(), now: &Offsets::default() };
    let legend = drawing::draw(&mut picture, scene, &overlays, known);
    let region = if args.no_legend { region } else { legend.push(&mut picture, scene, size.to_array()) };
    let view = View { region: Some(region), scale: args.scale };
    output.check(&picture, &view)?;
    picture.warnings().iter().for_each(|warning| messages::warning(&warning.to_string()));
    output.write(&picture, &view, true)?;
    let size = picture.size(&view).map_err(|e| format!("{}: {e}", output.file()))?;
    if size.max_element() as f32 > MAX_VIEWED {
        messages::note(&format!(
            "{}: few viewers open images with sides over {MAX_VIEWED} px; use --scale below 1 or --region",
            output.file()
        ));
    }
    let seconds = begun.elapsed().as_secs_f64();
    Ok(format!("{}: {} × {} px, drawn in {seconds:.3} s\n", output.file(), size.x, size.y))
}
