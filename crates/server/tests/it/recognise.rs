//! Requests without a family: the text says what it is.

use crate::test_server::{ONE_LIGHT, TestServer};
use serde_json::json;
use server::Policy;

const ROWS: &str = "; Walk\n\n#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n";
const SCRIPT: &str = "return { name = 'one', start = 1, moves = function(n) return { { name = 'a', to = 0 } } end,\n\
    solved = function(n) return n == 0 end }\n";

#[tokio::test]
async fn a_text_is_recognised_in_every_request_without_a_family() {
    let server = TestServer::new(Policy::default());
    let check = server.post("/api/v1/check", &json!({"level": ONE_LIGHT})).await.json();
    assert_eq!((&check["family"], &check["answer"]["valid"]), (&json!("toggle"), &json!(true)));
    let listed = server.post("/api/v1/levels", &json!({"level": ROWS})).await.json();
    assert_eq!(listed["levels"].as_array().unwrap().len(), 2);
    let body = json!({"level": ROWS, "number": 2, "options": {"count": true, "all": true}});
    let answer = server.post("/api/v1/ask", &body).await.json();
    assert_eq!((&answer["family"], &answer["answer"]["moves"]), (&json!("sokoban"), &json!(2)));
    // Options stand in the order of the family, as they do where it is named.
    let named = json!({"family": "sokoban", "level": ROWS, "number": 2, "options": {"count": true, "all": true}});
    assert_eq!(answer["asked"], server.post("/api/v1/ask", &named).await.json()["asked"]);
    for path in ["/api/v1/play", "/api/v1/picture", "/api/v1/hint"] {
        for moves in [json!(["5"]), json!([5])] {
            let said = server.post(path, &json!({"level": ONE_LIGHT, "moves": moves})).await;
            assert_eq!(said.status.as_u16(), 200, "{path} {moves}");
        }
    }
    let script = server.post("/api/v1/check", &json!({"level": SCRIPT})).await.json();
    assert_eq!(script["family"], "script");
}

#[tokio::test]
async fn a_text_of_no_format_or_of_several_is_refused() {
    let server = TestServer::new(Policy::default());
    for (text, kind, words) in [
        ("hello", "/api#unknown-format", "of no format known here"),
        ("https://example.org/game", "/api#unknown-format", "open the source of the game there"),
        ("board = \"3x3\"", "/api#ambiguous-format", "toggle and pebble"),
    ] {
        for path in ["/api/v1/check", "/api/v1/levels", "/api/v1/ask"] {
            let refused = server.post(path, &json!({"level": text})).await;
            let problem = refused.json();
            assert_eq!((refused.status.as_u16(), &problem["type"]), (422, &json!(kind)), "{path}: {problem}");
            assert!(problem["detail"].as_str().unwrap().contains(words), "{problem}");
        }
    }
}

#[tokio::test]
async fn what_a_text_is_can_be_asked() {
    let server = TestServer::new(Policy::default());
    let gist = json!({"files": {"walks.txt": {"content": ROWS}}}).to_string();
    let save =
        format!("menagerie save 1\nfamily: sokoban\nname: A\nrole: pusher\nmoves: right\nundone: \nlevel:\n{ROWS}");
    for (text, said) in [
        (ONE_LIGHT, json!({"families": ["toggle"], "certain": true, "level": null, "game": null, "why": null})),
        (ROWS, json!({"families": ["sokoban"], "certain": false, "level": null, "game": null, "why": null})),
        (&gist, json!({"families": ["sokoban"], "certain": true, "level": ROWS, "game": null, "why": null})),
        (
            &save,
            json!({"families": ["sokoban"], "certain": true, "level": ROWS, "game": {"role": "pusher", "moves": ["right"]}, "why": null}),
        ),
    ] {
        assert_eq!(server.post("/api/v1/recognise", &json!({"level": text})).await.json(), said);
    }
    let two = server.post("/api/v1/recognise", &json!({"level": "board = \"3x3\""})).await.json();
    assert_eq!(two["families"], json!(["toggle", "pebble"]));
    let none = server.post("/api/v1/recognise", &json!({"level": "hello"})).await.json();
    assert_eq!((&none["families"], &none["certain"]), (&json!([]), &json!(false)));
    assert_eq!(server.post("/api/v1/recognise", &json!({"family": "toggle", "level": "x"})).await.status.as_u16(), 400);
}
