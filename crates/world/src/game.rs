//! The API for scripts: the table `game`, and the fields of an element.
//!
//! In Luau an element is a light userdata that holds only its id: two handles of one element are equal, and as a table
//! key it hashes by its id, never by an address. Positions and velocities are vectors. A script may read every element,
//! but steers, and keeps memory for, only the one that it was called for.

use std::ffi::c_void;

use sandbox::mlua::{Error, Function, LightUserData, Lua, LuaString, Result, Table, Value, Vector};
use sandbox::{Fuel, Vm};

use crate::arguments::Call;
use crate::physics::STEPS_A_SECOND;
use crate::point::Point;
use crate::scene::{Scene, Shared};

/// The registry key under which a machine keeps the current element's memory.
pub(crate) const MEMORY: &str = "memory";
/// Targets may not be farther from the origin than this, in metres.
const FARTHEST: f32 = 1e6;

/// The handle of the element at index `place`.
pub(crate) fn handle(place: usize) -> LightUserData {
    LightUserData(std::ptr::without_provenance_mut::<c_void>(place + 1))
}

/// The index of the element of a handle.
fn place(scene: &Scene, handle: LightUserData) -> Result<usize> {
    let place = (handle.0.addr()).wrapping_sub(1);
    if place < scene.elements.len() { Ok(place) } else { Err(Error::runtime("this is no element")) }
}

/// The index of the element of a handle, which must be the one whose script runs.
fn own(scene: &Scene, handle: LightUserData) -> Result<usize> {
    let place = place(scene, handle)?;
    if place == scene.current {
        Ok(place)
    } else {
        Err(Error::runtime("a script steers only the element it was called for"))
    }
}

fn vector(point: Point) -> Vector {
    Vector::new(point.x, point.y, 0.0)
}

/// Defines the table `game` and the fields of elements in a machine. Must be called before the globals are frozen.
pub(crate) fn furnish(vm: &Vm, shared: &Shared) -> Result<()> {
    let lua = vm.lua();
    let game = lua.create_table()?;
    game.set("nearest", nearest(lua, shared)?)?;
    game.set("all", all(lua, vm.fuel(), shared)?)?;
    game.set("setTarget", set_target(lua, shared)?)?;
    game.set("platform", platform(lua, shared)?)?;
    game.set("say", say(lua, shared)?)?;
    game.set("time", time(lua, shared)?)?;
    game.set("random", random(lua)?)?;
    game.set_readonly(true);
    lua.globals().set("game", game)?;
    lua.globals().set("log", lua.globals().get::<Function>("print")?)?;
    let fields = lua.create_table()?;
    fields.set("__index", read_field(lua, shared)?)?;
    fields.set("__newindex", write_field(lua, shared)?)?;
    fields.set("__metatable", "locked")?;
    fields.set_readonly(true);
    lua.set_type_metatable::<LightUserData>(Some(fields));
    Ok(())
}

fn nearest(lua: &Lua, shared: &Shared) -> Result<Function> {
    let shared = shared.clone();
    lua.create_function(move |lua, (element, kind): (Value, Value)| {
        let call = Call { lua, name: "game.nearest" };
        let (element, kind) = (call.element(&element)?, call.text("kind", &kind)?);
        let mut scene = shared.lock();
        let own = place(&scene, element)?;
        let kind = known(&call, &scene, &kind)?;
        Ok(scene.nearest(own, kind).map(|id| handle(id as usize)))
    })
}

/// The index of a kind that a script names.
fn known(call: &Call<'_>, scene: &Scene, kind: &LuaString) -> Result<usize> {
    scene.kind(&kind.as_bytes()).ok_or_else(|| {
        let (name, kind) = (call.name, kind.to_string_lossy());
        Error::runtime(format!("{name}: kind is '{kind}', which is no kind of this world"))
    })
}

/// Creates the function that lists the living elements of a kind. Fuel pays for its length.
fn all(lua: &Lua, fuel: Fuel, shared: &Shared) -> Result<Function> {
    let shared = shared.clone();
    lua.create_function(move |lua, kind: Value| {
        let call = Call { lua, name: "game.all" };
        let kind = call.text("kind", &kind)?;
        let found: Vec<u32> = {
            let scene = shared.lock();
            let ids = scene.ranks[known(&call, &scene, &kind)?].ids();
            fuel.take(ids.len() / 8)?;
            ids.into_iter().filter(|&id| scene.elements[id as usize].alive).collect()
        };
        lua.create_sequence_from(found.into_iter().map(|id| handle(id as usize)))
    })
}

fn set_target(lua: &Lua, shared: &Shared) -> Result<Function> {
    let shared = shared.clone();
    lua.create_function(move |lua, (element, x, y): (Value, Value, Value)| {
        let call = Call { lua, name: "game.setTarget" };
        let (element, x, y) = (call.element(&element)?, call.metres("x", &x)?, call.metres("y", &y)?);
        let mut scene = shared.lock();
        let own = own(&scene, element)?;
        let at = scene.elements[own].at;
        let target = x.or(y).map(|_| Point::new(x.unwrap_or(at.x), y.unwrap_or(at.y)));
        if target.is_some_and(|to| !to.is_finite() || to.length() > FARTHEST) {
            return Err(Error::runtime("game.setTarget: x and y must be numbers of metres within the world"));
        }
        scene.elements[own].target = target;
        Ok(())
    })
}

fn platform(lua: &Lua, shared: &Shared) -> Result<Function> {
    let shared = shared.clone();
    lua.create_function(move |lua, element: Value| {
        let element = Call { lua, name: "game.platform" }.element(&element)?;
        let area = {
            let scene = shared.lock();
            scene.platform(place(&scene, element)?)
        };
        let Some(area) = area else {
            return Ok(None);
        };
        let table = lua.create_table_with_capacity(0, 3)?;
        table.raw_set("left", area.low.x)?;
        table.raw_set("right", area.high.x)?;
        table.raw_set("top", area.high.y)?;
        Ok(Some(table))
    })
}

fn say(lua: &Lua, shared: &Shared) -> Result<Function> {
    let shared = shared.clone();
    lua.create_function(move |lua, (element, text): (Value, Value)| {
        let call = Call { lua, name: "game.say" };
        let (element, text) = (call.element(&element)?, call.text("text", &text)?);
        let mut scene = shared.lock();
        let own = own(&scene, element)?;
        scene.say(own, &text.to_string_lossy());
        Ok(())
    })
}

fn random(lua: &Lua) -> Result<Function> {
    let own: Function = lua.globals().get::<Table>("math")?.get("random")?;
    lua.create_function(move |lua, (low, high): (Value, Value)| {
        let call = Call { lua, name: "game.random" };
        let (low, high) = (call.number("low", &low)?, call.number("high", &high)?);
        match (low, high) {
            (Some(low), Some(high)) if low.ceil() > high.floor() => {
                Err(Error::runtime("game.random: low is above high; expected a whole number between them"))
            }
            _ => own.call::<f64>((low, high)),
        }
    })
}

fn time(lua: &Lua, shared: &Shared) -> Result<Function> {
    let shared = shared.clone();
    #[allow(clippy::cast_precision_loss)] // steps stay below 2^53
    lua.create_function(move |_, ()| Ok(shared.lock().step as f64 / f64::from(STEPS_A_SECOND)))
}

fn read_field(lua: &Lua, shared: &Shared) -> Result<Function> {
    let shared = shared.clone();
    lua.create_function(move |lua, (element, key): (LightUserData, Value)| {
        let key = Call { lua, name: "element" }.text("the name of a field", &key)?;
        let mut scene = shared.lock();
        let at = place(&scene, element)?;
        let seen = &scene.elements[at];
        Ok(match &*key.as_bytes() {
            b"position" => Value::Vector(vector(seen.at)),
            b"velocity" => Value::Vector(vector(seen.velocity)),
            b"target" => seen.target.map_or(Value::Nil, |target| Value::Vector(vector(target))),
            b"kind" => Value::String(lua.create_string(&scene.kinds[seen.kind].0)?),
            b"name" => Value::String(lua.create_string(&seen.name)?),
            #[allow(clippy::cast_precision_loss)] // few elements
            b"id" => Value::Number((at + 1) as f64),
            b"alive" => Value::Boolean(seen.alive),
            b"grounded" => Value::Boolean(seen.touch.holds()),
            b"climbing" => Value::Boolean(seen.touch.ladder),
            b"facing" => Value::String(lua.create_string(if seen.left { "left" } else { "right" })?),
            b"eaten" => Value::Number(f64::from(seen.eaten)),
            b"memory" => return memory(lua, &mut scene, element),
            other => return Err(Error::runtime(format!("an element has no '{}'", String::from_utf8_lossy(other)))),
        })
    })
}

/// The value of the current element's memory, the same one during a call.
fn memory(lua: &Lua, scene: &mut Scene, element: LightUserData) -> Result<Value> {
    let own = own(scene, element)?;
    if !scene.opened {
        let kept = unpack(lua, &scene.elements[own].memory)?;
        lua.set_named_registry_value(MEMORY, kept)?;
        scene.opened = true;
    }
    lua.named_registry_value(MEMORY)
}

/// Decodes a plain value; no bytes give an empty table.
fn unpack(lua: &Lua, bytes: &[u8]) -> Result<Value> {
    use sandbox::plain::{Item, read};
    Ok(match read(bytes) {
        None => Value::Table(lua.create_table()?),
        Some((Item::Bool(value), _)) => Value::Boolean(value),
        Some((Item::Number(value), _)) => Value::Number(value),
        Some((Item::Text(text), _)) => Value::String(lua.create_string(text)?),
        Some((Item::Vector([x, y, z]), _)) => Value::Vector(Vector::new(x, y, z)),
        Some((Item::Table(parts), _)) => {
            let table = lua.create_table()?;
            for (index, item) in (1..).zip(parts.items()) {
                table.raw_set(index, unpack(lua, item)?)?;
            }
            for (key, value) in parts.pairs() {
                table.raw_set(unpack(lua, key)?, unpack(lua, value)?)?;
            }
            Value::Table(table)
        }
    })
}

fn write_field(lua: &Lua, shared: &Shared) -> Result<Function> {
    let shared = shared.clone();
    lua.create_function(move |lua, (element, key, value): (LightUserData, Value, Value)| {
        let key = Call { lua, name: "element" }.text("the name of a field", &key)?;
        let mut scene = shared.lock();
        own(&scene, element)?;
        if &*key.as_bytes() != b"memory" {
            let key = key.to_string_lossy();
            return Err(Error::runtime(format!("'{key}' of an element cannot be set; only 'memory' can")));
        }
        lua.set_named_registry_value(MEMORY, value)?;
        scene.opened = true;
        Ok(())
    })
}

/// Formats [`Element::memory`](crate::Element::memory) as a Luau expression; `nothing` if it is empty.
#[must_use]
pub fn memory_text(bytes: &[u8]) -> String {
    if bytes.is_empty() { "nothing".into() } else { sandbox::plain::text(bytes) }
}
