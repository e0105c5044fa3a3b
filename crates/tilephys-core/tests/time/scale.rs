//! Bodies with a time of their own.
