//! Ranges of settings: what is just inside is accepted and stepped, what is just outside is refused by name.

mod hostile;
mod known;
mod table;
