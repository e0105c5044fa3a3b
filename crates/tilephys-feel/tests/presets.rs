//! How high and how far the presets jump, as their docs say.

use super::scene::{Level, Lie};
use tilephys_feel::Feel;

/// Height and length, in tiles of 16 px, of a jump at full speed that is held until it ends, on level floor.
fn measure(feel: Feel, lie: Lie) -> (f32, f32) {
    let mut game = Level::with_floor(lie).play(feel, -250.0, 149.0);
    while game.tick < 60 {
        game.hold(1.0, 0.0, false);
    }
    let (start, mut top) = (game.at(), game.at().y);
    game.hold(1.0, 0.0, true);
    while !game.on_floor() {
        game.hold(1.0, 0.0, true);
        top = if game.at().y < top { game.at().y } else { top };
    }
    ((start.y - top) / 16.0, (game.at().x - start.x) / 16.0)
}

#[test]
fn presets_jump_as_high_and_as_far_as_their_docs_say() {
    let docs = include_str!("../src/presets.rs");
    for name in Feel::PRESETS {
        let feel = Feel::preset(name).expect("all names are of presets");
        let doc = docs.split(&format!("pub fn {name}()")).next().expect("something is before it");
        let said = doc.rsplit("/// Its jump is ").next().and_then(|s| s.lines().next()).expect("a line");
        for lie in Lie::all() {
            let (high, far) = measure(feel.clone(), lie);
            let measured = format!("{high:.2} tiles of 16 px high and {far:.2} tiles far.");
            assert_eq!(said, measured, "{name}, {lie:?}");
        }
    }
}

#[test]
fn presets_are_sound_and_found_by_their_names() {
    let all = [Feel::celeste(), Feel::mario(), Feel::mega_man(), Feel::floaty()];
    for (name, feel) in Feel::PRESETS.into_iter().zip(all) {
        assert_eq!(feel.fault(), None, "{name}");
        assert_eq!(Feel::preset(name), Some(feel));
    }
    assert_eq!((Feel::preset("sonic"), Feel::default().fault()), (None, None));
}
