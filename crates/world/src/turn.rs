//! A rotation by an angle, computed identically on every computer: the standard library's sine may differ in its last
//! bit.
//!
//! The angle is reduced to at most 45 degrees around a quarter turn, where a Taylor series of multiplications and
//! additions is exact to the last bit of `f32`. Quarter turns are exact.

/// The cosine and sine of an angle, clockwise where y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn {
    pub(crate) cosine: f32,
    pub(crate) sine: f32,
}

impl Turn {
    /// Returns the rotation by an angle in degrees; `None` for a multiple of 360 or an angle that is not finite.
    pub(crate) fn of_degrees(degrees: f32) -> Option<Turn> {
        let degrees = f64::from(degrees) % 360.0;
        if !degrees.is_finite() || degrees == 0.0 {
            return None;
        }
        let quarters = (degrees / 90.0).round();
        let (cosine, sine) = small((degrees - quarters * 90.0) * (std::f64::consts::PI / 180.0));
        #[allow(clippy::cast_possible_truncation)] // at most four quarters; a cosine fits
        let (quarter, cosine, sine) = ((quarters as i32).rem_euclid(4), cosine as f32, sine as f32);
        Some(match quarter {
            0 => Turn { cosine, sine },
            1 => Turn { cosine: -sine, sine: cosine },
            2 => Turn { cosine: -cosine, sine: -sine },
            _ => Turn { cosine: sine, sine: -cosine },
        })
    }

    /// Rotates a point around the origin.
    pub(crate) fn apply(self, (x, y): (f32, f32)) -> (f32, f32) {
        (x * self.cosine - y * self.sine, x * self.sine + y * self.cosine)
    }
}

/// Cosine and sine of at most an eighth of a turn, in radians.
fn small(angle: f64) -> (f64, f64) {
    let square = angle * angle;
    let (mut cosine, mut sine, mut term) = (1.0, angle, 1.0);
    for power in 1..=8_u32 {
        let even = f64::from(2 * power);
        term = -term * square / (even * (even - 1.0));
        cosine += term;
        sine += term * angle / (even + 1.0);
    }
    (cosine, sine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_agree_with_sine_and_cosine_and_quarters_are_exact() {
        for tenth in -7200..7200_i16 {
            let degrees = f32::from(tenth) / 10.0;
            let (sine, cosine) = f64::from(degrees).to_radians().sin_cos();
            let turn = Turn::of_degrees(degrees).unwrap_or(Turn { cosine: 1.0, sine: 0.0 });
            let off = (f64::from(turn.cosine) - cosine).abs().max((f64::from(turn.sine) - sine).abs());
            assert!(off < 1e-7, "{degrees}: {turn:?}");
        }
        assert_eq!(Turn::of_degrees(90.0).map(|turn| turn.apply((1.0, 0.0))), Some((0.0, 1.0)));
        assert_eq!(Turn::of_degrees(-180.0).map(|turn| turn.apply((1.0, 2.0))), Some((-1.0, -2.0)));
        assert_eq!((Turn::of_degrees(360.0), Turn::of_degrees(f32::NAN)), (None, None));
    }
}
