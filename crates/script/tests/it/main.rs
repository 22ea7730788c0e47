//! Scripts as levels: known answers, deadlines, ends, sprites.
mod altered;
mod deadlines;
mod interrupted;
mod known;
mod sprites;
