//! A picture of a level: `picture MAP.tmx FILE.png|FILE.svg [SCALE]`.

use std::error::Error;
use std::fs::File;
use tilephys_draw::{Picture, View};
use tilephys_tiled::Disk;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (map, file, scale) = match &arguments[..] {
        [map, file] => (map, file, 1.0),
        [map, file, scale] => (map, file, scale.parse()?),
        _ => return Err("usage: picture MAP.tmx FILE.png|FILE.svg [SCALE]".into()),
    };
    let level = tilephys_tiled::load(map)?;
    let picture = Picture::of_level(&level, &Disk);
    for warning in picture.warnings() {
        eprintln!("{warning}");
    }
    let view = View::default().at_scale(scale);
    let out = File::create(file)?;
    if file.ends_with(".svg") {
        picture.write_svg(&view, out)?;
    } else {
        picture.write_png(&view, out)?;
    }
    Ok(())
}
