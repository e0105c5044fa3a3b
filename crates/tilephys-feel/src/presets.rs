//! Presets of the character controller, in the style of well-known games.
//!
//! The lines that begin with "Its jump" are measured by a test.

use crate::config::{Assist, FastFall, Feel, Jump, Run};
use crate::moves::{Climb, Dash, Swim, WallJump, WallSlide};

impl Feel {
    /// Names of all presets.
    pub const PRESETS: [&'static str; 4] = ["celeste", "mario", "mega_man", "floaty"];

    /// The preset with this name, if it exists.
    #[must_use]
    pub fn preset(name: &str) -> Option<Feel> {
        Some(match name {
            "celeste" => Feel::celeste(),
            "mario" => Feel::mario(),
            "mega_man" => Feel::mega_man(),
            "floaty" => Feel::floaty(),
            _ => return None,
        })
    }

    /// Precise and forgiving, with walls and a dash: the numbers of Celeste's published `Player.cs`, at 60 ticks a second, for
    /// tiles of 8 px.
    ///
    /// Its jump is 1.67 tiles of 16 px high and 3.87 tiles far.
    #[must_use]
    pub fn celeste() -> Feel {
        Feel {
            tile_px: 8.0,
            gravity: 900.0,
            max_fall: 160.0,
            run: Run { speed: 90.0, accel: 1000.0, reduce: 400.0, air: 0.65 },
            jump: Jump {
                speed: 105.0,
                along: 40.0,
                // Seconds of the source in ticks of 1/60 s: 0.1 s of coyote time, 0.2 s of variable jump.
                coyote_ticks: 6,
                buffer_ticks: 5,
                var_jump_ticks: 12,
                ceiling_ticks: 3,
                apex_speed: 40.0,
                apex_gravity: 0.5,
                ..Jump::default()
            },
            assist: Assist {
                corner_correct_up: 4.0,
                corner_correct_side: 4.0,
                wall_retain_ticks: 4,
                one_way_assist: 40.0,
                one_way_nudge: 6.0,
                ..Assist::default()
            },
            fast_fall: Some(FastFall { speed: 240.0, accel: 300.0 }),
            wall_slide: Some(WallSlide { start_speed: 20.0, end_speed: 160.0, ticks: 72 }),
            wall_jump: Some(WallJump { wall_lift: true, ..WallJump::default() }),
            dash: Some(Dash {
                speed: 240.0,
                ticks: 9,
                end_speed: 160.0,
                cooldown_ticks: 12,
                count: 1,
                floor_snap: 3.0,
            }),
            climb: Some(Climb {
                up_speed: 45.0,
                down_speed: 80.0,
                along_speed: 0.0,
                walls: true,
                hop_up: 120.0,
                hop_along: 100.0,
                ..Climb::default()
            }),
            ..Feel::default()
        }
    }

    /// Slow to start and to stop, with a jump that rises lightly while the button is held and falls hard. As in the first Super
    /// Mario Bros., for tiles of 16 px.
    ///
    /// Its jump is 4.12 tiles of 16 px high and 8.28 tiles far.
    #[must_use]
    pub fn mario() -> Feel {
        Feel {
            gravity: 1575.0,
            max_fall: 270.0,
            drop_through: false,
            run: Run { speed: 150.0, accel: 200.0, reduce: 200.0, air: 1.0 },
            jump: Jump {
                speed: 240.0,
                // 450 px/s², as in the game.
                rise_gravity: 2.0 / 7.0,
                ..Jump::default()
            },
            swim: Some(Swim { speed: 60.0, accel: 120.0, buoyancy: 1300.0, drag: 2.0, stroke: 100.0 }),
            ..Feel::default()
        }
    }

    /// Instant acceleration, a jump that ends on release of the button, and ladders: as in Mega Man, for tiles of 16 px.
    ///
    /// Its jump is 3.12 tiles of 16 px high and 3.44 tiles far.
    #[must_use]
    pub fn mega_man() -> Feel {
        Feel {
            gravity: 900.0,
            max_fall: 720.0,
            drop_through: false,
            // Full speed within one tick.
            run: Run { speed: 82.5, accel: 9900.0, reduce: 9900.0, air: 1.0 },
            jump: Jump { speed: 292.5, cut: 0.0, ..Jump::default() },
            climb: Some(Climb { up_speed: 45.0, down_speed: 45.0, along_speed: 0.0, ..Climb::default() }),
            ..Feel::default()
        }
    }

    /// Slow and high, with a second jump in the air: for exploration games with tiles of 16 px.
    ///
    /// Its jump is 3.66 tiles of 16 px high and 6.75 tiles far.
    #[must_use]
    pub fn floaty() -> Feel {
        Feel {
            gravity: 450.0,
            max_fall: 120.0,
            run: Run { speed: 80.0, accel: 400.0, reduce: 200.0, air: 0.8 },
            jump: Jump {
                speed: 165.0,
                coyote_ticks: 8,
                buffer_ticks: 8,
                var_jump_ticks: 10,
                ceiling_ticks: 10,
                apex_speed: 50.0,
                apex_gravity: 0.5,
                air_jumps: 1,
                air_speed: 150.0,
                ..Jump::default()
            },
            assist: Assist { corner_correct_up: 5.0, gap_bridge: 3.0, step_up: 2.0, ..Assist::default() },
            swim: Some(Swim::default()),
            ..Feel::default()
        }
    }
}
