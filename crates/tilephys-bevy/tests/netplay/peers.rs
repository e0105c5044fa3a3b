//! Peers over a network in memory: all confirmed frames are equal.

use crate::game::{Game, Mistake, Players};
use crate::network::{Network, Profile, Socket};
use crate::rng::Rng;
use crate::sync_test::buttons;
use crate::volume::{seeds, volume};
use ggrs::{DesyncDetection, GgrsError, GgrsEvent, P2PSession, PlayerType, SessionBuilder, SessionState};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Rounds without progress until a match fails the test.
const MAX_ROUNDS: u32 = 60_000;

/// Frames between two comparisons by the peers themselves.
const INTERVAL: u32 = 10;

const PROFILES: [Profile; 8] = [
    Profile { loss: 0, delay: [0, 0], doubled: 0 },
    Profile { loss: 0, delay: [2, 2], doubled: 0 },
    Profile { loss: 10, delay: [0, 2], doubled: 0 },
    Profile { loss: 10, delay: [2, 5], doubled: 5 },
    Profile { loss: 30, delay: [0, 2], doubled: 5 },
    Profile { loss: 30, delay: [2, 6], doubled: 5 },
    Profile { loss: 0, delay: [5, 9], doubled: 50 },
    Profile { loss: 20, delay: [1, 9], doubled: 20 },
];

struct Peer {
    session: P2PSession<Players>,
    game: Game,
    rng: Rng,
    held: u8,
    /// Frames that the session has reported as different.
    desyncs: usize,
    /// Time of the longest frame, with its rollback.
    longest: Duration,
}

/// A match between peers.
struct Match {
    peers: Vec<Peer>,
    network: Arc<Mutex<Network>>,
}

impl Match {
    fn new(map: &str, count: usize, seed: u64, mistake: Option<Mistake>) -> Match {
        let network = Network::new(seed);
        let peer = |own: usize| {
            let builder = SessionBuilder::<Players>::new().with_num_players(count).expect("some players");
            let mut builder = builder
                .with_input_delay(1)
                .with_desync_detection_mode(DesyncDetection::On { interval: INTERVAL });
            for player in 0..count {
                let kind = if player == own { PlayerType::Local } else { PlayerType::Remote(player) };
                builder = builder.add_player(kind, player).expect("players have different numbers");
            }
            let socket = Socket { peer: own, network: network.clone() };
            // The last peer makes the mistake.
            let mistake = mistake.filter(|_| own + 1 == count);
            Peer {
                session: builder.start_p2p_session(socket).expect("all players are there"),
                game: Game::new(map, count, mistake),
                rng: Rng::new(seed + 1000 * own as u64),
                held: 0,
                desyncs: 0,
                longest: Duration::ZERO,
            }
        };
        Match { peers: (0..count).map(peer).collect(), network: network.clone() }
    }

    /// Lets the peers find each other, then plays over a network with this profile.
    fn play(&mut self, profile: Profile, frames: i32) {
        let mut rounds = 0;
        while self.peers.iter().any(|peer| peer.session.current_state() != SessionState::Running) {
            self.peers.iter_mut().for_each(|peer| peer.session.poll_remote_clients());
            rounds += 1;
            assert!(rounds < MAX_ROUNDS, "the peers do not find each other");
        }
        self.network.lock().expect("no thread panics").profile = profile;
        while self.peers.iter().any(|peer| peer.session.confirmed_frame() < frames) {
            self.network.lock().expect("no thread panics").now += 1;
            let mut is_stalled = true;
            for peer in &mut self.peers {
                is_stalled &= !peer.tick();
            }
            if is_stalled {
                // A session sends lost packets again by the clock.
                std::thread::sleep(Duration::from_millis(1));
            }
            rounds += 1;
            assert!(rounds < MAX_ROUNDS, "{profile:?}: the match stands");
        }
    }

    /// The first frame and the name of the first type that differ between two peers, among confirmed frames.
    fn first_difference(&self) -> Option<(usize, &'static str)> {
        let confirmed = self.peers.iter().map(|peer| peer.session.confirmed_frame() as usize).min()?;
        let first = &self.peers[0].game.hashes;
        for (frame, own) in first.iter().enumerate().take(confirmed) {
            for other in &self.peers[1..] {
                let other = &other.game.hashes[frame];
                if let Some((name, _)) = own.iter().find(|saved| !other.contains(saved)) {
                    return Some((frame, name));
                }
            }
        }
        None
    }
}

impl Peer {
    /// Plays a frame if the session lets it. True if it did.
    fn tick(&mut self) -> bool {
        self.session.poll_remote_clients();
        let is_desync = |event: &GgrsEvent<Players>| matches!(event, GgrsEvent::DesyncDetected { .. });
        self.desyncs += self.session.events().filter(is_desync).count();
        let own = self.session.local_player_handles()[0];
        self.held = buttons(&mut self.rng, self.held);
        self.session.add_local_input(own, self.held).expect("the player is local");
        match self.session.advance_frame() {
            Ok(requests) => {
                let before = self.session.current_frame();
                let begun = Instant::now();
                self.game.serve(requests);
                self.longest = self.longest.max(begun.elapsed());
                before > 0
            }
            Err(GgrsError::PredictionThreshold | GgrsError::NotSynchronized) => false,
            Err(error) => panic!("{error}"),
        }
    }
}

/// Frames of a match.
fn length() -> i32 {
    volume(120, 240) as i32
}

/// Each profile has a seed, five with `TILEPHYS_FULL`. Prints a table.
#[test]
fn two_peers_agree_on_all_confirmed_frames() {
    let mut loads = 0;
    for (profile, first) in PROFILES.into_iter().zip(1..) {
        for round in seeds(1, 5) {
            let mut game = Match::new("cavern.tmx", 2, first + 100 * round, None);
            game.play(profile, length());
            assert_eq!(game.first_difference(), None, "{profile:?}, {round}");
            assert!(game.peers.iter().all(|peer| peer.desyncs == 0), "{profile:?}, {round}");
            let rollbacks = game.peers.iter().map(|peer| peer.game.loads).sum::<u32>();
            let longest = game.peers.iter().map(|peer| peer.longest).max().unwrap_or_default();
            let frames = game.peers[0].session.confirmed_frame();
            println!(
                "{profile:?}: {frames} frames, none differs, {rollbacks} rollbacks, longest frame {longest:.1?}"
            );
            loads += rollbacks;
        }
    }
    assert!(loads > 80, "{loads} rollbacks: the network is too good");
}

/// One of the worse networks, two with `TILEPHYS_FULL`.
#[test]
fn three_peers_agree_on_all_confirmed_frames() {
    for round in seeds(1, 2) {
        let profile = if round.is_multiple_of(2) { PROFILES[7] } else { PROFILES[3] };
        let mut game = Match::new("yard.tmx", 3, 11 + round, None);
        game.play(profile, length());
        assert_eq!(game.first_difference(), None, "{profile:?}, {round}");
    }
}

/// Plays with a mistake of one peer until it is found. Returns the name of the type that differs first.
fn difference(mistake: Mistake) -> Option<&'static str> {
    let mut game = Match::new("yard.tmx", 2, 5, Some(mistake));
    // Until both have found it.
    for frames in (40..=240).step_by(20) {
        game.play(PROFILES[3], frames);
        let found = game.first_difference();
        if found.is_some() && game.peers.iter().any(|peer| peer.desyncs > 0) {
            return found.map(|(_, name)| name);
        }
    }
    panic!("{mistake:?}: GGRS has found {:?}", game.first_difference());
}

#[test]
fn a_peer_with_another_feel_is_found_by_name() {
    assert_eq!(difference(Mistake::OtherFeel), Some("Feel"));
}

#[test]
fn a_peer_with_another_map_is_found() {
    assert_eq!(difference(Mistake::OtherMap), Some("bodies"));
}

#[test]
fn a_peer_that_skips_loads_is_found_by_name() {
    assert_eq!(difference(Mistake::SkippedLoads), Some("bodies"));
}

#[test]
fn a_component_that_a_peer_does_not_register_is_found_by_name() {
    assert_eq!(difference(Mistake::Unregistered), Some("Jumps"));
}
