import assert from "node:assert/strict";
import { test } from "node:test";
import { matchMount, mountsOf } from "../../src/integrations/express/mounts.ts";
import { freshConfig } from "./_express.ts";

test("matchMount() finds the library below its place, and mounts it anew only at another place", () => {
  const mounts = mountsOf(freshConfig());
  const at = (place: string, path: string) =>
    matchMount(mounts, { mountPath: place, pathname: place + path });
  const session = at("/api/auth", "/session");
  assert.deepEqual([session.isOwn, session.mounted().basePath], [true, "/api/auth"]);
  assert.equal(at("/api/auth", "/csrf").mounted(), session.mounted());
  assert.equal(at("/acme", "/session").mounted().basePath, "/acme");
  assert.equal(at("", "/auth/session").mounted(), mounts.first);
});

test("matchMount() keeps the mounts of tenants that alternate, and a bounded number whatever a client names", () => {
  const mounts = mountsOf(freshConfig());
  const at = (tenant: string) =>
    matchMount(mounts, { mountPath: `/${tenant}/auth`, pathname: `/${tenant}/auth/session` }).mounted();
  const tenants = ["one", "two", "three"];
  const first = tenants.map(at);
  assert.deepEqual(first.map(({ basePath }) => basePath), ["/one/auth", "/two/auth", "/three/auth"]);
  for (let n = 0; n < 9; n++) assert.equal(at(tenants[n % 3]!), first[n % 3]);
  for (let n = 0; n < 1000; n++) {
    assert.equal(at(`hostile-${n}`).basePath, `/hostile-${n}/auth`);
    // A tenant whose users come now and then stays.
    if (n % 5 === 0) assert.equal(at("one"), first[0]);
    assert.ok(mounts.others.size <= 8, String(mounts.others.size));
  }
  assert.notEqual(at("two"), first[1]);
  assert.equal(at("two").basePath, "/two/auth");
});

test("matchMount() takes nothing but endpoints for the library", () => {
  const mounts = mountsOf(freshConfig());
  const places = [["/a", "/a/nothing"], ["", "/session"], ["/a b", "/a b/session"], [
    "/a",
    "/session",
  ]] as const;
  for (const [place, pathname] of places) {
    assert.equal(matchMount(mounts, { mountPath: place, pathname }).isOwn, false, pathname);
  }
});

test("matchMount() says once that the library is mounted one level too high", () => {
  const warnings: string[] = [];
  const logger = { error() {}, warn: (text: string) => void warnings.push(text) };
  const mounts = mountsOf(freshConfig({ logger }));
  for (let n = 0; n < 3; n++) {
    assert.equal(matchMount(mounts, { mountPath: "/api", pathname: "/api/auth/session" }).isOwn, false);
  }
  assert.deepEqual(warnings.length, 1);
  assert.match(warnings[0]!, /mounted at "\/api".*mount it at "\/api\/auth"/);
});
