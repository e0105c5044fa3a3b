//! Edges that nothing covers.
