//! Serialization of character settings: round trips of presets, and errors that name the field.

use tilephys_core::{
    Fault,
    record::{ByteReader, ByteWriter},
};
use tilephys_feel::{Climb, Dash, Feel, FeelState, Jump, Ledge, Run};

#[test]
fn presets_go_to_a_file_and_come_back() {
    for name in Feel::PRESETS {
        let feel = Feel::preset(name).expect("all names are of presets");
        let text = toml::to_string(&feel).expect("plain data");
        assert_eq!(toml::from_str::<Feel>(&text).as_ref(), Ok(&feel), "{name}:\n{text}");
    }
}

#[test]
fn what_a_file_does_not_say_has_its_default() {
    let text = "
        gravity = 800.0
        [run]
        speed = 70.0
        [dash]
        ticks = 7
        [[surfaces]]
        surface = 3
        accel = 0.1
    ";
    let feel: Feel = toml::from_str(text).expect("all keys are known");
    let expected = Feel {
        gravity: 800.0,
        run: Run { speed: 70.0, ..Run::default() },
        dash: Some(Dash { ticks: 7, ..Dash::default() }),
        ..Feel::default()
    };
    assert_eq!(Feel { surfaces: Vec::new(), ..feel.clone() }, expected);
    assert_eq!((feel.surfaces[0].surface, feel.surfaces[0].accel, feel.surfaces[0].speed), (3, 0.1, 1.0));
}

#[test]
fn a_wrong_key_is_an_error_that_names_it() {
    for (text, key) in [
        ("gravitas = 900.0", "gravitas"),
        ("[jump]\nsped = 105.0", "sped"),
        ("[dash]\nlength = 9", "length"),
        ("[[surfaces]]\nkind = 9", "kind"),
    ] {
        let error = toml::from_str::<Feel>(text).expect_err("no such key").to_string();
        assert!(error.contains(&format!("unknown field `{key}`")), "{error}");
    }
    let error =
        toml::from_str::<Feel>("[jump]\ncoyote_ticks = 300").expect_err("more than a byte").to_string();
    assert!(error.contains("coyote_ticks = 300"), "{error}");
}

#[test]
fn a_number_out_of_range_is_named() {
    let feel: Feel = toml::from_str("[jump]\nspeed = -105.0").expect("a number");
    assert_eq!(feel.fault(), Some(("jump.speed", Fault::OutOfRange)));
    let feel: Feel = toml::from_str("[run]\naccel = nan").expect("a number");
    assert_eq!(feel.fault(), Some(("run.accel", Fault::NotFinite)));
}

#[test]
fn a_state_can_be_saved() {
    let mut state = FeelState::default();
    state.refill(&Feel { jump: Jump { air_jumps: 2, ..Jump::default() }, ..Feel::default() });
    let text = toml::to_string(&state).expect("plain data");
    assert_eq!(toml::from_str(&text), Ok(state), "{text}");
}

#[test]
fn climbs_come_back_from_bytes_of_a_snapshot() {
    let ledge = Some(Ledge { hands: 1.0, window: 7.0, lines: true });
    let plain = Climb { walls: true, hop_up: 3.0, ..Climb::default() };
    let mut lengths = Vec::new();
    for climb in [
        None,
        Some(plain),
        Some(Climb { bar_speed: 9.0, ..plain }),
        Some(Climb { center_speed: 4.0, ledge, ..plain }),
    ] {
        let feel = Feel { climb, ..Feel::mario() };
        let mut bytes = Vec::new();
        feel.save(&mut ByteWriter { bytes: &mut bytes });
        let read = Feel::load(&mut ByteReader::new(&bytes));
        assert_eq!(read.as_ref(), Ok(&feel));
        lengths.push(bytes.len());
    }
    // Without bars and ledges: five numbers and a bool, as in older snapshots.
    assert_eq!(lengths[1] - lengths[0], 5 * 4 + 1);
}
