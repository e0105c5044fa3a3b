//! Alpha blending, rounded as Qt's painter does, so that pictures equal Tiled's.
//!
//! Each product of two values in 1/255 is rounded to 1/255. Over an opaque pixel, nearly everywhere in a level, colours
//! are premultiplied, as Qt stores them. Over a translucent pixel they are not, and the sum is rounded once. So a first
//! layer keeps the exact colours of its image; Qt loses the colours of faint pixels.

use tilephys_tiled::Color;

/// Product of two values in 1/255, rounded; exact for all inputs (Blinn, "Three Wrongs Make a Right", 1995).
fn times(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    ((product + (product >> 8)) >> 8) as u8
}

/// Blends `color` over `under` (Porter and Duff), with the opacity `strength` in 1/255.
pub(super) fn over(under: &mut [u8; 4], color: [u8; 4], strength: u8) {
    let [red, green, blue, own] = color;
    let alpha = if strength == 255 { own } else { times(own, strength) };
    match (alpha, under[3]) {
        (0, _) => {}
        (255, _) | (_, 0) => *under = [red, green, blue, alpha],
        (_, 255) => {
            for (below, above) in under.iter_mut().zip([red, green, blue]) {
                *below = times(times(above, own), strength) + times(*below, 255 - alpha);
            }
        }
        (_, below) => {
            let shown = u32::from(alpha) * 255;
            let left = u32::from(below) * u32::from(255 - alpha);
            let sum = shown + left;
            for (below, above) in under.iter_mut().zip([red, green, blue]) {
                *below = ((u32::from(above) * shown + u32::from(*below) * left + sum / 2) / sum) as u8;
            }
            under[3] = ((sum + 127) / 255) as u8;
        }
    }
}

/// Multiplies a pixel by a tint.
pub(super) fn tint([red, green, blue, alpha]: [u8; 4], tint: Color) -> [u8; 4] {
    [times(red, tint.red), times(green, tint.green), times(blue, tint.blue), times(alpha, tint.alpha)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source-over in floating point.
    fn exact(under: [u8; 4], color: [u8; 4], strength: u8) -> [f64; 4] {
        let alpha = f64::from(color[3]) * f64::from(strength) / 65_025.0;
        let below = f64::from(under[3]) / 255.0 * (1.0 - alpha);
        let sum = alpha + below;
        let mix = |i: usize| (f64::from(color[i]) * alpha + f64::from(under[i]) * below) / sum;
        if sum == 0.0 { [0.0; 4] } else { [mix(0), mix(1), mix(2), sum * 255.0] }
    }

    #[test]
    fn products_are_rounded_to_the_nearest() {
        for (a, b) in (0..=255).flat_map(|a| (0..=255).map(move |b| (a, b))) {
            let exact = f64::from(a) * f64::from(b) / 255.0;
            assert_eq!(f64::from(times(a, b)), exact.round(), "{a} {b}");
        }
    }

    #[test]
    fn colours_show_within_two_parts_of_255_of_exact() {
        for under in [[10, 200, 77, 255], [255, 0, 255, 255], [10, 200, 77, 90], [0, 0, 0, 0], [255, 1, 3, 1]]
        {
            for alpha in 0..=255 {
                for strength in [255, 254, 179, 64, 1] {
                    let color = [250, 3, 128, alpha];
                    let mut found = under;
                    over(&mut found, color, strength);
                    let expected = exact(under, color, strength);
                    let case = format!("{under:?} {alpha} {strength}: {found:?}, {expected:?}");
                    assert!((f64::from(found[3]) - expected[3]).abs() < 1.01, "{case}");
                    for i in 0..3 {
                        // Times alpha: faint pixels show less of an error.
                        let shown = |pixel: [f64; 4]| pixel[i] * pixel[3] / 255.0;
                        let off = (shown(found.map(f64::from)) - shown(expected)).abs();
                        assert!(off < 1.51, "{case}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_image_over_transparency_is_unchanged() {
        for alpha in 1..=255 {
            let mut found = [0; 4];
            over(&mut found, [200, 7, 31, alpha], 255);
            assert_eq!(found, [200, 7, 31, alpha]);
        }
    }
}
