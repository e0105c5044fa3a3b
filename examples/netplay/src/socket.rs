//! A socket that loses packets, to try bad networks.

use crate::options::Options;
use ggrs::{Message, NonBlockingSocket, UdpNonBlockingSocket};
use std::error::Error;
use std::net::SocketAddr;

/// A UDP socket that drops some of the sent packets.
pub(crate) struct LossySocket {
    socket: UdpNonBlockingSocket,
    loss: u64,
    random: u64,
}

impl LossySocket {
    pub(crate) fn bind(options: &Options) -> Result<Self, Box<dyn Error>> {
        let port = options.port;
        let socket = UdpNonBlockingSocket::bind_to_port(port)
            .map_err(|error| format!("port {port} cannot be opened ({error}): choose another --port"))?;
        Ok(LossySocket { socket, loss: options.loss, random: options.seed.wrapping_add(port.into()) })
    }
}

/// The next number of Marsaglia's xorshift generator. It never leaves 0.
pub(crate) fn next_random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

impl NonBlockingSocket<SocketAddr> for LossySocket {
    fn send_to(&mut self, message: &Message, address: &SocketAddr) {
        if next_random(&mut self.random) % 100 >= self.loss {
            self.socket.send_to(message, address);
        }
    }

    fn receive_all_messages(&mut self) -> Vec<(SocketAddr, Message)> {
        self.socket.receive_all_messages()
    }
}
