//! Worlds whose scripts never end, fill memory, or say without end.

use super::place::{CAT, GROUND, Place, objects};
use super::{World, world};

/// The highest limits that a world can set.
const HIGHEST: &str = "[limits]\nfuel = 10000000\nmemory = 67108864\nelement = 65536\n";

pub(crate) const WORLDS: &[World] = &[
    world("a script that loops when it is loaded", |place| place.cats(1, "while true do end")),
    world("sixty-four scripts that loop when they are loaded", |place| {
        let kinds: String = (0..64).map(|at| format!("[kinds.k{at}]\nscript = \"{at}.luau\"\n")).collect();
        place.toml(&(HIGHEST.replace("67108864", "1048576") + &kinds));
        place.map(GROUND);
        (0..64).for_each(|at| place.file(&format!("{at}.luau"), "while true do end"));
    }),
    world("a script that loops in each step", |place| rich(place, 1, "while true do end")),
    world("ten thousand scripts that loop in each step", |place| {
        place.cats(10_000, "function process(e) while true do end end");
        place.toml(&(HIGHEST.replace("65536", "64") + CAT));
    }),
    world("a script that loops through pcall", |place| {
        rich(place, 50, "while true do pcall(function() while true do end end) end")
    }),
    world("a script that loops when something is said", |place| {
        rich(place, 9, "for i = 1, 1e9 do game.say(e, tostring(i)) end")
    }),
    world("the searches for the nearest of ten thousand at one height", |place| {
        place.cats(10_000, "function process(e) for i = 1, 1e9 do game.nearest(e, \"cat\") end end");
    }),
    world("a script that fills memory when it is loaded", |place| {
        place.cats(1, "local t = {} while true do t[#t + 1] = string.rep('x', 1e6) .. #t end")
    }),
    world("a script that fills memory in each step", |place| {
        rich(place, 20, "local t = {} while true do t = { t, t, buffer.create(1e5) } end")
    }),
    world("a script that doubles a text", |place| rich(place, 20, "local s = 'x' while true do s = s .. s end")),
    world("a text of a terabyte", |place| rich(place, 20, "return string.rep(string.rep('x', 1e6), 1e6)")),
    world("a script that prints without end", |place| {
        rich(place, 100, "while true do print(string.rep('x', 1e5)) end")
    }),
    world("a script that says megabytes", |place| rich(place, 1000, "game.say(e, string.rep('\\n<b>', 1e5))")),
    world("elements that keep as much as they may", |place| {
        place.cats(900, "function process(e) e.memory = string.rep('x', 65000) end");
        place.toml(&(HIGHEST.to_owned() + CAT));
    }),
    world("elements that keep too much", |place| rich(place, 100, "e.memory = { string.rep('x', 1e6) }")),
    world("a memory that is deep", |place| {
        rich(place, 10, "local t = {} for i = 1, 1e6 do t = { t } end e.memory = t")
    }),
    world("a recursion without end", |place| rich(place, 100, "local function f() return 1 + f() end f()")),
    world("coroutines without end", |place| {
        rich(place, 10, "local function f() return coroutine.wrap(f)() end return f()")
    }),
    world("an error of megabytes", |place| rich(place, 100, "error(string.rep('x', 3e6))")),
    world("an error that is a table which loops", |place| {
        rich(place, 10, "error(setmetatable({}, { __tostring = function() while true do end end }))")
    }),
    world("a pattern that takes exponential time", |place| {
        rich(place, 10, "string.find(string.rep('a', 30000), '.-.-.-.-.-.-b')")
    }),
    world("targets that are no numbers", |place| rich(place, 200, "game.setTarget(e, 0 / 0, math.huge) ")),
    world("targets far away, for characters on ropes", |place| {
        place.cats(500, "function process(e) game.setTarget(e, 1e5 * (e.id % 7 - 3), -1e5) end");
        place.toml(&format!("controller = \"rope\"\ngravity = 100\n{CAT}speed = 50\n"));
    }),
    world("characters on springs that swing wider and wider", |place| {
        place.cats(500, "function process(e) game.setTarget(e, e.position.x + 1e3, -e.position.y) end");
        place.toml(&format!("controller = \"spring\"\ngravity = 0\n{CAT}speed = 50\n"));
    }),
    world("a text of brackets within each other", |place| {
        place.cats(1, &("return ".to_owned() + &"(".repeat(120_000) + &")".repeat(120_000)))
    }),
    world("a text of two hundred thousand operators", |place| {
        place.cats(1, &("local x = 1".to_owned() + &" + 1".repeat(60_000)))
    }),
    world("a script of many megabytes", |place| place.cats(1, &"local x = 1\n".repeat(1_000_000))),
    world("a script of nothing but zeros", |place| place.cats(1, &"\0".repeat(200_000))),
    world("a script that calls what is not there", |place| {
        rich(place, 9, "os.execute('true') io.open('/etc/passwd') require('x')")
    }),
    world("limits of a hundred million millions", |place| {
        place.cats(1, "function process(e) while true do end end");
        place.toml(&format!("[limits]\nfuel = 99999999999999\nmemory = 99999999999999\nelement = 99999999999\n{CAT}"));
    }),
    world("limits of nothing", |place| {
        place.cats(1, "function process(e) while true do end end");
        place.toml(&format!("[limits]\nfuel = 0\nmemory = 0\nelement = 0\n{CAT}"));
    }),
    world("a kind that eats itself, and kinds that eat all", |place| {
        let names: Vec<String> = (0..250).map(|at| format!("\"k{at}\"")).collect();
        let eats = names.join(", ");
        let kinds: String =
            (0..250).map(|at| format!("[kinds.k{at}]\nscript = \"s.luau\"\neats = [{eats}]\n")).collect();
        place.toml(&kinds);
        place.script("function process(e) game.setTarget(e, 500, 6) end");
        let layers: String = (0..250).map(|at| objects("objects", 3, &format!("type=\"k{at}\""))).collect();
        place.map(&(GROUND.to_owned() + &layers));
    }),
];

/// A world of cats with generous limits whose step is this text.
fn rich(place: &Place, cats: usize, step: &str) {
    place.cats(cats, &format!("function process(e) {step} end"));
    place.toml(&format!("[limits]\nfuel = 10000000\nmemory = 33554432\n{CAT}"));
}
