//! A network in memory: packets are lost, late, doubled and out of order, by a seed. Time is in ticks.

use crate::rng::Rng;
use ggrs::{Message, NonBlockingSocket};
use std::sync::{Arc, Mutex};

/// What happens to packets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Profile {
    /// Lost packets of 100.
    pub(crate) loss: u64,
    /// Shortest and longest way, in ticks. Different ways change the order.
    pub(crate) delay: [u64; 2],
    /// Doubled packets of 100.
    pub(crate) doubled: u64,
}

/// A packet under way.
struct Packet {
    from: usize,
    to: usize,
    arrives: u64,
    message: Message,
}

/// All packets under way.
pub(crate) struct Network {
    packets: Vec<Packet>,
    pub(crate) now: u64,
    pub(crate) profile: Profile,
    rng: Rng,
}

/// End of the network at a peer.
pub(crate) struct Socket {
    pub(crate) peer: usize,
    pub(crate) network: Arc<Mutex<Network>>,
}

impl Network {
    /// A perfect network, until its profile is set.
    pub(crate) fn new(seed: u64) -> Arc<Mutex<Network>> {
        let profile = Profile { loss: 0, delay: [0, 0], doubled: 0 };
        Arc::new(Mutex::new(Network { packets: Vec::new(), now: 0, profile, rng: Rng::new(seed) }))
    }

    fn send(&mut self, from: usize, to: usize, message: &Message) {
        let Profile { loss, delay: [shortest, longest], doubled } = self.profile;
        let copies = if self.rng.below(100) < doubled { 2 } else { 1 };
        for _ in 0..copies {
            if self.rng.below(100) < loss {
                continue;
            }
            let arrives = self.now + shortest + self.rng.below(longest - shortest + 1);
            self.packets.push(Packet { from, to, arrives, message: message.clone() });
        }
    }

    /// Takes the packets that have arrived at a peer, the earliest first.
    fn receive(&mut self, peer: usize) -> Vec<(usize, Message)> {
        let now = self.now;
        let is_here = |packet: &mut Packet| packet.to == peer && packet.arrives <= now;
        let mut here: Vec<Packet> = self.packets.extract_if(.., is_here).collect();
        here.sort_by_key(|packet| packet.arrives);
        here.into_iter().map(|packet| (packet.from, packet.message)).collect()
    }
}

impl NonBlockingSocket<usize> for Socket {
    fn send_to(&mut self, message: &Message, address: &usize) {
        self.network.lock().expect("no thread panics").send(self.peer, *address, message);
    }

    fn receive_all_messages(&mut self) -> Vec<(usize, Message)> {
        self.network.lock().expect("no thread panics").receive(self.peer)
    }
}
