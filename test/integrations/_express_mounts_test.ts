import assert from "node:assert/strict";
import { test } from "node:test";
import { expressAuthOf } from "../../src/integrations/_express_mounts.ts";
import { freshConfig } from "./_express.ts";

const CLIENT = {
  clientId: "id",
  clientSecret: "secret",
  authorization: "https://idp.example/authorize",
  token: "https://idp.example/token",
  userinfo: "https://idp.example/userinfo",
};

test("expressAuthOf() keeps the 50 mounts that were used last", () => {
  const auth = expressAuthOf(freshConfig());
  const at = (tenant: string) => auth.find(`/${tenant}/auth`, `/${tenant}/auth/session`);
  const [often, seldom] = [at("often"), at("seldom")];
  for (let n = 0; n < 60; n++) {
    at(`t${n}`);
    assert.equal(at("often"), often);
  }
  assert.notEqual(at("seldom"), seldom);
  assert.equal(at("seldom")?.basePath, "/seldom/auth");
});

test("expressAuthOf() mounts nothing for a path that is not an endpoint", () => {
  const auth = expressAuthOf(freshConfig());
  assert.equal(auth.find("/a", "/a/nothing"), null);
  assert.equal(auth.find("", "/session"), null);
  assert.equal(auth.find("/a b", "/a b/session"), null);
  assert.equal(auth.find("", "/auth/session")?.basePath, "/auth");
});

test("expressAuthOf() exempts /auth as a guess, until a request finds the library elsewhere (CFG-15)", () => {
  const exempts = (places: readonly string[]) => {
    const auth = expressAuthOf(freshConfig());
    auth.serve();
    for (const place of places) assert.ok(auth.find(place, `${place}/session`), place);
    return ["/auth", "/AUTH", "/api/auth"].filter((path) => auth.isEndpoint(`${path}/session`));
  };
  assert.deepEqual(exempts([]), ["/auth"]);
  assert.deepEqual(exempts(["/auth"]), ["/auth"]);
  // Routes of Express ignore case: a client cannot close the sign-in page to all others.
  assert.deepEqual(exempts(["/AUTH"]), ["/auth"]);
  assert.deepEqual(exempts(["/api/auth"]), []);
});

test("expressAuthOf() says once that the library is mounted one level too high", () => {
  const warnings: string[] = [];
  const logger = { error() {}, warn: (text: string) => void warnings.push(text) };
  const auth = expressAuthOf(freshConfig({ logger }));
  for (let n = 0; n < 3; n++) assert.equal(auth.find("/api", "/api/auth/session"), null);
  assert.deepEqual(warnings.length, 1);
  assert.match(warnings[0]!, /mounted at "\/api".*mount it at "\/api\/auth"/);
});

test("expressAuthOf() exempts the paths of endpoints exactly as clients write them", () => {
  const github = { id: "github", name: "GitHub", type: "oauth", ...CLIENT } as const;
  const auth = expressAuthOf(freshConfig({ providers: [github] }));
  auth.serve();
  for (const path of ["/auth/signin", "/auth/callback/github", "/auth/session"]) {
    assert.equal(auth.isEndpoint(path), true, path);
  }
  for (
    const path of [
      "/auth",
      "/auth/nothing",
      "/auth/signin/",
      "/auth/signin/gitlab",
      "/auth/signin/undefined",
      "/auth/callback",
      "/auth/account/export",
      "/auth/session/github",
      "/auth/session/undefined/secret",
      "/auth/link",
      "/auth/signin/a/b",
      "/auth/signin/..",
      "/auth/signin/../../secret",
      "/admin/../auth/signin",
      "/auth/signin/%2e%2e",
      "/auth/signin/..%2f..%2fsecret",
      "/auth/signin/..\\secret",
      "/auth/./signin",
      "//auth/signin",
      "/AUTH/signin",
      "/x/auth/signin",
    ]
  ) {
    assert.equal(auth.isEndpoint(path), false, path);
  }
});

test("expressAuthOf() exempts no path where the library is not", () => {
  const auth = expressAuthOf(freshConfig());
  auth.serve();
  auth.addPlace(() => "/api/auth");
  assert.deepEqual([auth.isEndpoint("/auth/signin"), auth.isEndpoint("/api/auth/signin")], [false, true]);
});
