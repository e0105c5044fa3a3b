//! Colours over colours. Alpha is not multiplied into them, so that a first layer comes out as its image has it.

use tilephys_tiled::Color;

/// What is opaque, in the 16 bits that alpha has on its way.
const FULL: u32 = 65_535;

/// A part from 0 to 1 in 16 bits.
pub(super) fn part(value: f32) -> u32 {
    (f64::from(value) * f64::from(FULL)).round() as u32
}

/// The product of an alpha of 8 bits and a part of 16.
pub(super) fn alpha_of(alpha: u8, part: u32) -> u32 {
    (u32::from(alpha) * 257 * part + FULL / 2) / FULL
}

/// `under` with `color` over it, of which `alpha` (16 bits) shows. The source-over of Porter and Duff, rounded once.
pub(super) fn over(under: &mut [u8; 4], color: [u8; 3], alpha: u32) {
    let rest = FULL - alpha;
    match (alpha, under[3]) {
        (0, _) => {}
        (FULL, _) => *under = [color[0], color[1], color[2], 255],
        (_, 255) => {
            for (below, above) in under.iter_mut().zip(color) {
                *below = ((u32::from(above) * alpha + u32::from(*below) * rest + FULL / 2) / FULL) as u8;
            }
        }
        (_, below) => {
            // Twice 16 bits: what is left of the colour below, and the sum.
            let left = u64::from(below) * 257 * u64::from(rest);
            let shown = u64::from(alpha) * u64::from(FULL);
            let sum = left + shown;
            for (channel, above) in color.into_iter().enumerate() {
                let mixed = u64::from(above) * shown + u64::from(under[channel]) * left;
                under[channel] = ((mixed + sum / 2) / sum) as u8;
            }
            let unit = u64::from(FULL) * 257;
            under[3] = ((sum + unit / 2) / unit) as u8;
        }
    }
}

/// A pixel under a tint, whose alpha is left out.
pub(super) fn tint([red, green, blue, alpha]: [u8; 4], tint: Color) -> [u8; 4] {
    let color = Color::rgb(red, green, blue).times(tint);
    [color.red, color.green, color.blue, alpha]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source-over in floating point.
    fn exact(under: [u8; 4], color: [u8; 3], alpha: f64) -> [f64; 4] {
        let below = f64::from(under[3]) / 255.0 * (1.0 - alpha);
        let sum = alpha + below;
        let mix = |i: usize| (f64::from(color[i]) * alpha + f64::from(under[i]) * below) / sum;
        if sum == 0.0 { [0.0; 4] } else { [mix(0), mix(1), mix(2), sum * 255.0] }
    }

    #[test]
    fn colours_are_within_a_half_of_exact() {
        for under in [[10, 200, 77, 255], [10, 200, 77, 90], [0, 0, 0, 0], [255, 1, 3, 1]] {
            for alpha in 1..=255u8 {
                for opacity in [1.0, 0.7, 0.25] {
                    let color = [250, 3, 128];
                    let mut found = under;
                    over(&mut found, color, alpha_of(alpha, part(opacity)));
                    let expected = exact(under, color, f64::from(alpha) / 255.0 * f64::from(opacity));
                    for i in 0..4 {
                        let off = (f64::from(found[i]) - expected[i]).abs();
                        assert!(off < 0.51, "{under:?} {alpha} {opacity}: {found:?}, {expected:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_image_over_nothing_is_itself() {
        for alpha in 1..=255 {
            let mut found = [0; 4];
            over(&mut found, [200, 7, 31], alpha_of(alpha, part(1.0)));
            assert_eq!(found, [200, 7, 31, alpha]);
        }
    }
}
