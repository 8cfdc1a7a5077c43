import assert from "node:assert/strict";
import { test } from "node:test";
import { toResponse } from "../../src/http/fetch_door.ts";
import { forScript, toAnswer } from "../../src/http/outcome.ts";
import { PRIVATE } from "../../src/http/caches.ts";
import type { Outcome } from "../../src/http/types.ts";
import type { SetCookie } from "../../src/values/cookie.ts";

const COOKIES: readonly SetCookie[] = [
  { name: "a", value: "1", options: { path: "/" } },
  { name: "b", value: "2 3", options: { httpOnly: true } },
];

test("toAnswer() sends JSON, null included", async () => {
  for (const json of [{ a: "ë" }, null, [], false, 0, ""]) {
    const response = send({ json });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/json");
    assert.deepEqual(await response.json(), json);
  }
});

test("toAnswer() sends HTML as UTF-8", async () => {
  const response = send({ html: "<p>ë</p>", status: 403 });
  assert.equal(response.status, 403);
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(await response.text(), "<p>ë</p>");
});

test("toAnswer() redirects with 302, or with the status of the outcome", async () => {
  const response = send({ redirect: "https://app.test/a" });
  assert.equal(response.status, 302);
  assert.equal(response.headers.get("location"), "https://app.test/a");
  assert.equal(response.headers.get("content-type"), null);
  assert.equal(await response.text(), "");
  assert.equal(send({ redirect: "https://app.test/a", status: 303 }).status, 303);
});

test("forScript() converts a redirect to JSON, with 200 and the same headers", async () => {
  const outcome = {
    redirect: "https://app.test/a",
    status: 303,
    cookies: COOKIES,
    headers: { "x-own": "1" },
  };
  const response = send(forScript(outcome));
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { url: "https://app.test/a" });
  assert.equal(response.headers.get("location"), "https://app.test/a");
  assert.equal(response.headers.get("x-own"), "1");
  assert.equal(response.headers.getSetCookie().length, 2);
});

test("forScript() leaves everything but redirects alone", async () => {
  const page = send(forScript({ html: "<p>" }));
  assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(await send(forScript({ json: null, status: 400 })).text(), "null");
});

test("toAnswer() sends each cookie in its own header", () => {
  for (const outcome of [{ json: null }, { html: "" }, { redirect: "https://app.test/" }, {}]) {
    const { headers } = send({ ...outcome, cookies: COOKIES });
    assert.deepEqual(headers.getSetCookie(), ["a=1; Path=/", "b=2%203; HttpOnly"]);
  }
});

test("toAnswer() lets no cache keep an answer, and no browser guess its type (PG-21)", () => {
  for (
    const outcome of [{ json: null }, { html: "" }, { script: "" }, { redirect: "https://app.test/" }, {}]
  ) {
    const { headers } = send(outcome);
    for (const [name, value] of Object.entries(PRIVATE)) assert.equal(headers.get(name), value);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
  }
});

test("toAnswer() keeps the Cache-Control of the outcome, unless it sets cookies (SE-41)", () => {
  const headers = { "cache-control": "private, max-age=60" };
  assert.equal(send({ json: {}, headers }).headers.get("cache-control"), "private, max-age=60");
  const { headers: sent } = send({ json: {}, headers, cookies: COOKIES });
  assert.equal(sent.get("cache-control"), PRIVATE["cache-control"]);
});

test("toResponse() lets an application change all headers but those for caches, unless caches may keep the answer (SE-41)", () => {
  const { headers } = send({ json: {}, headers: { etag: "1" }, cookies: COOKIES });
  const wanted = {
    "cache-control": PRIVATE["cache-control"],
    "cdn-cache-control": null,
    etag: null,
    "x-own": "1, 2",
  };
  for (const name of ["Cache-Control", "CDN-Cache-Control", "X-Own"]) {
    headers.set(name, "1");
    headers.append(name, "2");
  }
  for (const name of ["Cache-Control", "ETag"]) headers.delete(name);
  headers.append("set-cookie", "c=1");
  assert.deepEqual(Object.fromEntries(Object.keys(wanted).map((name) => [name, headers.get(name)])), wanted);
  assert.equal(headers.getSetCookie().length, 3);
  const { headers: shared } = send({ script: "", headers: { "cache-control": "public" } });
  shared.set("cache-control", "no-cache");
  assert.equal(shared.get("cache-control"), "no-cache");
});

test("PRIVATE are the headers by which no cache keeps an answer", () => {
  assert.deepEqual(PRIVATE, {
    "cache-control": "private, no-cache, no-store",
    expires: "0",
    pragma: "no-cache",
  });
});

test("toAnswer() sends an empty answer without content", async () => {
  const response = send({ status: 404 });
  assert.equal(response.status, 404);
  assert.equal(await response.text(), "");
  assert.equal(send(forScript({})).status, 200);
});

/** As the door for `Response` sends it. */
function send(outcome: Outcome): Response {
  return toResponse(toAnswer(outcome));
}
