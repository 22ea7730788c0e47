//! An option given to any face is obeyed or refused: the command line, the prompt and the API give the same answer or
//! the same refusal, for every family, question and option.

use std::path::Path;
use std::sync::Arc;

use crate::cli::{MENAGERIE, fed, file, folder, menagerie};
use engines::{Budget, Context};
use puzzles::declared::{declared, question, questions};
use puzzles::options::{INTENDED, MOVES, REVEAL, ROLE};
use puzzles::phrases;
use puzzles::{
    Answer, AnyBody, Level, OptionSpec, OptionValue, Options, Question, QuestionKind, Record, Role, ValueKind, Verdict,
    words,
};
use serde_json::{Value, json};
use testkit::server::Server;

/// Units of work for each question, on every face.
const NODES: u64 = 100_000;

/// A level that comes with each family, and of those that answer otherwise: under another rule, impossible, for two.
const LEVELS: &[(&str, &str)] = &[
    ("toggle", "flipper"),
    ("toggle", "one-light"),
    ("lemmo", "narrow"),
    ("wall", "five"),
    ("wall", "cul-de-sac"),
    ("wall", "live"),
    ("pebble", "eight"),
    ("bunny", "bunny-02"),
    ("sokoban", "first-steps#2"),
    ("puzzlescript", "push#2"),
    ("script", "wolf-goat-cabbage"),
    ("script", "nim"),
];

/// A question with at most one option, for one level.
struct Case {
    kind: QuestionKind,
    given: Option<(&'static OptionSpec, OptionValue)>,
}

/// What was answered, or why not.
type Outcome = Result<(Option<Verdict>, Option<AnyBody>), String>;

fn outcome(answer: Answer) -> Outcome {
    // How far an unfinished search came may differ with its threads.
    let body = answer.body.filter(|_| answer.verdict != Some(Verdict::Unfinished));
    Ok((answer.verdict, body))
}

/// The words of an outcome as the prompt shows an answer; of an unfinished one its first line alone.
fn shown(answer: &Answer) -> String {
    let mut lines = vec![words::verdict(answer).to_owned()];
    if answer.verdict != Some(Verdict::Unfinished) {
        lines.extend(words::lines(answer));
    }
    lines.join("\n  ")
}

fn family(name: &str) -> &'static dyn puzzles::Family {
    *script::families().iter().find(|family| family.info().name == name).unwrap()
}

fn level(name: &str, text: &str) -> Arc<dyn Level> {
    let loaded = family(name).load(Arc::new(text.as_bytes().to_vec()), &Context::default());
    loaded.unwrap_or_else(|problems| panic!("{name}: {problems}"))
}

/// A level that comes with a family: its text, the file in `dir` that it is written to, and the level.
fn shipped_level(dir: &Path, name: &str, shipped: &str) -> (String, String, Arc<dyn Level>) {
    let levels = puzzles::collection::shipped(family(name));
    let text = levels.into_iter().find(|level| level.name == shipped).unwrap().text.to_string();
    let path = file(dir, &format!("{shipped}.{}", family(name).info().extension), &text);
    let level = level(name, &text);
    (text, path, level)
}

/// Values to give: some that mean something, one that does not.
fn values(level: &Arc<dyn Level>, option: &OptionSpec) -> Vec<OptionValue> {
    let texts = |texts: &[&str]| texts.iter().map(|text| OptionValue::Text((*text).into())).collect();
    match (option.name, option.value) {
        ("reveal", _) => (1..=5).map(OptionValue::Number).collect(),
        ("start" | "goal", _) => texts(&["all 1", "no such board"]),
        ("rule", _) => texts(&["live", "tests", "no such rule"]),
        ("role", _) => texts(&level.roles().iter().copied().chain(["nobody"]).collect::<Vec<_>>()),
        ("without", _) => texts(&["2,2", "no such cell"]),
        ("intended", _) => {
            let budget = Budget { nodes: Some(NODES), bytes: Some(64 << 20), ..Budget::default() };
            let solved = puzzles::ask(level, &Question::plain(QuestionKind::SOLVE), &Context::new(budget));
            let solution = solved.ok().and_then(|answer| answer.body?.line());
            solution.into_iter().chain([vec!["no such move".to_owned()]]).map(OptionValue::List).collect()
        }
        ("at", _) => texts(&["1,1,left", "4000000000,1,left"]),
        (_, ValueKind::Switch) => vec![OptionValue::Switch(true)],
        (_, ValueKind::Number) => vec![OptionValue::Number(1)],
        (_, ValueKind::Text) => texts(&["no such thing"]),
        (_, ValueKind::Choice(choices)) => texts(choices),
        (_, ValueKind::Moves) => {
            let first = Record::new(Arc::clone(level), Role(level.roles()[0])).position().moves().next();
            let list = |text: String| OptionValue::List(vec![text]);
            first.into_iter().chain(["no such move".into()]).map(list).collect()
        }
    }
}

/// Every question with every option, one at a time; what the level does not answer at all without options.
fn cases(level: &Arc<dyn Level>) -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in questions(script::families()).into_iter().map(|row| row.kind) {
        cases.push(Case { kind, given: None });
        if puzzles::family::question(&**level, kind).is_some() {
            for option in declared(script::families()) {
                cases
                    .extend(values(level, option).into_iter().map(|value| Case { kind, given: Some((option, value)) }));
            }
        }
    }
    cases
}

/// The answer of the question itself, by no face, within the units of work of each question.
fn expected(level: &Arc<dyn Level>, case: &Case) -> Result<Answer, String> {
    let budget = Budget { nodes: Some(NODES), bytes: Some(64 << 20), ..Budget::default() };
    answered(level, case, &Context::new(budget))
}

fn answered(level: &Arc<dyn Level>, case: &Case, cx: &Context<'_>) -> Result<Answer, String> {
    let mut asked = Options::default();
    if let Some((option, value)) = &case.given {
        asked.set(option, value.clone())?;
    }
    let question = Question { kind: case.kind, asked };
    puzzles::ask(level, &question, cx).map_err(|refusal| refusal.to_string())
}

/// Whether the moves are an argument of their own on the command line.
fn takes_a_line(kind: QuestionKind) -> bool {
    question(script::families(), kind.name()).is_some_and(|row| row.subject.is_line())
}

fn by_command_line(name: &str, file: &str, case: &Case) -> Outcome {
    let nodes = NODES.to_string();
    let mut arguments = vec![case.kind.name().to_owned(), file.to_owned()];
    let mut moves = String::new();
    match &case.given {
        Some((option, OptionValue::Switch(true))) => arguments.push(format!("--{}", option.flag)),
        Some((option, OptionValue::Text(text))) => arguments.extend([format!("--{}", option.flag), text.clone()]),
        Some((option, OptionValue::Number(number))) => {
            arguments.extend([format!("--{}", option.flag), number.to_string()]);
        }
        Some((option, OptionValue::List(list))) if takes_a_line(case.kind) && option.name == MOVES.name => {
            moves = list.join("; ");
        }
        Some((option, OptionValue::List(list))) => arguments.extend([format!("--{}", option.flag), list.join("; ")]),
        _ => {}
    }
    if takes_a_line(case.kind) {
        arguments.push(moves);
    }
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    arguments.extend(["--json", "--nodes", &nodes, "--memory", "64MiB"]);
    let said = menagerie(&arguments);
    if said.out.is_empty() {
        assert_eq!(said.status, 2, "{arguments:?}: {said:?}");
        return Err(said.err);
    }
    let mut answer = said.json();
    for beside in ["file", "index"] {
        answer.as_object_mut().unwrap().remove(beside);
    }
    outcome(Answer::from_value(family(name).info(), answer).unwrap())
}

fn by_api(server: &Server, name: &str, text: &str, case: &Case) -> Outcome {
    let mut options = json!({"nodes": NODES, "memory": "64MiB"});
    let mut body = json!({"family": name, "level": text, "question": case.kind.name()});
    if let Some((option, value)) = &case.given {
        let value = match value {
            OptionValue::Switch(value) => json!(value),
            OptionValue::Number(value) => json!(value),
            OptionValue::Text(value) => json!(value),
            OptionValue::List(value) => json!(value),
            OptionValue::Other(_) => unreachable!("no case has such a value"),
        };
        let into = if [MOVES.name, ROLE.name].contains(&option.name) { &mut body } else { &mut options };
        into[option.name] = value;
    }
    body["options"] = options;
    let (status, said) = server.post_with("/api/v1/ask", &body, "Prefer: wait=30\r\n");
    if status == 200 {
        return outcome(Answer::from_value(family(name).info(), said).unwrap());
    }
    assert!((400..500).contains(&status), "{status} {said}");
    Err(said["detail"].as_str().unwrap().to_owned())
}

/// What the prompt shows for each case.
fn by_prompt(file: &str, cases: &[Case]) -> Vec<String> {
    let mut input = format!(
        "path = {file:?}\nfunction try(...) local ok, said = pcall(function(...) return load(path):ask(...) end, ...)\n\
         print(tostring(said)) print('----') end\n"
    );
    for case in cases {
        let options = case.given.as_ref().map_or(String::new(), |(option, value)| {
            let value = match value {
                OptionValue::Switch(value) => value.to_string(),
                OptionValue::Number(value) => value.to_string(),
                OptionValue::Text(value) => format!("{value:?}"),
                OptionValue::List(list) => {
                    format!("{{ {} }}", list.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>().join(", "))
                }
                OptionValue::Other(_) => unreachable!("no case has such a value"),
            };
            format!(", {{ {} = {value} }}", option.name)
        });
        input += &format!("try({:?}{options})\n", case.kind.name());
    }
    let said = fed(&["repl", "--nodes", &NODES.to_string(), "--memory", "64MiB"], input.as_bytes());
    assert_eq!(said.status, 0, "{said:?}");
    said.out.split("----\n").map(|part| part.trim_end().to_owned()).collect()
}

#[test]
fn every_face_gives_the_same_answer_or_the_same_refusal() {
    for family in script::families() {
        assert!(LEVELS.iter().any(|(name, _)| *name == family.info().name), "no level of {}", family.info().name);
    }
    let (server, dir) = (Server::start(MENAGERIE.path(), &[]), folder("options"));
    let (mut answered, mut refused) = (0, 0);
    for (name, shipped) in LEVELS {
        let (text, path, level) = shipped_level(&dir, name, shipped);
        let cases = cases(&level);
        let shows = by_prompt(&path, &cases);
        for (case, show) in cases.iter().zip(shows) {
            let told = format!("{shipped}: {} with {:?}", case.kind, case.given);
            let expected = expected(&level, case);
            let faces =
                [("command line", by_command_line(name, &path, case)), ("API", by_api(&server, name, &text, case))];
            match expected {
                Ok(answer) => {
                    answered += 1;
                    assert!(
                        show.starts_with(&shown(&answer)),
                        "{told}, at the prompt: {show}\nexpected {}",
                        shown(&answer)
                    );
                    let expected = outcome(answer);
                    faces.iter().for_each(|(face, outcome)| assert_eq!(*outcome, expected, "{told}, by {face}"));
                }
                Err(why) => {
                    refused += 1;
                    assert!(show.contains(&why), "{told}, at the prompt: {show}\nexpected {why}");
                    for (face, outcome) in faces {
                        let refusal = outcome.expect_err(&told);
                        assert!(refusal.contains(&why), "{told}, by {face}: {refusal}\nexpected {why}");
                    }
                }
            }
        }
    }
    assert!(answered > 60 && refused > 150, "{answered} answered, {refused} refused");
}

#[test]
fn a_name_that_is_no_option_is_refused_everywhere() {
    let light = "board = \"3x3\"\nmoves = \"plus\"\nstart = \"100000000\"\n";
    let path = file(&folder("unknown-option"), "light.toggle", light);
    assert_eq!(menagerie(&["solve", &path, "--gaol", "all 1"]).status, 2);
    let said = menagerie(&["repl", &path, "--eval", "level:solve{ gaol = 'all 1' }"]);
    assert_eq!((said.status, said.out.as_str()), (1, ""));
    assert!(said.err.contains("no option 'gaol'") && said.err.contains("goal"), "{said:?}");
    let server = Server::start(MENAGERIE.path(), &[]);
    let refused = |options: Value| {
        let (status, said) =
            server.post("/api/v1/ask", &json!({"family": "toggle", "level": light, "options": options}));
        assert_eq!(status, 400, "{said}");
        said["detail"].as_str().unwrap().to_owned()
    };
    assert!(refused(json!({"gaol": "all 1"})).contains("no option 'gaol'; expected time, memory, nodes, "));
    assert!(refused(json!({"role": "player"})).contains("stands beside 'options'"));
    assert!(refused(json!({"all": "yes"})).contains("'all' takes true or false, not the text 'yes'"));
    assert!(refused(json!({"all": null})).contains("not null"));
    assert!(refused(json!([])).contains("object of options"));
}

#[test]
fn verbs_take_the_options_that_their_questions_know() {
    let wolf = "@wolf-goat-cabbage";
    let first = menagerie(&["hint", wolf, "--json"]).json()["answer"]["best"][0].as_str().unwrap().to_owned();
    let moved = menagerie(&["count", wolf, "--moves", &first, "--json"]).json();
    assert_eq!((&moved["answer"]["moves"], &moved["asked"]["moves"][0]), (&json!(6), &json!(first)));
    let list = menagerie(&["list", "--json"]).json();
    let hinted = menagerie(&["hint", "@flipper", "--goal", "all 1", "--json"]).json();
    assert_eq!(hinted["asked"]["goal"], "all 1");
    assert_ne!(hinted["answer"], menagerie(&["hint", "@flipper", "--json"]).json()["answer"]);
    let said = menagerie(&["count", "@flipper", "--all"]);
    assert_eq!(said.status, 2, "{said:?}");
    let help = menagerie(&["hint", "--help"]).out;
    assert!(
        help.contains("--rule <RULE>") && help.contains("[wall, puzzlescript]") && !help.contains("--path"),
        "{help}"
    );
    let names: Vec<&str> =
        list["options"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, declared(script::families()).iter().map(|option| option.name).collect::<Vec<_>>());
}

/// What the line-based player says to each of these lines.
fn by_player(path: &str, lines: &[&str]) -> Vec<String> {
    let said = fed(&["play", "--plain", path], format!("{}\nquit\n", lines.join("\n")).as_bytes());
    assert_eq!(said.status, 0, "{said:?}");
    let mut parts = said.out.split("\n> ").skip(1);
    lines.iter().map(|line| parts.next().unwrap().strip_prefix(line).unwrap().trim().to_owned()).collect()
}

#[test]
fn the_line_based_player_judges_hints_and_compares_in_the_words_of_the_answers_or_refuses() {
    let dir = folder("player");
    let (mut compared, mut refused) = (0, 0);
    for (name, shipped) in LEVELS {
        let (_, path, level) = shipped_level(&dir, name, shipped);
        let ask = |kind, given| answered(&level, &Case { kind, given }, &Context::default());
        let solved = ask(QuestionKind::SOLVE, None).unwrap();
        let solution = solved.body.and_then(|body| body.line()).unwrap_or_default();
        let mut lines = vec!["judge", "hint", "hint", "hint", "hint", "shortcut"];
        lines.extend(solution.iter().map(String::as_str));
        lines.push("shortcut");
        let said = by_player(&path, &lines);
        let judged = ask(QuestionKind::JUDGE, None).unwrap();
        let headline = phrases::capitalised(&judged.body.unwrap().words()[0]);
        assert!(said[0].starts_with(&headline), "{shipped}: {}\nexpected {headline}", said[0]);
        let hints = said[1..5].join("\n");
        for step in 1..=2 {
            let hint = ask(QuestionKind::HINT, Some((&REVEAL, OptionValue::Number(step)))).unwrap();
            for line in hint.body.unwrap().words() {
                assert!(hints.contains(&line), "{shipped}: {hints}\nexpected {line}");
            }
        }
        let best = ask(QuestionKind::HINT, None).unwrap().body.and_then(|body| body.advice());
        let ending = best.map_or("It cannot be solved from here".to_owned(), |advice| advice.standing);
        assert!(said[4].contains(&ending), "{shipped}: {}\nexpected {ending}", said[4]);
        match ask(QuestionKind::SHORTCUT, Some((&INTENDED, OptionValue::List(solution.clone())))) {
            Ok(answer) => {
                compared += 1;
                assert!(said[5].starts_with("Win first"), "{shipped}: {}", said[5]);
                let expected = phrases::capitalised(&words::lines(&answer)[0]);
                assert!(said.last().unwrap().starts_with(&expected), "{shipped}: {said:?}\nexpected {expected}");
            }
            // A level without a solution has nothing to compare.
            Err(_) if solution.is_empty() && said[5].starts_with("Win first") => refused += 1,
            Err(refusal) => {
                refused += 1;
                assert!(said[5].contains(&refusal), "{shipped}: {}\nexpected {refusal}", said[5]);
            }
        }
    }
    assert!(compared >= 4 && refused >= 4, "{compared} compared, {refused} refused");
}

#[test]
fn the_line_based_player_takes_no_options_and_says_so() {
    let said = fed(&["play", "--plain", "@flipper"], b"hint goal=all 1\nhint --goal all 1\nsolution all\nquit\n");
    assert_eq!(said.status, 0, "{said:?}");
    assert_eq!(said.out.matches("cannot be played").count(), 3, "{}", said.out);
    assert!(!said.out.contains("It can be solved") && !said.out.contains("Played"), "{}", said.out);
}
