//! The hero of maps without a start: where it is, how large it is, and a double click that puts it elsewhere.

use super::{Window, levels, on_screen, open, says, session, session_mut};
use eframe::egui::{Key, Pos2, vec2};
use tilephys::draw::Rect;
use tilephys::ecs::Feel;
use tilephys::glam::Vec2;
use tilephys_play::game::Start;

/// A window with a map.
fn shown(text: &str) -> Window {
    open(levels::write(text), vec2(1280.0, 800.0))
}

fn hero(window: &Window) -> Rect {
    session(window).hero(1.0).expect("a hero")
}

/// Middle of the hero's lower edge, in px.
fn feet(window: &Window) -> Vec2 {
    let Rect { min, size } = hero(window);
    min + Vec2::new(size.x / 2.0, size.y)
}

/// Clicks twice at a place of the window.
fn double_click(window: &mut Window, at: Pos2) {
    // A frame of the test takes longer than a pointer does.
    window.ctx.options_mut(|options| options.input_options.max_double_click_delay = 5.0);
    window.hover_at(at);
    // Clicks before it are long ago.
    window.run_steps(25);
    for _ in 0..2 {
        window.drag_at(at);
        window.drop_at(at);
    }
    window.run_steps(2);
}

fn double_click_in_level(window: &mut Window, at: Vec2) {
    let at = on_screen(window, at);
    double_click(window, at);
}

#[test]
fn a_map_without_a_start_has_a_hero_on_its_ground_and_says_so() {
    let mut window = shown(&levels::text(levels::SOLID, ""));
    assert!(says(&window, "no TpSpawn: the hero was placed at column 1, row 5; double-click to move it"));
    window.run_steps(30);
    assert_eq!(feet(&window), Vec2::new(24.0, 96.0), "it stands");
    let shown = window.state().panels.shown.expect("a view");
    let hero = hero(&window);
    assert!((hero.min - shown.min).min_element() > 0.0, "it is on the screen");
    assert!(session(&window).follows);
    // As in a map with a start its keys work, and a restart begins there again.
    window.key_down(Key::ArrowRight);
    window.run_steps(30);
    window.key_up(Key::ArrowRight);
    assert!(feet(&window).x > 30.0);
    window.key_press(Key::Backspace);
    window.run_steps(3);
    assert!((feet(&window).x - 24.0).abs() < 1.0, "{}", feet(&window));
}

#[test]
fn an_object_that_looks_like_a_hero_is_the_start_and_gives_its_size() {
    let object = r#"  <object id="7" name="Hero_1" x="100" y="72" width="10" height="24"/>"#;
    let window = shown(&levels::text(levels::SOLID, object));
    assert!(says(&window, "the hero was placed at object 7 Hero_1 at column 6, row 5"));
    assert_eq!((feet(&window), hero(&window).size), (Vec2::new(105.0, 96.0), Vec2::new(10.0, 24.0)));
    // A start with a name of its own has no line, and a size as well.
    let window = shown(&levels::text(levels::SOLID, &object.replace("Hero_1", "player")));
    assert!(!says(&window, "the hero was placed"));
    assert_eq!(hero(&window).size, Vec2::new(10.0, 24.0));
    // There is no room for it, so the body has the usual size.
    let low = object.replace("y=\"72\"", "y=\"90\"").replace("Hero_1", "player");
    assert_eq!(hero(&shown(&levels::text(levels::SOLID, &low))).size, Vec2::new(8.0, 11.0));
}

#[test]
fn a_map_with_its_tileset_beside_its_folder_needs_no_project() {
    // Above the folders of tests is a project.
    let folder = std::env::temp_dir().join(format!("tilephys-{}", std::process::id()));
    let tileset = format!(
        r#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="rock.png" width="16" height="16"/>{}</tileset>"#,
        levels::SOLID
    );
    let text = levels::text(levels::SOLID, levels::SPAWN);
    let (head, rest) = text.split_once(" <tileset").expect("a tileset");
    let (_, tail) = rest.split_once("</tileset>").expect("its end");
    let map = format!(r#"{head} <tileset firstgid="1" source="../tiles/rock.tsx"/>{tail}"#);
    for (path, content) in [("levels/cave.tmx", map), ("tiles/rock.tsx", tileset)] {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, content).expect("a file");
    }
    let mut window = open(folder.join("levels/cave.tmx"), vec2(1280.0, 800.0));
    window.run_steps(2);
    assert_eq!(feet(&window), Vec2::new(40.0, 96.0), "{:?}", window.state().notices);
    let report = session(&window).report.as_ref().expect("a report");
    assert!(
        !report.findings.iter().any(|finding| finding.message.contains("leads out")),
        "{:#?}",
        report.findings
    );
    let mut app = std::process::Command::new(env!("CARGO_BIN_EXE_tilephys-play"));
    let ran = app.arg(folder.join("levels/cave.tmx")).args(["--no-window", "--frames", "2"]).output();
    assert!(ran.expect("the program runs").status.success());
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

#[test]
fn a_double_click_puts_the_hero_where_there_is_room() {
    let mut window = shown(&levels::text(levels::SOLID, ""));
    double_click_in_level(&mut window, Vec2::new(150.0, 60.0));
    assert!((feet(&window).x - 150.0).abs() < 1.0, "{}", feet(&window));
    window.run_steps(40);
    assert_eq!(feet(&window).y, 96.0, "it falls to the floor");
    // Into the floor: it stands on top.
    double_click_in_level(&mut window, Vec2::new(60.0, 110.0));
    window.run_steps(20);
    assert!((feet(&window).x - 60.0).abs() < 1.0 && feet(&window).y == 96.0, "{}", feet(&window));
}

#[test]
fn a_map_without_ground_is_seen_whole_until_a_double_click_adds_a_hero() {
    let mut window = shown(&levels::without_ground());
    assert!(says(&window, "so there is no hero: double-click to place one"));
    let shown = window.state().panels.shown.expect("a view");
    let bounds = session(&window).view.bounds();
    let whole =
        shown.min.cmple(bounds.min).all() && (shown.min + shown.size).cmpge(bounds.min + bounds.size).all();
    assert!(whole, "{shown:?} {bounds:?}");
    double_click_in_level(&mut window, Vec2::new(60.0, 40.0));
    assert!((feet(&window).x - 60.0).abs() < 1.0 && session(&window).follows);
    // Time goes back before the hero, and it is not there; forth it can come again.
    let tick = session(&window).game.tick();
    let game = &mut session_mut(&mut window).game;
    while game.tick() > 0 && game.rewind().expect("a past") {}
    assert!(tick > 1 && game.tick() == 0 && game.hero.is_none());
    double_click_in_level(&mut window, Vec2::new(90.0, 40.0));
    assert!((feet(&window).x - 90.0).abs() < 1.0, "{}", feet(&window));
    session_mut(&mut window).clock.is_paused = true;
    let path = session(&window).map.clone();
    let game = &mut session_mut(&mut window).game;
    let hash = game.hash();
    let recording = game.record(&path).expect("a recording");
    assert_eq!(game.hash(), hash);
    assert_eq!(recording.start.feel, Some(Start::hero().scaled(16.0)));
}

#[test]
fn a_layer_that_is_made_solid_has_a_hero_on_it() {
    let mut window = shown(&levels::without_ground());
    assert!(session(&window).game.hero.is_none());
    super::click(&mut window, "solid sky");
    window.run_steps(30);
    assert!(says(&window, "solid sky") && session(&window).follows);
    assert_eq!(feet(&window), Vec2::new(24.0, 96.0));
}

#[test]
fn f_comes_back_to_the_hero_at_the_scale_of_play() {
    let mut window = shown(&levels::text(levels::SOLID, ""));
    let zoom = session(&window).camera.zoom;
    session_mut(&mut window).camera.zoom = zoom * 3.0;
    window.key_press(Key::M);
    window.run_steps(2);
    assert!(!session(&window).follows);
    window.key_press(Key::F);
    window.run_steps(2);
    assert!(session(&window).follows);
    assert_eq!(session(&window).camera.zoom, zoom);
}

#[test]
fn the_hero_moves_by_the_tiles_of_the_level() {
    let of = |tile: u32| {
        let text = levels::text(levels::SOLID, "")
            .replace("tilewidth=\"16\" tileheight=\"16\"", "tilewidth=\"64\" tileheight=\"64\"");
        let text = if tile == 64 { text } else { levels::text(levels::SOLID, "") };
        let window = shown(&text);
        (session(&window).game.feel().expect("a hero"), hero(&window).size)
    };
    let (feel, size) = of(64);
    assert_eq!((feel, size), (Start::hero().scaled(64.0), Vec2::new(32.0, 44.0)));
    let (feel, size) = of(16);
    let expected: Feel = Start::hero().scaled(16.0);
    assert_eq!((feel, size), (expected, Vec2::new(8.0, 11.0)));
}
