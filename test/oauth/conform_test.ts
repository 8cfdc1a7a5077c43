import assert from "node:assert/strict";
import { test } from "node:test";
import { ResponseBodyError, WWWAuthenticateChallengeError } from "oauth4webapi";
import { answerOf, toConforming, toMembers, twice, withNonce } from "../../src/oauth/conform.ts";
import { ProviderAnswer } from "../../src/http/provider_answer.ts";

const CHALLENGE = { "www-authenticate": 'Bearer error="invalid_token"' };

const withHeaders = (headers: HeadersInit, { content = "", status = 200 } = {}) =>
  new ProviderAnswer(content, { status, headers });

test("toConforming() gives a JSON object the media type of JSON, whatever the server calls it", () => {
  for (const type of ["text/html", "text/plain; charset=utf-8", "application/vnd.api+json"]) {
    const answer = withHeaders({ "content-type": type }, { content: '{"access_token":"a"}' });
    assert.equal(toConforming(answer).headers.get("content-type"), "application/json");
  }
  const { headers, content, status } = toConforming(withHeaders({}, { content: "{}", status: 400 }));
  assert.deepEqual([headers.get("content-type"), content, status], ["application/json", "{}", 400]);
});

test("toConforming() leaves the media type of what is not a JSON object", () => {
  for (const content of ["", "access_token=a", "[]", '"{}"', "null", "{", "<html>"]) {
    const answer = withHeaders({ "content-type": "text/html" }, { content });
    assert.equal(toConforming(answer).headers.get("content-type"), "text/html", content);
  }
});

test("toConforming() prefers the error in the body to the challenge beside it", () => {
  const answer = withHeaders(CHALLENGE, { content: '{"error":"invalid_grant"}', status: 401 });
  assert.equal(toConforming(answer).headers.has("www-authenticate"), false);
});

test("toConforming() keeps a challenge if the body has no error", () => {
  for (const content of ["", "Unauthorized", "{}", '{"error":""}', '{"error":401}', '{"error":{"code":1}}']) {
    const answer = withHeaders(CHALLENGE, { content, status: 401 });
    assert.equal(
      toConforming(answer).headers.get("www-authenticate"),
      CHALLENGE["www-authenticate"],
      content,
    );
  }
});

test("toConforming() ignores the challenge of a success", () => {
  for (const content of ["", '{"access_token":"a"}']) {
    assert.equal(toConforming(withHeaders(CHALLENGE, { content })).headers.has("www-authenticate"), false);
  }
});

test("toConforming() and withNonce() return the answer without what is not a nonce for DPoP", () => {
  for (const change of [toConforming, withNonce]) {
    for (const wrong of ["", '"', "\\", "a b", 'a"', '"a', "a, b", "é"]) {
      const answer = withHeaders({ "dpop-nonce": wrong });
      assert.equal(change(answer), answer);
      assert.equal(answer.headers.has("dpop-nonce"), false, wrong);
    }
    for (const nonce of ["!", "#", "[", "]", "~", "eyJ7S_zG.eyJH0-Z.HX4w-7v", "a,b"]) {
      assert.equal(change(withHeaders({ "dpop-nonce": nonce })).headers.get("dpop-nonce"), nonce);
    }
    assert.deepEqual([...change(withHeaders({ age: "1" }, { status: 401 })).headers], [["age", "1"]]);
  }
});

test("toMembers() keeps what a token response says, without what means absence", () => {
  const lists: readonly (readonly [sent: Record<string, unknown>, read: Record<string, unknown>])[] = [
    [{}, {}],
    [{ access_token: "a", other: [1] }, { access_token: "a", other: [1] }],
    [{ access_token: null, refresh_token: null, scope: null, expires_in: null }, {}],
    [{ refresh_token: "" }, {}],
    [{ refresh_token: "r" }, { refresh_token: "r" }],
    [{ scope: "a b" }, { scope: "a b" }],
    [{ scope: ["a", "b"] }, { scope: "a b" }],
    [{ scope: [] }, { scope: "" }],
    [{ scope: ["a", 1] }, { scope: ["a", 1] }],
    [{ scope: 1 }, { scope: 1 }],
  ];
  for (const [sent, read] of lists) assert.deepEqual(toMembers(sent), read, JSON.stringify(sent));
});

test("toMembers() reads a time as a number or as its digits, and ignores any other", () => {
  const times: readonly (readonly [sent: unknown, read?: number])[] = [
    [0, 0],
    [3600, 3600],
    [1.5, 1.5],
    ["3600", 3600],
    ["0", 0],
    ["12.25", 12.25],
    [1e9, 1e9],
    [-1],
    ["-1"],
    ["1e3"],
    ["a1"],
    ["1a"],
    ["1."],
    ["1.a"],
    [" 1"],
    [""],
    ["never"],
    [NaN],
    [Infinity],
    [true],
    [[5]],
    [{}],
  ];
  for (const member of ["expires_in", "expires_at"]) {
    for (const [sent, read] of times) {
      const expected = read === undefined ? {} : { [member]: read };
      assert.deepEqual(toMembers({ [member]: sent }), expected, `${member} ${JSON.stringify(sent)}`);
    }
  }
  assert.deepEqual(toMembers({ expires_in: 1e9 + 1, expires_at: 1e9 + 1 }), { expires_at: 1e9 + 1 });
  assert.deepEqual(toMembers({ expires_at: 1e10 }), { expires_at: 1e10 });
  assert.deepEqual(toMembers({ expires_at: 1e10 + 1 }), {});
});

test("answerOf() reads a response to its end, and returns a complete answer as it is", async () => {
  const read = await answerOf(new Response("text", { status: 418, headers: { age: "1" } }));
  assert(read instanceof ProviderAnswer);
  assert.deepEqual([read.content, read.status, read.headers.get("age")], ["text", 418, "1"]);
  assert.equal(await answerOf(read), read);
});

/** The error of an answer with the status 400. */
function refusal(error: string, headers: HeadersInit): ResponseBodyError {
  return new ResponseBodyError(error, {
    cause: { error },
    response: Response.json({ error }, { status: 400, headers }),
  });
}

/** Sends a request whose answers are these: errors, or a text. */
async function sent(...answers: readonly (Error | string)[]) {
  let requests = 0;
  const outcome = await twice(() => {
    const answer = answers[requests++];
    return typeof answer === "string" ? Promise.resolve(answer) : Promise.reject(answer);
  }).catch((error) => error);
  return { outcome, requests };
}

const NONCE = { "dpop-nonce": "n" };

test("twice() sends a request once if the server demands no nonce", async () => {
  assert.deepEqual(await sent("first", "second"), { outcome: "first", requests: 1 });
});

test("twice() sends a request again if the server demands a nonce and sends one", async () => {
  const challenge = new WWWAuthenticateChallengeError("use_dpop_nonce", {
    cause: [{ scheme: "dpop", parameters: { error: "use_dpop_nonce" } }],
    response: new Response(null, { status: 401, headers: NONCE }),
  });
  for (const demand of [refusal("use_dpop_nonce", NONCE), challenge]) {
    assert.deepEqual(await sent(demand, "second"), { outcome: "second", requests: 2 });
  }
});

test("twice() sends a request no third time", async () => {
  const [first, second] = [refusal("use_dpop_nonce", NONCE), refusal("use_dpop_nonce", NONCE)];
  const { outcome, requests } = await sent(first, second, "third");
  assert.equal(outcome, second);
  assert.equal(requests, 2);
});

test("twice() never repeats a request that failed for another reason, as a code or a token works once", async () => {
  const failures = [
    refusal("use_dpop_nonce", {}),
    refusal("invalid_grant", NONCE),
    refusal("invalid_dpop_proof", NONCE),
    new TypeError("the network is down"),
  ];
  for (const error of failures) {
    const { outcome, requests } = await sent(error, "second");
    assert.equal(outcome, error);
    assert.equal(requests, 1);
  }
});
