//! Explanations as texts.
