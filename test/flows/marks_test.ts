import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProviderStyle } from "../../src/model/provider.ts";
import { APP, oauth2, open, type World } from "./_world.ts";

const MARK = { viewBox: "0 0 24 24", color: "#0d9488", paths: [{ d: "M1 1h22v22z" }] };

test("A mark is loaded for the sign-in page, and for nothing else", async () => {
  let loads = 0;
  const world = openWith(() => {
    loads++;
    return Promise.resolve({ default: MARK });
  });
  for (const path of ["csrf", "providers", "session", "signout", "error", "verify-request"]) {
    assert.ok((await world.browser.fetch(`${APP}/auth/${path}`)).status < 500, path);
  }
  assert.match((await world.post("signin/idp")).headers.get("location")!, /^https:\/\/idp\.test\//);
  assert.equal(loads, 0);

  const page = await world.signIn();
  assert.equal(page.url, `${APP}/home`);
  assert.equal(loads, 1);
  assert.ok(await world.session());
  const again = await world.browser.open(`${APP}/auth/signin`);
  assert.match(
    again.html,
    /<svg class="mark p0" viewBox="0 0 24 24" aria-hidden="true"><path d="M1 1h22v22z"\/>/,
  );
  assert.equal(loads, 1);
});

test("A mark that cannot be loaded is a letter, and the log says why", async () => {
  const world = openWith(() => Promise.reject(new Error("no such module")));
  const page = await world.browser.open(`${APP}/auth/signin`);
  assert.match(page.html, /<span class="tile p0" aria-hidden="true">E<\/span>/);
  assert.doesNotMatch(page.html, /<svg/);
  assert.match(
    world.log(),
    /^warn .*unusable-mark: Cannot show the mark of provider "idp": no such module$/m,
  );
  assert.equal((await world.signIn()).url, `${APP}/home`);
});

const EVIL = '"/><script>alert(1)</script>';

for (
  const [field, mark] of Object.entries({
    "viewBox": { ...MARK, viewBox: EVIL },
    "color": { ...MARK, color: "red}body{display:none" },
    "background": { ...MARK, background: "url(https://evil.test/)" },
    "paths[0].d": { ...MARK, paths: [{ d: `M0 0${EVIL}` }] },
    "paths[0].fill": { ...MARK, paths: [{ d: "M0 0", fill: `red${EVIL}` }] },
  })
) {
  test(`A mark whose field ${field} has HTML or a style sheet in it is not shown (PG-23)`, async () => {
    const world = openWith(() => Promise.resolve({ default: mark }));
    const page = await world.browser.open(`${APP}/auth/signin`);
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.html, /alert\(1\)|body\{display|evil\.test|<svg/);
    assert.ok(world.log().includes(`Cannot use \`${field}\``), world.log());
  });
}

function openWith(mark: NonNullable<ProviderStyle["mark"]>): World {
  return open({ providers: (idp) => [oauth2(idp, { name: "Example", style: { mark } })] });
}
