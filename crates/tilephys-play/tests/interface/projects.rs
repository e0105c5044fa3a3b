//! Levels of a project with a file of settings.

use super::{levels, open, says, session, wait};
use eframe::egui::vec2;
use tilephys::ecs::Feel;
use tilephys::glam::Vec2;

/// Settings whose walls and player are no usual ones.
const SETTINGS: &str =
    "[conventions]\nsolid.layers = [\"sky\"]\n\n[player]\nsize = [10, 20]\nfeel = \"mega_man\"\n";

#[test]
fn a_project_says_what_is_solid_and_which_hero_plays() {
    let path = levels::write(&levels::without_ground());
    std::fs::write(path.with_file_name("tilephys.toml"), SETTINGS).expect("a file");
    let window = open(path, vec2(1280.0, 800.0));
    let session = session(&window);
    assert_eq!(session.feel(), Some(Feel::mega_man().scaled(16.0)));
    let hero = session.hero(1.0).expect("a hero");
    assert_eq!(hero.size, Vec2::new(10.0, 20.0));
    assert_eq!(hero.min.y + hero.size.y, 96.0, "it stands on the layer");
}

#[test]
fn a_size_that_is_the_usual_one_counts_in_large_tiles_too() {
    let map = levels::text("", "")
        .replace("tilewidth=\"16\" tileheight=\"16\"", "tilewidth=\"32\" tileheight=\"32\"");
    let size = |settings: &str| {
        let path = levels::write(&map);
        std::fs::write(path.with_file_name("tilephys.toml"), settings).expect("a file");
        session(&open(path, vec2(1280.0, 800.0))).hero(1.0).expect("a hero").size
    };
    assert_eq!(size("[player]\nsize = [8, 11]\n"), Vec2::new(8.0, 11.0));
    assert_eq!(size("[player]\njump = 20\n"), Vec2::new(16.0, 22.0), "by the tiles");
}

#[test]
fn a_wrong_file_of_settings_is_said_until_it_is_mended() {
    let path = levels::write(&levels::without_ground());
    let file = path.with_file_name("tilephys.toml");
    std::fs::write(&file, SETTINGS.replace("solid", "soild")).expect("a file");
    let mut window = open(path, vec2(1280.0, 800.0));
    let fault = "tilephys.toml:2:1: unknown key `soild`; did you mean `solid`?";
    let is_said = |window: &super::Window| {
        window.state().notices.shown().any(|notice| notice.is_error && notice.text.contains(fault))
    };
    assert!(is_said(&window), "the level opens all the same");
    assert!(session(&window).game.hero.is_none(), "nothing is solid");
    std::fs::write(&file, SETTINGS).expect("a file");
    wait(&mut window, |window| !is_said(window));
    assert!(says(&window, "the hero was placed on the ground; double-click to move it"));
}
