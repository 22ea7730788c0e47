//! Things and animals that belong to no puzzle, for whoever draws boards or worlds.

use super::Sprite;

/// Every sprite of this file.
pub const STOCK: &[&Sprite] = &[
    &CRATE, &MARBLE, &DISK1, &DISK2, &DISK3, &DISK4, &DISK5, &DISK6, &DISK7, &FARMER, &FOX, &CHICKEN, &MONKEY, &BANANA,
    &WOLF, &GOAT, &CABBAGE, &SQUIRREL, &MEERKAT, &BALE,
];

/// A wooden crate with a brace.
pub static CRATE: Sprite = Sprite::new(
    "crate",
    r#"<rect x="9" y="9" width="82" height="82" rx="7"/>"#,
    concat!(
        r##"<path d="M24 24h52v52h-52z" fill="#26231f" fill-opacity=".22"/>"##,
        r#"<path d="M24 64V76H36L76 36V24H64Z"/>"#,
        r##"<path d="M24 24H76V76H24ZM24 64L64 24M36 76L76 36M9 24H24M76 24H91M9 76H24M76 76H91" fill="none" stroke="#26231f" stroke-width="3"/>"##,
    ),
);

/// A small ball.
static MARBLE: Sprite = Sprite::new(
    "marble",
    r#"<circle cx="50" cy="50" r="37"/>"#,
    concat!(
        r##"<path d="M22 64A32 32 0 0 0 80 62A40 40 0 0 1 22 64Z" fill="#000000" fill-opacity=".16"/>"##,
        r##"<ellipse cx="37" cy="34" rx="11" ry="7" transform="rotate(-38 37 34)" fill="#ffffff" fill-opacity=".75"/>"##,
    ),
);

/// A disk of a tower, seen from the side: its left and right edge, and between which places it shines.
macro_rules! disk {
    ($id:literal, $left:literal, $width:literal, $from:literal, $to:literal) => {
        Sprite::lettered(
            $id,
            concat!(r#"<rect x=""#, $left, r#"" y="26" width=""#, $width, r#"" height="48" rx="17"/>"#),
            concat!(
                r##"<path d="M"##,
                $from,
                " 35H",
                $to,
                r##"" fill="none" stroke="#ffffff" stroke-opacity=".55" stroke-width="5" stroke-linecap="round"/>"##,
            ),
        )
    };
}

/// Disks of a tower, the smallest first.
static DISK1: Sprite = disk!("disk1", "30", "40", "46", "54");
/// The second smallest disk.
static DISK2: Sprite = disk!("disk2", "25", "50", "41", "59");
/// The third smallest disk.
static DISK3: Sprite = disk!("disk3", "20", "60", "36", "64");
/// The fourth smallest disk.
static DISK4: Sprite = disk!("disk4", "15", "70", "31", "69");
/// The fifth smallest disk.
static DISK5: Sprite = disk!("disk5", "10", "80", "26", "74");
/// The sixth smallest disk.
static DISK6: Sprite = disk!("disk6", "5", "90", "21", "79");
/// The largest disk.
static DISK7: Sprite = disk!("disk7", "0", "100", "16", "84");

/// A farmer in a straw hat.
static FARMER: Sprite = Sprite::new(
    "farmer",
    concat!(
        r##"<circle cx="20" cy="77" r="8" fill="#f6d7b0"/><circle cx="80" cy="77" r="8" fill="#f6d7b0"/>"##,
        r#"<path d="M20 94C18 70 30 57 50 57C70 57 82 70 80 94Z"/>"#,
        r##"<circle cx="50" cy="41" r="19" fill="#f6d7b0"/>"##,
        r##"<path d="M12 34C22 26 30 27 32 22C34 8 42 5 50 5C58 5 66 8 68 22C70 27 78 26 88 34C74 40 26 40 12 34Z" fill="#f2d27a"/>"##,
    ),
    concat!(
        r##"<path d="M33 24C42 29 58 29 67 24" fill="none" stroke="#8a5a1e" stroke-width="4"/>"##,
        r##"<circle cx="43" cy="45" r="3" fill="#26231f"/><circle cx="57" cy="45" r="3" fill="#26231f"/>"##,
        r##"<path d="M44 52Q50 56 56 52" fill="none" stroke="#26231f" stroke-width="2.5" stroke-linecap="round"/>"##,
        r##"<path d="M38 61V92M62 61V92M38 76H62" fill="none" stroke="#ffffff" stroke-width="4"/>"##,
    ),
);

/// A fox that sits, its tail behind it.
static FOX: Sprite = Sprite::new(
    "fox",
    concat!(
        r##"<path d="M36 90C10 94 -2 66 12 44C18 56 34 58 44 74Z" fill="#e8762c"/>"##,
        r##"<path d="M30 93C28 66 40 54 56 54C72 54 78 70 76 93Z" fill="#e8762c"/>"##,
        r##"<path d="M40 6L56 18C62 16 68 17 72 19L84 8C88 20 86 30 84 34L97 50C88 60 78 66 66 66C48 66 36 54 38 38C36 28 37 16 40 6Z" fill="#e8762c"/>"##,
    ),
    concat!(
        r##"<path d="M12 46C17 55 22 58 27 61C24 68 14 70 8 66C6 60 8 52 12 46Z" fill="#ffffff"/>"##,
        r##"<path d="M47 91C46 74 52 68 58 68C64 68 67 76 66 91Z" fill="#ffffff"/>"##,
        r##"<path d="M44 46C54 42 60 50 66 52C76 52 84 46 88 44L95 50C87 59 78 64 66 64C54 64 45 57 44 46Z" fill="#ffffff"/>"##,
        r##"<circle cx="61" cy="38" r="4" fill="#26231f"/><circle cx="79" cy="37" r="4" fill="#26231f"/>"##,
        r##"<circle cx="92" cy="50" r="5" fill="#26231f"/>"##,
        r##"<path d="M44 14L52 20L44 27ZM82 15L76 21L83 27Z" fill="#26231f"/>"##,
    ),
);

/// A hen with a red comb.
static CHICKEN: Sprite = Sprite::new(
    "chicken",
    concat!(
        r##"<path d="M40 84V95H34M58 84V95H66" fill="none" stroke="#d98a00" stroke-width="6" stroke-linecap="round"/>"##,
        r##"<path d="M54 20C50 8 60 4 63 11C66 2 76 4 75 12C82 8 88 16 80 24Z" fill="#d8423a"/>"##,
        r##"<path d="M80 32L97 38L80 46Z" fill="#f0a020"/>"##,
        r##"<path d="M8 30C18 30 24 44 36 46C48 47 48 18 66 18C80 18 86 28 86 40C86 62 82 88 48 88C18 88 6 64 8 30Z" fill="#fdf6e3"/>"##,
    ),
    concat!(
        r##"<circle cx="71" cy="33" r="4.5" fill="#26231f"/>"##,
        r##"<path d="M78 48C86 52 84 62 78 60C74 58 75 52 78 48Z" fill="#d8423a"/>"##,
        r##"<path d="M26 56C30 74 50 78 60 62" fill="none" stroke="#b08a4a" stroke-width="4" stroke-linecap="round"/>"##,
    ),
);

/// A monkey with round ears.
static MONKEY: Sprite = Sprite::new(
    "monkey",
    concat!(
        r##"<circle cx="15" cy="46" r="12" fill="#f0cfa0"/><circle cx="85" cy="46" r="12" fill="#f0cfa0"/>"##,
        r##"<path d="M50 10C58 4 62 8 60 13C76 17 84 30 84 48C84 74 68 91 50 91C32 91 16 74 16 48C16 30 26 14 50 10Z" fill="#8f5a33"/>"##,
    ),
    concat!(
        r##"<path d="M50 38C56 26 74 28 75 44C75 52 71 54 71 58C74 74 62 86 50 86C38 86 26 74 29 58C29 54 25 52 25 44C26 28 44 26 50 38Z" fill="#f0cfa0"/>"##,
        r##"<circle cx="40" cy="45" r="5" fill="#26231f"/><circle cx="63" cy="45" r="5" fill="#26231f"/>"##,
        r##"<path d="M38 69Q51 80 64 69" fill="none" stroke="#26231f" stroke-width="4" stroke-linecap="round"/>"##,
        r##"<path d="M48 59H49M55 59H56" stroke="#26231f" stroke-width="4" stroke-linecap="round"/>"##,
    ),
);

/// A banana.
static BANANA: Sprite = Sprite::new(
    "banana",
    r##"<path d="M70 8L82 5L84 18C98 46 82 84 46 92C30 95 14 90 8 80C12 72 18 74 24 73C52 70 68 48 68 20Z" fill="#f7d23e"/>"##,
    concat!(
        r##"<path d="M70 8L82 5L84 16L70 19Z" fill="#6b4a1e"/><path d="M8 80L18 74L22 86C16 86 11 84 8 80Z" fill="#6b4a1e"/>"##,
        r##"<path d="M78 26C82 50 62 78 30 82" fill="none" stroke="#b98a00" stroke-width="4" stroke-linecap="round"/>"##,
    ),
);

/// The head of a wolf.
static WOLF: Sprite = Sprite::new(
    "wolf",
    r##"<path d="M14 6C24 10 34 18 38 22H62C66 18 76 10 86 6C90 20 88 34 84 42L94 60L78 66C74 80 62 94 50 94C38 94 26 80 22 66L6 60L16 42C12 34 10 20 14 6Z" fill="#9aa0a8"/>"##,
    concat!(
        r##"<path d="M18 60L32 52L46 58L50 50L54 58L68 52L82 60L74 64C70 76 60 90 50 90C40 90 30 76 26 64Z" fill="#f4f4f2"/>"##,
        r##"<path d="M30 42L42 48C38 52 32 50 30 42ZM70 42L58 48C62 52 68 50 70 42Z" fill="#26231f"/>"##,
        r##"<path d="M40 68H60C60 76 54 79 50 79C46 79 40 76 40 68Z" fill="#26231f"/>"##,
        r##"<path d="M19 14L32 25L21 34ZM81 14L68 25L79 34Z" fill="#5b6068"/>"##,
    ),
);

/// The head of a goat with horns and a beard.
static GOAT: Sprite = Sprite::new(
    "goat",
    concat!(
        r##"<path d="M40 76L50 98L60 76Z" fill="#c9b79a"/>"##,
        r##"<path d="M42 30C26 30 16 20 20 4C28 18 40 14 50 28Z" fill="#b59a6a"/>"##,
        r##"<path d="M58 30C74 30 84 20 80 4C72 18 60 14 50 28Z" fill="#b59a6a"/>"##,
        r##"<path d="M32 38C20 32 8 36 4 48C14 56 26 54 34 48ZM68 38C80 32 92 36 96 48C86 56 74 54 66 48Z" fill="#efe6d6"/>"##,
        r##"<path d="M50 24C64 24 72 34 70 48C68 66 64 84 50 84C36 84 32 66 30 48C28 34 36 24 50 24Z" fill="#fbf7ee"/>"##,
    ),
    concat!(
        r##"<circle cx="40" cy="47" r="4.5" fill="#26231f"/><circle cx="60" cy="47" r="4.5" fill="#26231f"/>"##,
        r##"<path d="M38 70C42 64 58 64 62 70C62 82 38 82 38 70Z" fill="#f0c3b8"/>"##,
        r##"<path d="M45 70H46M54 70H55" stroke="#26231f" stroke-width="4" stroke-linecap="round"/>"##,
    ),
);

/// A cabbage.
static CABBAGE: Sprite = Sprite::new(
    "cabbage",
    concat!(
        r##"<path d="M50 90C20 96 2 74 8 52C4 36 16 22 30 24C36 10 64 10 70 24C84 22 96 36 92 52C98 74 80 96 50 90Z" fill="#6fae45"/>"##,
        r##"<path d="M50 84C30 84 22 66 28 50C24 34 40 24 50 30C60 24 76 34 72 50C78 66 70 84 50 84Z" fill="#b9dd8a"/>"##,
    ),
    concat!(
        r##"<path d="M50 82V44M50 70L34 54M50 70L66 54M50 54L41 44M50 54L59 44" fill="none" stroke="#f4fbe4" stroke-width="4" stroke-linecap="round"/>"##,
        r##"<path d="M14 56C16 68 22 76 32 82M86 56C84 68 78 76 68 82" fill="none" stroke="#3f7a22" stroke-width="4" stroke-linecap="round"/>"##,
    ),
);

/// A squirrel with its tail up.
static SQUIRREL: Sprite = Sprite::new(
    "squirrel",
    concat!(
        r##"<path d="M44 92C18 96 2 80 8 62C12 50 24 54 24 44C24 36 14 36 12 28C10 12 34 4 46 20C56 36 44 56 46 68Z" fill="#b5622d"/>"##,
        r##"<path d="M38 94C34 74 42 58 58 58C72 58 78 74 74 94Z" fill="#b5622d"/>"##,
        r##"<path d="M58 24L64 12L72 22C84 24 94 34 95 46C94 56 82 60 70 60C56 60 48 52 49 42C50 34 53 28 58 24Z" fill="#b5622d"/>"##,
    ),
    concat!(
        r##"<path d="M52 92C50 78 56 70 62 70C70 70 70 80 68 92Z" fill="#fbe9d2"/>"##,
        r##"<path d="M64 52C72 46 84 46 93 50C90 56 80 58 72 58Z" fill="#fbe9d2"/>"##,
        r##"<circle cx="72" cy="38" r="4.5" fill="#26231f"/><circle cx="92" cy="46" r="4" fill="#26231f"/>"##,
        r##"<path d="M18 66C16 78 26 86 38 84" fill="none" stroke="#f0b07a" stroke-width="5" stroke-linecap="round"/>"##,
    ),
);

/// A meerkat that stands upright.
static MEERKAT: Sprite = Sprite::new(
    "meerkat",
    concat!(
        r##"<path d="M40 86C24 92 14 86 8 78C18 82 28 78 36 70Z" fill="#a9834f"/>"##,
        r##"<path d="M34 95C28 72 34 44 52 44C70 44 72 72 66 95Z" fill="#d9b47c"/>"##,
        r##"<path d="M34 28C32 12 46 4 58 6C68 7 74 16 76 22L92 32C90 42 78 48 64 50C46 52 36 44 34 28Z" fill="#d9b47c"/>"##,
    ),
    concat!(
        r##"<path d="M44 93C42 76 46 62 54 62C62 62 62 78 60 93Z" fill="#f6e6cb"/>"##,
        r##"<ellipse cx="65" cy="25" rx="10" ry="8" fill="#6b4a2a"/><circle cx="67" cy="25" r="4.5" fill="#26231f"/><circle cx="68.5" cy="23.5" r="1.5" fill="#ffffff"/>"##,
        r##"<circle cx="89" cy="33" r="4.5" fill="#26231f"/><path d="M38 20C34 26 36 32 40 34C44 30 44 22 38 20Z" fill="#6b4a2a"/>"##,
        r##"<path d="M58 58L70 66M52 62L64 72" stroke="#a9834f" stroke-width="5" stroke-linecap="round"/>"##,
    ),
);

/// A bale of straw.
static BALE: Sprite = Sprite::new(
    "bale",
    r##"<rect x="8" y="8" width="84" height="84" rx="12" fill="#e9c65a"/>"##,
    concat!(
        r##"<path d="M10 32H90M10 68H90" fill="none" stroke="#8a5a1e" stroke-width="6"/>"##,
        r##"<path d="M20 20L32 16M48 22L60 17M72 21L82 17M18 46L30 50M42 54L56 48M66 46L80 52M22 82L34 79M50 79L62 84M70 80L82 82" fill="none" stroke="#b98a2a" stroke-width="4" stroke-linecap="round"/>"##,
    ),
);
