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
