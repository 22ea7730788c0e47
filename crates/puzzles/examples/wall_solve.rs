//! Times the wall game's scan as a whole process.
use std::io::Read;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let t = std::time::Instant::now();
    let mut file = std::fs::File::open(path).unwrap();
    let size = file.metadata().unwrap().len() as usize;
    let mut buffer = vec![0u8; 256 * 1024];
    let mut filled = 0;
    let mut board: Option<puzzles::wall::board::Board> = None;
    loop {
        let n = file.read(&mut buffer[filled..]).unwrap();
        filled += n;
        if n == 0 {
            break;
        }
        let mut at = 0;
        while let Some(len) = memchr::memchr(b'\n', &buffer[at..filled]) {
            let b = board.get_or_insert_with(|| puzzles::wall::board::Board::with_room(len, size / (len + 1) + 1));
            b.push(&buffer[at..at + len]).unwrap();
            at += len + 1;
        }
        buffer.copy_within(at..filled, 0);
        filled -= at;
    }
    let board = board.unwrap();
    let t1 = t.elapsed();
    let cx = engines::Context::default();
    let ins = puzzles::wall::scan::Instructions::available();
    let want = std::env::args().nth(2).map_or(ins.len() - 1, |s| s.parse().unwrap());
    let best = puzzles::wall::scan::solve_in(&board, ins[want], &cx).unwrap();
    let t2 = t.elapsed();
    for _ in 0..3 {
        let a = std::time::Instant::now();
        let v = puzzles::wall::scan::values(&board, 0, &cx).unwrap();
        eprintln!("values {:?} {:?}", v[0], a.elapsed());
    }
    let mut b2 = board.clone();
    let row: Vec<u8> = board.row(1).map(|c| c.map_or(b'x', |c| b'0' + c)).collect();
    for _ in 0..3 {
        let a = std::time::Instant::now();
        for _ in 0..10 {
            b2 = puzzles::wall::board::Board::with_room(10000, 100);
            for _ in 0..100 {
                b2.push(&row).unwrap();
            }
        }
        eprintln!("pack x10 {:?} {}", a.elapsed() * 10, b2.rows());
    }
    match best {
        None => println!("none"),
        Some(b) => println!(
            "{} {:?}",
            b.cost,
            b.gaps.iter().map(|&g| u64::from(g)).fold(0u64, |h, g| h.wrapping_mul(31).wrapping_add(g))
        ),
    }
    eprintln!("{:?} read {t1:?} solve {:?}", ins[want], t2 - t1);
}
