//! Debug drawing of a running and a falling body: `cargo run -p tilephys-draw --features inspect --example debug --
//! FOLDER` writes `debug.png` and `debug.svg` into a folder.

mod scene;
mod world;

use std::fs::File;
use std::path::PathBuf;
use tilephys_draw::View;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("which folder is to have the pictures?")?);
    let view = View::default().at_scale(4.0);
    for (name, picture) in [("debug", scene::picture()), ("world", world::picture())] {
        picture.write_png(&view, File::create(folder.join(format!("{name}.png")))?)?;
        picture.write_svg(&view, File::create(folder.join(format!("{name}.svg")))?)?;
    }
    Ok(())
}
