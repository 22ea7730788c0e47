//! The API's description is true: its examples are answered, and in the shapes that it names.

use puzzles::questions;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::test_server::TestServer;
use engines::Context;
use puzzles::run::Run;
use puzzles::{Family, FamilyInfo, Level, LoadError, OptionSpec, QuestionSpec, Shape, Source, ValueKind};
use serde_json::{Map, Value, json};
use server::Policy;
use server::queue::Bounds;

/// What is wrong with a value, as a schema sees it: type, required and known properties, items, references, choices.
fn flaws(whole: &Value, schema: &Value, value: &Value, at: &str, out: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let target = whole.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name} leads nowhere"));
        return flaws(whole, target, value, at, out);
    }
    if let Some(choices) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        let fits = |choice: &Value| {
            let mut found = Vec::new();
            flaws(whole, choice, value, at, &mut found);
            found.is_empty()
        };
        if !choices.iter().any(fits) {
            out.push(format!("{at}: {value} is none of the choices"));
        }
        return;
    }
    if schema.get("const").is_some_and(|only| only != value) {
        out.push(format!("{at}: {value}, expected {}", schema["const"]));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return,
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !kinds.contains(&kind) {
        out.push(format!("{at}: {kind}, expected {kinds:?}"));
    }
    let choices = schema["enum"].as_array().filter(|choices| !value.is_null() && !choices.contains(value));
    out.extend(choices.map(|choices| format!("{at}: {value} is not in {choices:?}")));
    for item in value.as_array().into_iter().flatten() {
        flaws(whole, &schema["items"], item, &format!("{at}[]"), out);
    }
    let (none, empty) = (Map::new(), Vec::new());
    let own = value.as_object().unwrap_or(&none);
    let properties = schema["properties"].as_object().unwrap_or(&none);
    if value.is_object() {
        for name in schema["required"].as_array().unwrap_or(&empty) {
            if !own.contains_key(name.as_str().unwrap()) {
                out.push(format!("{at}: no {name}"));
            }
        }
    }
    // What lists properties lists all, unless it says that there are others.
    if schema["additionalProperties"] == false || !properties.is_empty() && schema["additionalProperties"].is_null() {
        let unknown = own.keys().filter(|name| !properties.contains_key(*name));
        out.extend(unknown.map(|name| format!("{at}: {name} is not described")));
    }
    for (name, schema) in properties {
        if let Some(value) = own.get(name) {
            flaws(whole, schema, value, &format!("{at}.{name}"), out);
        }
    }
}

#[track_caller]
fn assert_fits(whole: &Value, schema: &Value, value: &Value, at: &str) {
    let mut found = Vec::new();
    flaws(whole, schema, value, at, &mut found);
    assert!(found.is_empty(), "{found:#?}\n{value}");
}

#[tokio::test]
async fn every_example_is_answered_in_its_shape() {
    let server = TestServer::new(Policy::default());
    let whole = server.get("/api/v1/openapi.json").await.json();
    assert_eq!(&whole["openapi"].as_str().unwrap()[..4], "3.1.");
    let mut tried = 0;
    for (path, item) in whole["paths"].as_object().unwrap() {
        if let Some(operation) = item.get("post") {
            let example = &operation["requestBody"]["content"]["application/json"]["example"];
            let heard = server.post(path, example).await;
            assert_eq!(heard.status.as_u16(), 200, "{path} {example}: {}", heard.text());
            let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
            assert!(schema["$ref"].is_string(), "{path}");
            assert_fits(&whole, schema, &heard.json(), path);
            tried += 1;
        }
        if let Some(operation) = item.get("get").filter(|_| !path.contains('{')) {
            let heard = server.get(path).await;
            assert_eq!(heard.status.as_u16(), 200, "{path}");
            let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
            if schema.is_object() {
                assert_fits(&whole, schema, &heard.json(), path);
            }
            tried += 1;
        }
    }
    assert!(tried >= 10, "{tried}");
}

/// The typedefs of the page with a property on each line: the name of each property, and whether it may be absent.
fn typedefs(text: &str) -> BTreeMap<&str, BTreeMap<&str, bool>> {
    let blocks = text.split("@typedef {object} ").skip(1);
    blocks
        .map(|block| {
            let name = block.split_whitespace().next().unwrap_or_default();
            let own = block.split("*/").next().unwrap_or_default();
            let properties = own.split("@property ").skip(1).filter_map(|property| {
                // Behind the type in braces, which may hold others.
                let mut depth = 0;
                let end = property.find(|sign| {
                    depth += i32::from(sign == '{') - i32::from(sign == '}');
                    depth == 0
                })?;
                let name = property[end + 1..].split_whitespace().next()?;
                let optional = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
                Some((optional.unwrap_or(name), optional.is_some()))
            });
            (name, properties.collect())
        })
        .collect()
}

/// What the page's types say of an object is what the description says, and all of it where the page shows the object.
#[tokio::test]
async fn the_types_of_the_page_are_those_of_the_description() {
    let server = TestServer::new(Policy::default());
    let whole = server.get("/api/v1/openapi.json").await.json();
    let types = typedefs(include_str!("../../page/types.js"));
    for (page, described, is_whole) in [
        ("Position", "Position", true),
        ("Drawn", "Drawn", true),
        ("Controls", "ControlsObject", true),
        ("Events", "EventsObject", true),
        ("Answer", "AnswerObject", true),
        ("FamilyCard", "FamilyCard", false),
        ("QuestionRow", "QuestionRow", true),
        ("OptionRow", "OptionRow", true),
        ("CanvasCard", "CanvasObject", true),
        ("ListedLevel", "LevelEntry", false),
        ("Job", "JobObject", false),
    ] {
        let schema = &whole["components"]["schemas"][described];
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let of_api: BTreeMap<&str, bool> = schema["properties"]
            .as_object()
            .unwrap_or_else(|| panic!("no object {described}: {schema}"))
            .keys()
            .map(|name| (name.as_str(), !required.contains(&name.as_str())))
            .filter(|(name, _)| is_whole || types[page].contains_key(name))
            .collect();
        assert_eq!(types[page], of_api, "{page}: properties, and whether they may be absent");
    }
}

#[tokio::test]
async fn jobs_and_errors_have_their_shapes() {
    let server = TestServer::new(Policy::default());
    let whole = server.get("/api/v1/openapi.json").await.json();
    let ask = &whole["paths"]["/api/v1/ask"]["post"];
    let example = &ask["requestBody"]["content"]["application/json"]["example"];
    let made = server.post_with("/api/v1/ask", &[("prefer", "respond-async")], example).await;
    let job = &ask["responses"]["202"]["content"]["application/json"]["schema"];
    assert_fits(&whole, job, &made.json(), "a new job");
    let location = made.location();
    server.get(&format!("{location}/events")).await;
    assert_fits(&whole, job, &server.get(&location).await.json(), "a job that is over");
    let problem = &ask["responses"]["422"]["content"]["application/problem+json"]["schema"];
    let refused = server.post("/api/v1/ask", &json!({"family": "toggle", "level": "board = 3"})).await;
    assert_fits(&whole, problem, &refused.problem(422, "invalid-level"), "a problem");
    for operation in whole["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values()) {
        for status in ["400", "403", "429", "500"] {
            assert!(operation["responses"][status].is_object(), "{operation}");
        }
    }
    assert!(whole["x-problems"].as_array().unwrap().len() >= 20);
}

#[tokio::test]
async fn answers_of_every_kind_are_described() {
    let server = TestServer::new(Policy::default());
    let whole = server.get("/api/v1/openapi.json").await.json();
    let answer = json!({"$ref": "#/components/schemas/AnswerObject"});
    let solved =
        |family: &str, level: &str, question: &str| json!({"family": family, "level": level, "question": question});
    let unsolvable = "board = \"1x2\"\nmoves = [\"11\"]\nstart = \"10\"\n";
    let solvable = "board = \"1x2\"\nmoves = [\"11\"]\nstart = \"11\"\n";
    for (family, level, question) in [
        ("toggle", solvable, "solve"),
        ("toggle", unsolvable, "solve"),
        ("toggle", solvable, "reach"),
        ("toggle", solvable, "map"),
        ("toggle", solvable, "judge"),
        ("toggle", solvable, "run"),
        ("lemmo", "##.#\n$@$@\n", "improve"),
        ("wall", "042\n391\n", "solve"),
    ] {
        let said = server.post("/api/v1/ask", &solved(family, level, question)).await;
        assert_eq!(said.status.as_u16(), 200, "{family} {question}: {}", said.text());
        let mut said = said.json();
        assert_fits(&whole, &answer, &said, question);
        let part = if said["answer"].is_null() { "proof" } else { "answer" };
        said[part]["planted"] = json!(1);
        let mut found = Vec::new();
        flaws(&whole, &answer, &said, "", &mut found);
        assert!(!found.is_empty(), "a key that is not described: {said}");
    }
    let schemas = whole["components"]["schemas"].as_object().unwrap();
    let rank = &schemas["ToggleSolve"]["properties"]["rank"]["description"];
    assert!(rank.as_str().unwrap().starts_with("The rank of the moves"), "{rank}");
}

/// A family of one's own with options of its own. No text is one of its levels.
struct Own;

const COLOUR: OptionSpec = OptionSpec::new("colour", ValueKind::Choice(&["red", "green"]), "COLOUR", "Which colour");
const DEPTH: OptionSpec = OptionSpec::new("depth", ValueKind::Number, "N", "How deep");
const INFO: FamilyInfo = FamilyInfo {
    name: "own",
    extension: "own",
    questions: &[QuestionSpec::new(questions::SOLVE, &[&DEPTH, &COLOUR], &[Shape::of::<Run>()])],
    ..FamilyInfo::BLANK
};

impl Family for Own {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, _: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        Err(LoadError::one(1, 1, "this is no level", "nothing"))
    }
}

#[tokio::test]
async fn options_of_a_family_of_ones_own_are_described_and_read() {
    let server = TestServer::with(&[&Own], Policy::default(), Bounds::default());
    let whole = server.get("/api/v1/openapi.json").await.json();
    let options = &whole["components"]["schemas"]["RequestOptions"]["properties"];
    assert_eq!(options["colour"]["enum"], json!(["red", "green", null]), "{options}");
    assert_eq!((&options["depth"]["description"], &options["depth"]["minimum"]), (&json!("How deep"), &json!(0)));
    assert!(options["time"].is_object() && options.get("goal").is_none(), "{options}");
    let ask = |options: Value| json!({"family": "own", "level": "", "options": options});
    for known in [json!({}), json!({"colour": "red"}), json!({"depth": 3, "colour": null}), json!({"count": true})] {
        server.post("/api/v1/ask", &ask(known)).await.problem(422, "invalid-level");
    }
    for wrong in [json!({"colour": "blue"}), json!({"depth": "deep"}), json!({"all": null}), json!({"moves": []})] {
        server.post("/api/v1/ask", &ask(wrong)).await.problem(400, "bad-request");
    }
    let unknown = "{\"family\": \"own\", \"level\": \"\",\n\"options\": {\"goal\": \"x\"}}";
    let json = [("content-type", "application/json")];
    let problem = server.request("POST", "/api/v1/hint", &json, unknown).await.problem(400, "bad-request");
    assert_eq!((&problem["line"], &problem["column"]), (&json!(2), &json!(24)), "{problem}");
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.contains("there is no option 'goal'; expected time, memory, nodes, all, count, depth"), "{detail}");
    let listed = server.get("/api/v1/families").await.json();
    let colour = json!({"name": "colour", "flag": "colour", "value": "choice", "choices": ["red", "green"], "about": "Which colour"});
    assert!(listed["options"].as_array().unwrap().contains(&colour), "{listed}");
    assert_eq!(listed["families"][0]["options"], json!({"solve": ["depth", "colour"]}));
}
