//! Two players over a network: each program predicts the other's input, and plays again what it has predicted wrongly.
//!
//! In two terminals, also on two machines:
//!
//! ```sh
//! cargo run -p tilephys-netplay-example -- --port 7000 --player 0 --peer 127.0.0.1:7001 --loss 30
//! cargo run -p tilephys-netplay-example -- --port 7001 --player 1 --peer 127.0.0.1:7000 --loss 30
//! ```
//!
//! `--loss` drops this share of the sent packets, in percent. `--frames` is the length of the match, `--seed` decides what the players
//! press. Both programs print equal hashes at the end. A game draws a window and reads keys instead.

mod game;
mod options;
mod socket;

use game::{Game, Players};
use ggrs::{DesyncDetection, GgrsError, GgrsEvent, PlayerType, SessionBuilder, SessionState};
use options::Options;
use socket::LossySocket;
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Time without a frame after which a match is given up.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time of a frame.
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// Frames that are played after the last one of the match: its hash is final once later frames are confirmed and played.
const MORE: i32 = 16;

/// Frames between two comparisons of hashes.
const INTERVAL: u32 = 30;

fn main() -> ExitCode {
    match Options::of_arguments(std::env::args().skip(1)).and_then(|options| play(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn play(options: &Options) -> Result<(), Box<dyn Error>> {
    let remote = 1 - options.player;
    let mut game = Game::new(options)?;
    let socket = LossySocket::bind(options)?;
    // Peers with another map, engine or number type differ at once: the first comparison names the frame.
    let mut session = SessionBuilder::<Players>::new()
        .with_num_players(2)?
        .with_input_delay(2)
        .with_desync_detection_mode(DesyncDetection::On { interval: INTERVAL })
        .add_player(PlayerType::Local, options.player)?
        .add_player(PlayerType::Remote(options.peer), remote)?
        .start_p2p_session(socket)?;
    let mut last_frame = Instant::now();
    let mut next = Instant::now();
    let end = options.frames + MORE;
    while session.confirmed_frame() < end || session.current_frame() <= end {
        session.poll_remote_clients();
        for event in session.events() {
            if let GgrsEvent::DesyncDetected { frame, .. } = event {
                return Err(format!(
                    "frame {frame} differs from the other player's: use the same build and the same map on both sides"
                )
                .into());
            }
        }
        if last_frame.elapsed() > PATIENCE {
            return Err(format!(
                "no answer from {} for {} s: start the other program, and open its port",
                options.peer,
                PATIENCE.as_secs()
            )
            .into());
        }
        if session.current_state() != SessionState::Running || Instant::now() < next {
            std::thread::sleep(Duration::from_millis(1));
            continue;
        }
        session.add_local_input(options.player, game.buttons(session.current_frame()))?;
        match session.advance_frame() {
            Ok(requests) => {
                game.serve(requests)?;
                last_frame = Instant::now();
                next = last_frame + FRAME;
            }
            // The other player's inputs are too late: wait for them.
            Err(GgrsError::PredictionThreshold) => std::thread::sleep(Duration::from_millis(1)),
            Err(error) => return Err(error.into()),
        }
    }
    // The other program may still miss the last inputs.
    for _ in 0..100 {
        session.poll_remote_clients();
        std::thread::sleep(Duration::from_millis(5));
    }
    println!("{}", game.report(options.frames));
    Ok(())
}
