//! Recordings: the same game again, and what is said if it is not the same.

use super::{RUN, game, inputs};
use std::path::Path;
use tilephys_play::game::{Action, Crowd, CrowdKind, Recording, Replayed};

#[test]
fn a_recorded_game_with_added_bodies_and_other_settings_plays_again() {
    let mut played = game("yard.tmx");
    for (tick, mut input) in inputs(RUN).into_iter().enumerate() {
        let crowd = Crowd { kind: CrowdKind::Crates, count: 20, region: [[200.0, 50.0], [200.0, 100.0]] };
        let mut feel = played.feel().unwrap();
        feel.run.speed = 120.0;
        match tick {
            20 => input.actions.push(Action::Add(crowd)),
            40 => input.actions.push(Action::Feel(Box::new(feel))),
            60 => input.actions.push(Action::Put([400.0, 100.0])),
            _ => {}
        }
        played.step(input);
        // A rewind is not in the recording.
        if tick == 30 {
            let last = inputs(RUN)[30].clone();
            played.rewind().unwrap();
            played.step(last);
        }
    }
    let hash = played.hash();
    let recording = played.record(Path::new("maps/yard.tmx")).unwrap();
    assert_eq!(played.hash(), hash, "recording leaves the game as it is");
    let bytes = recording.to_bytes();
    assert!(bytes.len() < 120_000, "{} bytes", bytes.len());

    let recording = Recording::from_bytes(&bytes).unwrap();
    assert_eq!(recording.map, Path::new("maps/yard.tmx"));
    let mut again = game("yard.tmx");
    let mut replay = Replayed::new(&recording, &mut again).unwrap();
    assert_eq!(replay.ticks(), 200);
    while replay.step(&mut again).unwrap().is_some() {}
    assert_eq!((again.tick(), again.hash()), (200, hash));
}

#[test]
fn recordings_of_other_levels_and_damaged_files_are_refused() {
    let mut played = game("yard.tmx");
    for input in inputs(RUN) {
        played.step(input);
    }
    let recording = played.record(Path::new("maps/yard.tmx")).unwrap();
    let mut other = game("cavern.tmx");
    let error = Replayed::new(&recording, &mut other).unwrap_err().to_string();
    assert!(error.starts_with("the recording of maps/yard.tmx does not fit this level: "), "{error}");
    for bytes in [&b""[..], b"tpplay01 of another version", b"tpplay02"] {
        let error = Recording::from_bytes(bytes).unwrap_err().to_string();
        assert_eq!(error, "the file is not a recording of this version; record it again");
    }
}

#[test]
fn a_way_of_the_checker_is_a_recording_that_compares_its_end() {
    let script = "10\n30 right\n12 right jump\n40 right";
    let mut played = game("yard.tmx");
    let feel = toml::to_string(&played.feel().unwrap()).unwrap();
    let size = played.hero_size().to_array();
    for input in inputs(script) {
        played.step(input);
    }
    let text = |end: [f32; 2]| {
        let lines: Vec<&str> = script.lines().collect();
        format!(
            "map = \"maps/yard.tmx\"\nsize = {size:?}\nend = {end:?}\nkeys = {lines:?}\n[feel]\n{}",
            feel.replace("\n[", "\n[feel.")
        )
    };
    let [x, y] = played.hero_middle().unwrap().to_array();
    let read = |text: &str| Recording::from_bytes(text.as_bytes()).unwrap();
    let recording = read(&text([x, y]));
    assert_eq!(
        (recording.map.as_path(), recording.start.size.map(Into::into)),
        (Path::new("maps/yard.tmx"), Some(size))
    );
    assert_eq!(recording.to_bytes(), text([x, y]).into_bytes());
    let mut again = game("yard.tmx");
    let mut replay = Replayed::new(&recording, &mut again).unwrap();
    assert_eq!(replay.ticks(), 92);
    while replay.step(&mut again).unwrap().is_some() {}
    assert_eq!((again.tick(), again.hash()), (92, played.hash()));

    let mut again = game("yard.tmx");
    let mut replay = Replayed::new(&read(&text([x + 0.5, y])), &mut again).unwrap();
    let error = loop {
        match replay.step(&mut again) {
            Ok(events) => assert!(events.is_some(), "the end is the same"),
            Err(error) => break error.to_string(),
        }
    };
    assert!(error.starts_with("the way ends at "), "{error}");
}
