//! Ranges of settings: what is just inside is accepted and stepped, what is just outside is refused by name.

#[path = "ranges/hostile.rs"]
mod hostile;
#[path = "ranges/known.rs"]
mod known;
#[path = "ranges/table.rs"]
mod table;
