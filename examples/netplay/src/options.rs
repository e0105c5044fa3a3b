//! Options of the command line.

use std::error::Error;
use std::net::SocketAddr;

/// Settings of a match.
pub(crate) struct Options {
    /// Port of this program.
    pub(crate) port: u16,
    /// Number of the player at this program: 0 or 1.
    pub(crate) player: usize,
    /// Address of the other program.
    pub(crate) peer: SocketAddr,
    /// Sent packets that are lost, in percent.
    pub(crate) loss: u64,
    /// Length of the match, in frames.
    pub(crate) frames: i32,
    /// Seed of what the players press.
    pub(crate) seed: u64,
    /// Path of the map.
    pub(crate) map: String,
}

impl Options {
    /// Options from words such as `--port 7000`.
    pub(crate) fn of_arguments(mut words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let mut options = Options {
            port: 7000,
            player: 0,
            peer: SocketAddr::from(([127, 0, 0, 1], 7001)),
            loss: 0,
            frames: 600,
            seed: 1,
            map: "maps/yard.tmx".into(),
        };
        while let Some(name) = words.next() {
            let value = words.next().ok_or_else(|| format!("{name} needs a value"))?;
            let error = |expected: &str| format!("{name} is {expected}, not {value}");
            match name.as_str() {
                "--port" => options.port = value.parse().map_err(|_| error("a port from 1 to 65535"))?,
                "--player" => {
                    let player = value.parse().ok().filter(|player| *player < 2);
                    options.player = player.ok_or_else(|| error("0 or 1"))?;
                }
                "--peer" => {
                    options.peer = value.parse().map_err(|_| error("an address such as 192.168.0.7:7000"))?;
                }
                "--loss" => {
                    let loss = value.parse().ok().filter(|loss| *loss < 100);
                    options.loss = loss.ok_or_else(|| error("a percentage below 100"))?;
                }
                "--frames" => options.frames = value.parse().map_err(|_| error("a number of frames"))?,
                "--seed" => options.seed = value.parse().map_err(|_| error("a whole number"))?,
                "--map" => options.map = value,
                _ => {
                    return Err(format!(
                        "{name} is unknown; there are --port, --player, --peer, --loss, --frames, --seed and --map"
                    )
                    .into());
                }
            }
        }
        Ok(options)
    }
}
