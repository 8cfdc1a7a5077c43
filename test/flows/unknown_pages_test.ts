import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth } from "../../mod.ts";
import { APP, openPlain, request, type WorldConfig } from "./_world.ts";

const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const UNKNOWN = [
  "/auth",
  "/auth/",
  "/auth/login",
  "/auth/signin/idp/more",
  "/auth/session/x",
  "/auth/signup?x=1",
];

async function ask(path: string, init: RequestInit = { headers: HTML }, config: WorldConfig = {}) {
  const response = await Auth(request(path, init), openPlain(config).config);
  return [response.status, response.headers.get("location")];
}

test("A person who opens the path of the library, or an unknown one below it, gets the sign-in page", async () => {
  for (const path of UNKNOWN) assert.deepEqual(await ask(path), [302, `${APP}/auth/signin`], path);
  const own = { pages: { signIn: "/in" } };
  assert.deepEqual(await ask("/auth/login", { headers: HTML }, own), [302, `${APP}/in`]);
});

test("A person who opens the address of a provider gets the sign-in page, and keeps the way back", async () => {
  const back = encodeURIComponent(`${APP}/home`);
  assert.deepEqual(await ask("/auth/signin/idp?callbackUrl=/home"), [
    302,
    `${APP}/auth/signin?callbackUrl=${back}`,
  ]);
});

test("A script, another method, and a path elsewhere get JSON as before", async () => {
  for (const path of UNKNOWN) {
    assert.deepEqual(await ask(path, {}), [404, null], path);
    assert.deepEqual(await ask(path, { headers: { accept: "application/json" } }), [404, null], path);
    assert.deepEqual(await ask(path, { method: "POST", headers: HTML }), [404, null], path);
  }
  assert.deepEqual(await ask("/auth/signin/idp", {}), [405, null]);
  for (const path of ["/", "/authors", "/other/auth/login"]) {
    assert.deepEqual(await ask(path), [404, null], path);
  }
});

test("A sign-in page of the application below `basePath` is never led to itself", async () => {
  const config = { pages: { signIn: "/auth/login" } };
  assert.deepEqual(await ask("/auth/login?callbackUrl=/home", { headers: HTML }, config), [404, null]);
  assert.deepEqual(await ask("/auth", { headers: HTML }, config), [302, `${APP}/auth/login`]);
});

test("With the library at the root, no path of the application is led away", async () => {
  assert.deepEqual(await ask("/", { headers: HTML }, { basePath: "/" }), [404, null]);
  assert.deepEqual(await ask("/about", { headers: HTML }, { basePath: "/" }), [404, null]);
});
