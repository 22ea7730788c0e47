//! Several requests in one.

use serde_json::{Value, json};
use server::Policy;
use server::api::rights::{Access, Right, Rights, Tokens};
use testkit::router::{from, request};

use crate::test_server::{ONE_LIGHT as LIGHT, TestServer};

fn part(to: &str, more: &Value) -> Value {
    let mut body = json!({"family": "toggle", "level": LIGHT});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!({"to": to, "body": body})
}

/// Each part has the status and the body that it has at its own address.
#[tokio::test]
async fn each_request_is_answered_as_it_is_alone() {
    let server = TestServer::new(Policy::default());
    let parts = [
        part("hint", &json!({})),
        part("play", &json!({"moves": ["5"]})),
        part("play", &json!({"moves": ["5"], "picture": false})),
        part("play", &json!({"moves": ["none"]})),
        part("check", &json!({})),
        part("ask", &json!({"question": "solve", "picture": true})),
        part("picture", &json!({"number": 2})),
        part("levels", &json!({"number": 1})),
        part("state", &json!({"moves": ["1"]})),
        part("arrange", &json!({"order": [1, 1]})),
        json!({"to": "new", "body": {"family": "toggle", "board": "3x3", "difficulty": 4, "seed": 7}}),
        json!({"to": "new", "body": {"family": "sokoban", "seed": 7}}),
        json!({"to": "recognise", "body": {"level": LIGHT}}),
        json!({"to": "hint", "body": {"level": LIGHT, "colour": "red"}}),
    ];
    let batch = server.post("/api/v1/batch", &json!({"requests": parts})).await.json();
    let answers = batch["answers"].as_array().unwrap();
    assert_eq!(answers.len(), parts.len());
    let mut statuses = Vec::new();
    for (part, answer) in parts.iter().zip(answers) {
        let alone = server.post(&format!("/api/v1/{}", part["to"].as_str().unwrap()), &part["body"]).await;
        assert_eq!(answer["status"], alone.status.as_u16(), "{part}");
        let (mut own, mut other) = (answer["body"].clone(), alone.json());
        for body in [&mut own, &mut other] {
            body.as_object_mut().unwrap().remove("spent");
        }
        assert_eq!(own, other, "{part}");
        statuses.push(alone.status.as_u16());
    }
    assert_eq!(statuses, [200, 200, 200, 422, 200, 200, 422, 200, 422, 200, 200, 422, 200, 400]);
    assert!(answers[1]["body"]["picture"].is_object() && answers[2]["body"]["picture"].is_null());
}

#[tokio::test]
async fn a_batch_is_counted_and_bounded() {
    let access = Access { tokens: Some(Tokens::read("").unwrap()), ..Access::default() };
    let server = TestServer::new(Policy { access, rate: 3.0, ..Policy::default() });
    let asked = |count: usize| {
        let body = json!({"requests": vec![part("hint", &json!({})); count]}).to_string();
        let headers = [("content-type", "application/json")];
        server.send(from([127, 0, 0, 1], request("POST", "/api/v1/batch", &headers, body)))
    };
    // Twelve may come at once: a batch of ten leaves two.
    assert_eq!(asked(10).await.status.as_u16(), 200);
    asked(3).await.problem(429, "too-many");
    assert!(asked(13).await.problem(413, "too-large")["detail"].as_str().unwrap().contains("a batch of 13"));
    let open = TestServer::new(Policy::default());
    open.post("/api/v1/batch", &json!({"requests": []})).await.problem(400, "bad-request");
    let many = json!({"requests": vec![part("hint", &json!({})); 101]});
    open.post("/api/v1/batch", &many).await.problem(413, "too-large");
    let nested = json!({"requests": [{"to": "batch", "body": {"requests": []}}]});
    open.post("/api/v1/batch", &nested).await.problem(400, "bad-request");
}

#[tokio::test]
async fn each_request_needs_its_own_right() {
    let access = Access { tokens: Some(Tokens::read("").unwrap()), ..Access::default() };
    let server = TestServer::new(Policy { access, ..Policy::default() });
    let body = json!({"requests": [part("hint", &json!({})), part("ask", &json!({}))]});
    let answers = server.post("/api/v1/batch", &body).await.json();
    let alone = server.post("/api/v1/ask", &body["requests"][1]["body"]).await.status.as_u16();
    let statuses = (&answers["answers"][0]["status"], &answers["answers"][1]["status"]);
    assert_eq!(statuses, (&json!(200), &json!(alone)), "without a token: the same as alone");
    assert_eq!(alone, 401);
    assert!(answers["answers"][1]["body"]["detail"].as_str().unwrap().contains("the right 'ask'"), "{answers}");
    assert!(!Rights::PUBLIC.has(Right::Ask));
}
