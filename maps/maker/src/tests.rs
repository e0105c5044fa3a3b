//! Golden tests: the files in the repository equal the program's output, and the levels keep their promises.
//!
//! The levels are judged by their files' text and by plain loops over it, with nothing of the code that wrote them.

mod files;
mod reach;
mod shapes;
