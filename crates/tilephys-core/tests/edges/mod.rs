//! Edges of solids that no other solid covers, and the ends of slanted one-way lines.

mod exposed;
mod grazes;
mod scenes;
