//! probe
use engines::synth::*;
use engines::Context;
struct B { w: usize, cells: Vec<u8> }
impl Machine for B {
    fn states(&self) -> usize { self.cells.len() * 4 }
    fn start(&self) -> usize { self.cells.iter().position(|&c| c == b'S').unwrap() * 4 }
    fn actions(&self) -> usize { 3 }
    fn step(&self, s: usize, a: usize) -> usize {
        let (c, d) = (s / 4, s % 4);
        match a { 1 => c * 4 + (d + 3) % 4, 2 => c * 4 + (d + 1) % 4, _ => {
            let (y, x) = (c / self.w, c % self.w);
            let (dy, dx) = [(0i64, 1i64), (1, 0), (0, -1), (-1, 0)][d];
            let (ny, nx) = (y as i64 + dy, x as i64 + dx);
            if nx < 0 || ny < 0 || nx >= self.w as i64 || ny as usize * self.w >= self.cells.len() { return s }
            let n = ny as usize * self.w + nx as usize;
            if self.cells[n] == b' ' { s } else { n * 4 + d }
        } }
    }
    fn marks(&self) -> usize { self.cells.iter().filter(|&&c| c == b'#').count() }
    fn mark(&self, s: usize) -> Option<usize> {
        (self.cells[s / 4] == b'#').then(|| self.cells[..s / 4].iter().filter(|&&c| c == b'#').count())
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    for f in &a[1..] {
        let t = std::fs::read_to_string(f).unwrap();
        let lines: Vec<&str> = t.lines().collect();
        let w = lines.iter().map(|l| l.len()).max().unwrap();
        let mut cells = vec![];
        for l in &lines { cells.extend(l.bytes()); cells.extend(vec![b' '; w - l.len()]); }
        let b = B { w, cells };
        let th = std::env::var("TH").ok().and_then(|x| x.parse().ok()).unwrap_or(1);
        let most = std::env::var("MOST").ok().and_then(|x| x.parse().ok()).unwrap_or(1);
        let dl = std::time::Instant::now() + std::time::Duration::from_secs(std::env::var("SEC").ok().and_then(|x| x.parse().ok()).unwrap_or(60));
        let cx = Context::new(engines::Budget { nodes: None, bytes: Some(1 << 30), deadline: Some(dl) }).threads(th);
        let begun = std::time::Instant::now();
        let out = shortest(&b, Wanted { most }, &cx).unwrap();
        let s = match &out {
            Outcome::Shortest { programs, complete } => format!("{} x{} {complete} {:?}", size(&programs[0]), programs.len(), programs[0]),
            Outcome::Unfinished { best, at_least, why } => format!("best {:?} at least {at_least} {why} {best:?}", best.as_deref().map(size)),
            o => format!("{o:?}"),
        };
        eprintln!("{f} {:?} nodes {} MB {} {s}", begun.elapsed(), cx.spent().nodes, cx.spent().bytes >> 20);
    }
}
