//! What a new player meets: hints that go, the goal as an event, remedies, and panels that stay.

use super::{
    Window, click, click_at, has_text, levels, map, on_screen, panel, panel_of, says, session, session_mut,
    with_objects,
};
use eframe::egui::Key;
use tilephys::glam::Vec2;
use tilephys_play::panels::{Tab, color_of_number};
use tilephys_play::session::Home;
use tilephys_scenes::Scene;

/// A start, a coin and a goal on a floor.
fn shown() -> Window {
    with_objects(
        r#"  <object id="2" class="TpGoal" x="80" y="80" width="16" height="16"/>
  <object id="3" class="TpCollectible" x="60" y="80" width="16" height="16"/>
  <object id="4" class="TpCollectible" x="160" y="16" width="16" height="16"/>"#,
    )
}

#[test]
fn a_hint_goes_when_its_key_was_used() {
    let mut window = shown();
    window.state_mut().is_scripted = false;
    let effects = ["run", "jump", "hold it: time goes back", "what the engine knows", "all keys"];
    let left = |window: &Window| effects.iter().filter(|effect| has_text(window, effect)).count();
    window.run_steps(2);
    assert_eq!(left(&window), 5);
    window.key_press(Key::Space);
    window.run_steps(2);
    assert!(!has_text(&window, "jump") && left(&window) == 4);
    for key in [Key::ArrowRight, Key::R, Key::F1] {
        window.key_press(key);
        window.run_steps(2);
    }
    assert_eq!(left(&window), 1);
    click(&mut window, "close");
    assert_eq!(left(&window), 0);
    // Pictures of scripted runs have none.
    let mut window = shown();
    window.state_mut().is_scripted = true;
    window.run_steps(2);
    assert_eq!(left(&window), 0);
}

#[test]
fn the_goal_is_an_event_with_time_coins_and_deaths() {
    let mut window = shown();
    window.key_down(Key::ArrowRight);
    window.run_steps(60);
    window.key_up(Key::ArrowRight);
    let home = session(&window).home.expect("the goal");
    assert_eq!((home.coins, home.all_coins, home.deaths), (1, 2, 0));
    assert!(home.seconds > 0.2 && home.seconds < session(&window).game.tick() as f32 / 60.0, "{home:?}");
    assert!(says(&window, "goal reached") && has_text(&window, "1 of 2"));
    assert!(has_text(&window, &format!("{:.1} s", home.seconds)));
    // Time before the goal knows nothing of it; the goal can be reached again.
    let game = &mut session_mut(&mut window).game;
    while game.score().is_some_and(|score| score.is_home) && game.rewind().expect("a past") {}
    window.state_mut().pause();
    window.step();
    assert!(!says(&window, "goal reached"));
    session_mut(&mut window).clock.is_paused = false;
    window.key_down(Key::ArrowRight);
    window.run_steps(60);
    window.key_up(Key::ArrowRight);
    assert!(says(&window, "goal reached"));
    click(&mut window, "play on");
    assert!(!says(&window, "goal reached") && session(&window).home.is_none());
    session_mut(&mut window).home = Some(Home { seconds: 1.0, coins: 0, all_coins: 0, deaths: 0 });
    window.step();
    click(&mut window, "again");
    assert!(session(&window).game.tick() < 10 && !says(&window, "goal reached"));
}

#[test]
fn the_goal_leads_to_the_next_map_of_the_folder() {
    let mut window = super::window("levels/dash.tmx");
    session_mut(&mut window).game.step(tilephys_play::game::TickInput::default());
    let goal = session(&window).game.level.marks.iter().find(|mark| mark.role == tilephys::tiled::Role::Goal);
    let goal = goal.map(|mark| mark.object).expect("a goal");
    let feet = session(&window).game.level.object(goal).expect("its object").feet();
    session_mut(&mut window).put_hero(feet);
    window.run_steps(30);
    assert!(says(&window, "goal reached"), "{:?}", super::labels(&window));
    click(&mut window, "next: lifts.tmx");
    window.run_steps(3);
    assert_eq!(session(&window).map, map("levels/lifts.tmx"));
}

#[test]
fn a_finding_has_its_remedy_below_its_message() {
    let mut window = panel_of(levels::faulty(), Tab::Findings);
    window.run_steps(2);
    let findings = &session(&window).report.as_ref().expect("a report").findings;
    let remedies: Vec<String> = findings.iter().filter_map(|finding| finding.help.clone()).collect();
    assert!(!remedies.is_empty());
    for remedy in remedies {
        assert!(has_text(&window, &format!("to do: {remedy}")), "{remedy}");
    }
}

#[test]
fn a_named_panel_stays_in_a_scene_and_under_clicks() {
    let mut window = shown();
    window.state_mut().panels.open_named("feel").expect("a panel");
    let scene = Scene::named("slopes").or_else(|| Scene::all().first()).expect("a scene").clone();
    window.state_mut().root = std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    window.state_mut().open_scene(&scene, Vec::new());
    window.run_steps(3);
    assert_eq!(window.state().panels.tab, Tab::Feel);
    let mut window = shown();
    window.state_mut().panels.open(Tab::Feel);
    window.run_steps(2);
    let at = on_screen(&window, Vec2::new(88.0, 104.0));
    click_at(&mut window, at);
    assert_eq!(window.state().panels.tab, Tab::Feel);
    assert!(session(&window).selection.is_some());
}

#[test]
fn each_phase_of_a_step_has_its_colour() {
    let mut window = panel("yard.tmx", Tab::Times);
    window.run_steps(5);
    let phases = session(&window).timing.steps().next_back().expect("a step").0.len();
    assert!(phases >= 10, "{phases}");
    let colors: std::collections::HashSet<_> = (0..phases).map(color_of_number).collect();
    assert_eq!(colors.len(), phases);
}
