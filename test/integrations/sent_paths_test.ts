/**
 * Paths and methods at the door of each integration: which reach the library, and which pass a guard.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import express from "npm:express@5.3.0";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { MiddlewareAuth, requireSession } from "../../src/integrations/express/express.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { signedIn } from "./_application.ts";
import { freshConfig, send } from "./_express.ts";
import { CHANGED, config, GUARDED_DOORS, LOGIN, OWN, requestFor } from "./_guarded_doors.ts";
import { serve } from "./_server.ts";

/** What the parser of URLs makes of a path. */
const parsed = (path: string) => new URL(path.startsWith("http") ? path : `http://a${path}`).pathname;

for (const [name, { tells, isBefore, open }] of Object.entries(GUARDED_DOORS)) {
  const asSeen = (path: string) => tells === "the sent path" ? path.replace(/\?.*/, "") : parsed(path);

  test(`${name}: with ${tells}, no changed path reaches the library or passes a guard (CFG-07)`, async () => {
    const reached: string[] = [];
    await using server = await open(config, (path) => (reached.push(path), `page of ${path}`));
    for (const path of [...CHANGED, ...OWN, LOGIN]) {
      reached.length = 0;
      const text = await send(server.port, requestFor("GET", path));
      const seen = asSeen(path);
      assert.equal(
        /csrf-token=/i.test(text),
        /^\/auth\/csrf\/?$/.test(seen),
        `${path}\n${text.slice(0, 300)}`,
      );
      // The sign-in page itself.
      assert.ok(reached.every((each) => each === LOGIN), `${path} passes as ${reached}`);
      if (path === LOGIN) assert.deepEqual(reached, [LOGIN]);
    }
    const cookie = await signedIn();
    const others = tells === "the sent path" ? ["/x/../auth/csrf", "/x/%2e%2e/auth/csrf"] : [];
    for (
      const path of ["/members", "/members/", "/members/%2e%2e%2fx", "/members/a%20b", "/auth", ...others]
    ) {
      const text = await send(server.port, requestFor("GET", path, { cookie }));
      assert.match(text, /page of \//, `${path} of a user\n${text.slice(0, 300)}`);
    }
  });

  test(`${name}: a guard lets no request without a session pass, whatever its method, and each of a user (CFG-16)`, async () => {
    const reached: string[] = [];
    await using server = await open(config, (path) => (reached.push(path), `page of ${path}`));
    const cookie = await signedIn();
    for (const method of METHODS) {
      for (const accept of ["text/html", "application/json"]) {
        const label = `${method} ${accept}`;
        reached.length = 0;
        const refusal = await send(server.port, requestFor(method, "/members?a=b&c", { accept }));
        const [stranger] = refusal.split("\r\n");
        assert.deepEqual(reached, [], label);
        // Kit and Next lead each method to the page: Kit if a page is accepted.
        const isPage = accept === "text/html" && (isRead(method) || name.includes("Kit"));
        const expected = name.includes("Next") ? isRead(method) ? 307 : 303 : isPage ? 303 : 401;
        if (method !== "TRACE") assert.equal(stranger!.split(" ")[1], `${expected}`, label);
        else assert.match(stranger!, / [345]\d\d /, label);
        if (expected === 303 && isRead(method)) {
          assert.match(refusal, /^location: \/login\?callbackUrl=%2Fmembers%3Fa%3Db%26c\r$/im, label);
        }
        // h3 and Kit have a page of their own for an error.
        const isOwn = expected === 401 && method === "GET" && !/h3|Kit/.test(name);
        if (isOwn) assert.match(refusal, /Sign in first\./, label);
        if (method !== "TRACE") assert.match(refusal, /^cache-control: .*no-store/im, label);
        await send(server.port, requestFor(method, "/members", { accept, cookie }));
        // No `Request` has the method TRACE.
        if (method !== "TRACE") assert.deepEqual(reached, ["/members"], label);
        reached.length = 0;
        // Only what its form needs.
        await send(server.port, requestFor(method, LOGIN, { accept }));
        if (isBefore) {
          assert.equal(reached.length, /^(GET|HEAD|POST)$/.test(method) ? 1 : 0, `${label} ${LOGIN}`);
        }
      }
    }
  });
}

test("requireSession() lets GET, HEAD and POST alone pass to the page that helps (CFG-16)", async () => {
  const own = freshConfig({
    features: [SecondFactor()],
    adapter: Memory(),
    pages: { secondFactor: "/confirm", secondFactorSetup: "/settings/second-step" },
  });
  const app = express().use(MiddlewareAuth(own)).use(requireSession(own)).use((_req, res) =>
    void res.send("page")
  );
  await using server = await serve(app as never);
  const statuses = async (path: string) =>
    await Promise.all(
      ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map(async (method) =>
        (await fetch(server.url + path, { method, redirect: "manual" })).status
      ),
    );
  for (const path of ["/confirm", "/settings/second-step"]) {
    assert.deepEqual(await statuses(path), [200, 200, 200, 401, 401, 401, 401], path);
  }
  assert.deepEqual(await statuses("/other"), Array(7).fill(401));
});

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "TRACE"];

const isRead = (method: string) => method === "GET" || method === "HEAD";
