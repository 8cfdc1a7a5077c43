import assert from "node:assert/strict";
import { test } from "node:test";
import { mount } from "../../src/integrations/mount/integration.ts";
import { fromAuthJs } from "../../src/migrate/mod.ts";
import { AUTH_JS_SESSION } from "./_tokens.ts";

const COOKIE = `authjs.session-token=${AUTH_JS_SESSION}`;

function open() {
  return mount(
    { providers: [], migration: fromAuthJs({ secret: "secret", until: "2099-03-01" }) },
    { AUTH_SECRET: "a-secret-of-more-than-32-characters", AUTH_TRUST_HOST: "true" },
  );
}

test("mount() reads a session of Auth.js, and puts its replacement into the answer", async () => {
  const request = new Request("http://app.test/page", { headers: { cookie: COOKIE } });
  const session = open().session(request);
  assert.equal((await session.read())?.user?.id, "1");
  const names = (await session.addTo(new Response("page"))).headers.getSetCookie()
    .map((header) => header.split("=", 1)[0]);
  assert.deepEqual(names, [
    "latchkey.session-token",
    "authjs.session-token",
    "latchkey.session-token.moved",
  ]);
});

test("mount() leaves a session of Auth.js to its own endpoints below basePath", async () => {
  const auth = open();
  const request = new Request("http://app.test/auth/session", { headers: { cookie: COOKIE } });
  const session = auth.session(request);
  assert.equal((await session.read())?.user?.id, "1");
  assert.deepEqual((await session.headers([])).map(([name]) => name), ["cache-control"]);
  assert.match(String((await auth.answer(request)).headers.getSetCookie()), /latchkey\.session-token=ey/);
});
