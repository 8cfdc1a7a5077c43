import assert from "node:assert/strict";
import { test } from "node:test";
import { PRIVATE, toResponse } from "../../src/http/outcome.ts";
import type { SetCookie } from "../../src/http/types.ts";

const COOKIES: readonly SetCookie[] = [
  { name: "a", value: "1", options: { path: "/" } },
  { name: "b", value: "2 3", options: { httpOnly: true } },
];

test("toResponse() sends JSON, null included", async () => {
  for (const json of [{ a: "ë" }, null, [], false, 0, ""]) {
    const response = toResponse({ json }, false);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/json");
    assert.deepEqual(await response.json(), json);
  }
});

test("toResponse() sends HTML as UTF-8", async () => {
  const response = toResponse({ html: "<p>ë</p>", status: 403 }, false);
  assert.equal(response.status, 403);
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(await response.text(), "<p>ë</p>");
});

test("toResponse() redirects with 302, or with the status of the outcome", async () => {
  const response = toResponse({ redirect: "https://app.test/a" }, false);
  assert.equal(response.status, 302);
  assert.equal(response.headers.get("location"), "https://app.test/a");
  assert.equal(response.headers.get("content-type"), null);
  assert.equal(await response.text(), "");
  assert.equal(toResponse({ redirect: "https://app.test/a", status: 303 }, false).status, 303);
});

test("toResponse() tells scripts of a redirect in JSON, with 200 and the same headers", async () => {
  const outcome = {
    redirect: "https://app.test/a",
    status: 303,
    cookies: COOKIES,
    headers: { "x-own": "1" },
  };
  const response = toResponse(outcome, true);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { url: "https://app.test/a" });
  assert.equal(response.headers.get("location"), "https://app.test/a");
  assert.equal(response.headers.get("x-own"), "1");
  assert.equal(response.headers.getSetCookie().length, 2);
});

test("toResponse() leaves everything but redirects alone, if a script asks for JSON", async () => {
  const page = toResponse({ html: "<p>" }, true);
  assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(await toResponse({ json: null, status: 400 }, true).text(), "null");
});

test("toResponse() sends each cookie in its own header", () => {
  for (const outcome of [{ json: null }, { html: "" }, { redirect: "https://app.test/" }, {}]) {
    const { headers } = toResponse({ ...outcome, cookies: COOKIES }, false);
    assert.deepEqual(headers.getSetCookie(), ["a=1; Path=/", "b=2%203; HttpOnly"]);
  }
});

test("toResponse() lets no cache keep an answer, and no browser guess its type", () => {
  for (
    const outcome of [{ json: null }, { html: "" }, { script: "" }, { redirect: "https://app.test/" }, {}]
  ) {
    const { headers } = toResponse(outcome, false);
    for (const [name, value] of Object.entries(PRIVATE)) assert.equal(headers.get(name), value);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
  }
});

test("toResponse() keeps what the outcome says about caches", () => {
  const headers = { "cache-control": "private, max-age=60" };
  const response = toResponse({ json: {}, headers, cookies: COOKIES }, false);
  assert.equal(response.headers.get("cache-control"), "private, max-age=60");
});

test("PRIVATE are the headers by which no cache keeps an answer", () => {
  assert.deepEqual(PRIVATE, {
    "cache-control": "private, no-cache, no-store",
    expires: "0",
    pragma: "no-cache",
  });
});

test("toResponse() sends an empty answer where there is nothing to say", async () => {
  const response = toResponse({ status: 404 }, false);
  assert.equal(response.status, 404);
  assert.equal(await response.text(), "");
  assert.equal(toResponse({}, true).status, 200);
});
