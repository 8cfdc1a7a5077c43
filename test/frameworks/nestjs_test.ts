import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "../../src/model/jwt.ts";
import { SECRET } from "../compat/_servers.ts";
import { installApp, startApp, type Wanted } from "./_app.ts";
import { GITHUB } from "./_member_example.ts";
import { compile } from "./_types.ts";

const wanted: Wanted = {
  name: "nestjs",
  files: ["npm/frameworks/nestjs", "npm/frameworks/nestjs_errors"],
  run: ["node", "dist/main.js"],
  env: GITHUB,
};
const folder = await installApp(wanted);
await compile(folder);

for (const [server, program] of [["Express", "dist/main.js"], ["Fastify", "dist/fastify.js"]] as const) {
  const { origin, fetch, visitor } = await startApp({ ...wanted, run: ["node", program] }, folder);

  test(`docs/frameworks/nestjs.md signs users in and out on ${server}, and guards an API`, async () => {
    const stranger = visitor();
    assert.equal((await stranger.open(`${origin}/`)).text, "Hello, stranger");
    assert.match((await stranger.open(`${origin}/auth/signin`)).text, /Continue with GitHub/);
    const refused = await stranger.fetch(`${origin}/api/me`);
    assert.deepEqual([refused.status, (await refused.json()).message], [401, "Sign in first."]);
    const name = "__Host-latchkey.session-token";
    const user = visitor();
    const value = await encode({ token: { name: "Ada" }, secret: SECRET, salt: name });
    user.setCookie(origin, `${name}=${value}; Secure`);
    assert.equal((await user.open(`${origin}/`)).text, "Hello, Ada");
    assert.deepEqual(await (await user.fetch(`${origin}/api/me`)).json(), { name: "Ada" });
    // Nest has parsers of bodies of its own.
    await (await user.open(`${origin}/auth/signout`)).submit("/auth/signout");
    assert.equal((await user.open(`${origin}/`)).text, "Hello, stranger");
  });

  test(`MiddlewareAuth() and FastifyAuth() leave the other paths below /auth to Nest on ${server}`, async () => {
    for (const path of ["/auth/login", "/auth/session/list", "/auth/account/export", "/auth/link"]) {
      const answer = await fetch(new Request(origin + path));
      assert.deepEqual([answer.status, (await answer.json()).message], [404, `Cannot GET ${path}`]);
    }
  });

  test(`JSON that is too deep is 400 in Nest on ${server}`, async () => {
    const body = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const headers = { "content-type": "application/json" };
    const answer = await fetch(new Request(`${origin}/auth/signout`, { method: "POST", body, headers }));
    await answer.body?.cancel();
    assert.equal(answer.status, 400);
  });
}

const { origin, fetch, visitor } = await startApp({ ...wanted, run: ["node", "dist/errors.js"] }, folder);

test("Nest answers an error of the library with its status, also one of a middleware", async () => {
  for (const path of ["/required", "/members"]) {
    const stranger = visitor();
    const page = await stranger.open(origin + path);
    assert.match(page.url, /\/auth\/signin\?callbackUrl=/, path);
    const refused = await stranger.fetch(origin + path, { headers: { accept: "application/json" } });
    assert.deepEqual([refused.status, await refused.json()], [401, { message: "Sign in first." }], path);
    const user = visitor();
    user.setCookie(origin, "__Host-latchkey.session-token=of-a-session; Secure");
    const failed = await user.fetch(origin + path, { headers: { accept: "application/json" } });
    assert.deepEqual(
      [failed.status, await failed.json()],
      [503, { statusCode: 503, error: "AdapterError" }],
      path,
    );
  }
});

test("Nest answers 403 to a sign-out that another site asks for", async () => {
  const headers = { origin: "https://other.example", "sec-fetch-site": "cross-site" };
  const refused = await fetch(new Request(`${origin}/sign-out`, { headers }));
  assert.deepEqual([refused.status, (await refused.json()).error], [403, "MissingCSRF"]);
});

test("Nest leads a page to connect again with a provider, and answers 403 to all else", async () => {
  const user = visitor();
  const name = "__Host-latchkey.session-token";
  const value = await encode({ token: { sub: "1", name: "Ada" }, secret: SECRET, salt: name });
  user.setCookie(origin, `${name}=${value}; Secure`);
  const refused = await user.fetch(`${origin}/calendar`, { headers: { accept: "application/json" } });
  assert.equal(refused.status, 403);
  assert.match((await user.open(`${origin}/calendar`)).url, /\/auth\/signin\?.*error=ReconnectRequired/);
});
