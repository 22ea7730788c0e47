//! Boards of the other families: huge, crowded, deep, or many.

use std::fmt::Write;

use super::HostileText;

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|number| line(number) + "\n").collect()
}

/// A warehouse of so many columns and rows, with boxes at every `every`th inner cell and as many goals on the cells
/// behind.
fn warehouse(width: usize, height: usize, every: usize) -> String {
    let mut rows = vec![vec![b' '; width]; height];
    rows[0].fill(b'#');
    rows[height - 1].fill(b'#');
    for row in &mut rows {
        (row[0], row[width - 1]) = (b'#', b'#');
    }
    let inner = (width - 2) * (height - 2);
    let mut place = |at: usize, sign: u8| rows[1 + at / (width - 2)][1 + at % (width - 2)] = sign;
    for at in (2..inner - 1).step_by(every) {
        place(at, b'$');
        place(at + 1, b'.');
    }
    place(0, b'@');
    rows.iter().map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
}

fn sokoban() -> Vec<HostileText> {
    let text = HostileText::new("sokoban", "xsb", "right");
    vec![
        text("a warehouse of 1,000 by 1,000 squares and one box", || warehouse(1000, 1000, 2_000_000)),
        text("a warehouse of 1,000 by 1,000 squares and 5,000 boxes", || warehouse(1000, 1000, 199)),
        text("a warehouse full of boxes", || warehouse(400, 400, 2)),
        text("a corridor of 300,000 squares", || warehouse(300_000, 3, 1_000_000)),
        text("100,000 levels", || "#####\n#@$.#\n#####\n\n".repeat(100_000)),
        text("a row of two million characters", || format!("{}\n", "#@$. ".repeat(400_000))),
        text("a row of a billion walls in twelve characters", || "999999999#@$.#\n".into()),
        text("a solution of a million moves", || format!("#####\n#@$.#\n#####\nSolution: {}\n", "rl".repeat(500_000))),
        text("a comment of 200,000 lines", || {
            format!("#####\n#@$.#\n#####\nComment:\n{}Comment-End:\n", "on\n".repeat(200_000))
        }),
        text("elements nested 100,000 deep", || {
            format!(
                "<?xml version=\"1.0\"?>\n{}{}",
                "<SokobanLevels>".repeat(100_000),
                "</SokobanLevels>".repeat(100_000)
            )
        }),
        text("a collection in XML of 20,000 levels", || {
            let level = "<Level Id=\"one\" Width=\"5\" Height=\"3\"><L>#####</L><L>#@$.#</L><L>#####</L></Level>\n";
            let levels = level.repeat(20_000);
            format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels><Title>x</Title><LevelCollection>{levels}</LevelCollection></SokobanLevels>\n"
            )
        }),
    ]
}

fn toggle() -> Vec<HostileText> {
    let text = HostileText::new("toggle", "toggle", "1");
    vec![
        text("a board of a billion cells in fifty characters", || {
            "board = \"32768x32768\"\nmoves = \"plus\"\nstart = \"all 1\"\n".into()
        }),
        text("a torus of 3,000 by 3,000 cells", || {
            "board = \"3000x3000\"\nmoves = \"torus\"\nstart = \"all 1\"\n".into()
        }),
        text("whole rows and columns of 2,000 by 2,000 cells", || {
            "board = \"2000x2000\"\nmoves = \"row+column\"\nstart = \"all 1\"\n".into()
        }),
        text("kings on 500 by 500 cells modulo 251", || {
            "board = \"500x500\"\nmoves = \"king\"\nmodulus = 251\nstart = \"all 1\"\n".into()
        }),
        text("3,000 patterns of 3,000 cells", || {
            let pattern =
                |n: usize| (0..3000).map(|at| if (at * at + n * 31) % 7 < 3 { '1' } else { '0' }).collect::<String>();
            let patterns = lines(3000, |n| format!("  \"{}\",", pattern(n)));
            format!("board = \"1x3000\"\nmoves = [\n{patterns}]\nstart = \"all 1\"\n")
        }),
        text("lists nested 100,000 deep", || {
            format!("board = \"1x2\"\nmoves = {}{}\n", "[".repeat(100_000), "]".repeat(100_000))
        }),
        text("tables nested 100,000 deep", || format!("[{}a]\nb = 1\n", "a.".repeat(100_000))),
        text("300,000 keys", || lines(300_000, |n| format!("k{n} = {n}"))),
        text("100,000 boards in a file", || {
            "board = \"1x2\"\nmoves = [\"11\"]\nstart = \"11\"\n---\n".repeat(99_999)
                + "board = \"1x2\"\nmoves = [\"11\"]\nstart = \"11\"\n"
        }),
    ]
}

fn pebble() -> Vec<HostileText> {
    let text = HostileText::new("pebble", "pebble", "1");
    vec![
        text("tiles on 15 by 17 cells", || {
            let names = |order: Vec<usize>| order.iter().map(|n| format!("\"t{n}\"")).collect::<Vec<_>>().join(", ");
            let plates = names((1..255).collect());
            let pebbles = names((1..255).rev().collect());
            format!("board = \"grid 15x17\"\nplates = [{plates}, \"-\"]\npebbles = [{pebbles}, \"-\"]\n")
        }),
        text("a complete graph of 255 positions", || {
            let edges: Vec<String> = (0..255).flat_map(|a| (0..a).map(move |b| format!("[{b}, {a}]"))).collect();
            let plates = (0..254).map(|n| ['R', 'G', 'B'][n % 3]).collect::<String>();
            let pebbles = (0..254).map(|n| ['B', 'R', 'G'][(n + 1) % 3]).collect::<String>();
            format!("edges = [{}]\nplates = \"{plates}-\"\npebbles = \"{pebbles}-\"\n", edges.join(", "))
        }),
        text("a line of 250 positions given 1,000 times", || {
            let line = format!("[{}]", (0..250).map(|n| n.to_string()).collect::<Vec<_>>().join(", "));
            format!(
                "lines = [{}]\nplates = \"{}-\"\npebbles = \"-{}\"\n",
                vec![line; 1000].join(",\n"),
                "AB".repeat(124) + "A",
                "BA".repeat(124) + "A"
            )
        }),
        text("tiles on 8 by 8 cells", || {
            let plates: Vec<String> = (1..64).map(|n| format!("\"{n}\"")).collect();
            let mut pebbles = plates.clone();
            pebbles.reverse();
            format!(
                "board = \"grid 8x8\"\nplates = [{}, \"-\"]\npebbles = [{}, \"-\"]\n",
                plates.join(", "),
                pebbles.join(", ")
            )
        }),
    ]
}

fn rows() -> Vec<HostileText> {
    let (wall, lemmo) = (HostileText::new("wall", "wall", "right"), HostileText::new("lemmo", "lemmo", "1 left"));
    let bunny = HostileText::new("bunny", "bunny", "F");
    vec![
        wall("a wall of 3,000 by 3,000 cells", || ("0123456789".repeat(300) + "\n").repeat(3000)),
        wall("a wall of 65,535 columns", || lines(40, |n| "9182736450".chars().cycle().skip(n).take(65_535).collect())),
        wall("a wall of 65,535 rows", || lines(65_535, |n| format!("{}{}{}", n % 10, n * 7 % 10, n * 3 % 10))),
        wall("a live wall of 300 by 300 cells", || {
            format!("; rule: live\n{}", lines(300, |n| "3141592653".chars().cycle().skip(n).take(300).collect()))
        }),
        wall("a free wall of 400 by 400 cells", || {
            format!("; rule: free\n{}", lines(400, |n| "2718281828".chars().cycle().skip(n).take(400).collect()))
        }),
        wall("a wall of one row of a million digits", || "7".repeat(1_000_000)),
        lemmo("a map of 3,000 by 3,000 tiles", || {
            let row =
                |n: usize| (0..3000).map(|at| if (at * 7 + n * 13) % 11 < 2 { '.' } else { '#' }).collect::<String>();
            lines(2999, row) + &"$#@".repeat(1000)
        }),
        lemmo("a map of 65,535 columns", || {
            let row = |n: usize| (0..65_535).map(|at| if at == n * 1000 { '.' } else { '#' }).collect::<String>();
            lines(60, row) + &"#".repeat(65_534) + "$"
        }),
        bunny("a field of 1,024 squares", || {
            lines(32, |n| if n == 0 { "S".to_owned() + &"#".repeat(31) } else { "#".repeat(32) })
        }),
        bunny("a winding way of 1,000 squares", || {
            let mut text = String::new();
            for n in 0..31 {
                let _ = writeln!(
                    text,
                    "{}",
                    match n {
                        0 => "S".to_owned() + &"#".repeat(60),
                        n if n % 4 == 1 => " ".repeat(60) + "#",
                        n if n % 4 == 3 => "#".into(),
                        _ => "#".repeat(61),
                    }
                );
            }
            text
        }),
        bunny("a square at the end of 60,000 rows", || "S\n".to_owned() + &" \n".repeat(60_000) + "#\n"),
    ]
}

/// All boards.
pub(super) fn texts() -> Vec<HostileText> {
    [sokoban(), toggle(), pebble(), rows()].concat()
}
