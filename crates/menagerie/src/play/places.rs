//! Keys by their place: the Latin letter that a keyboard has where another script has a letter of its own. A terminal
//! says which letter was typed, not which key; so each letter stands for the place that it has in the most used layout
//! of its script.

/// The letters of a keyboard of the United States, row by row.
const LATIN: &str = "qwertyuiop asdfghjkl zxcvbnm";
/// Letters at the same places, where a layout has letters there: Russian, Ukrainian, Greek, Hebrew, Arabic, Korean.
const OTHERS: [&str; 6] = [
    "йцукенгшщз фывапролд ячсмить",
    "йцукенгшщз фівапролд ячсмить",
    "-ςερτυθιοπ ασδφγηξκλ ζχψωβνμ",
    "--קראטוןםפ שדגכעיחלך זסבהנמצ",
    "ضصثقفغعهخح شسيبلاتنم ئءؤر-ىة",
    "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ ㅁㄴㅇㄹㅎㅗㅓㅏㅣ ㅋㅌㅊㅍㅠㅜㅡ",
];

/// The Latin letter at the place of this one, large for a capital; other characters stay as they are.
pub(crate) fn latin(sign: char) -> char {
    if sign.is_ascii() {
        return sign;
    }
    let mut small = sign.to_lowercase();
    let small = small.next().filter(|_| small.next().is_none()).unwrap_or(sign);
    let pairs = OTHERS.iter().flat_map(|layout| layout.chars().zip(LATIN.chars()));
    let letter = pairs.into_iter().find_map(|(other, letter)| (other == small).then_some(letter));
    letter.map_or(sign, |letter| if small == sign { letter } else { letter.to_ascii_uppercase() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_other_scripts_are_those_at_their_places() {
        for layout in OTHERS {
            assert_eq!(layout.chars().count(), LATIN.chars().count(), "{layout}");
            let letters = layout.chars().zip(LATIN.chars()).filter(|(other, _)| !"- ".contains(*other));
            letters.for_each(|(other, letter)| assert_eq!(latin(other), letter, "{other}"));
        }
        assert_eq!(['Г', 'u', 'é', '€', ' ', '1'].map(latin), ['U', 'u', 'é', '€', ' ', '1']);
    }
}
