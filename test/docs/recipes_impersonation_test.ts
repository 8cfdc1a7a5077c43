import assert from "node:assert/strict";
import { Hono } from "npm:hono@4.13.19";
import type { Browser } from "../../src/testing/mod.ts";
import { submit } from "../frameworks/_server_actions.ts";
import { built } from "./_built.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("recipes/impersonation.md", { built });

/** The forms of SvelteKit post to named actions of a page. */
const PATHS: Readonly<Record<string, readonly [act: string, stop: string]>> = {
  SvelteKit: ["/admin?/act", "/admin?/stop"],
};

page.section("Act as another user", async (recipe) => {
  const google = await recipe.startWithGoogle();
  const { adapter } = await recipe.load("auth.ts");
  const browsers = new Map<string, Browser>();
  for (const name of ["ada", "root", "boss"]) {
    const browser = recipe.browser();
    google.login({ sub: name, name, email: `${name}@example.com` });
    await recipe.signIn(browser, "google");
    browsers.set(name, browser);
  }
  const [ada, root] = [browsers.get("ada")!, browsers.get("root")!];
  const idOf = async (name: string) => (await adapter.getUserByEmail(`${name}@example.com`)).id;
  for (const name of ["root", "boss"]) await adapter.updateUser({ id: await idOf(name), role: "admin" });

  const [act, stop] = PATHS[recipe.tab] ?? ["/admin/act-as", "/admin/stop"];
  const post = (browser: Browser, path: string, user = "") => {
    const fields = { user, ...path === act && { reason: "Ticket 7" } };
    if (recipe.tab === "Next") {
      // Anyone can post what the page of an administrator has.
      const form = path === act ? { button: "Act as", shownTo: browsers.get("boss")! } : { button: "Stop" };
      return submit(browser, `${APP}/`, { ...form, fields });
    }
    return browser.fetch(`${APP}${path}`, {
      method: "POST",
      headers: { origin: APP, accept: "text/html" },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  };
  // The server action leads to the front page in any case.
  const refused = recipe.tab === "Next" ? 303 : 403;
  const banner = async (browser: Browser) => (await browser.open(`${APP}/`)).text;

  for (const other of ["root", "boss", "ada"]) {
    assert.equal((await post(ada, act, await idOf(other))).status, refused, "a member acts as nobody");
  }
  for (const other of [await idOf("boss"), "no-such-user", ""]) {
    assert.equal((await post(root, act, other)).status, refused);
  }
  for (const name of ["root", "ada"]) {
    assert.match(await banner(browsers.get(name)!), new RegExp(`Signed in as ${name}`));
  }

  assert.equal((await post(root, act, await idOf("ada"))).status, 303);
  assert.match(await banner(root), /root sees this as ada/);
  assert.match(await banner(ada), /Signed in as ada/);
  const session = await recipe.session(root);
  assert.deepEqual([session.user.email, session.role, session.act.name], [
    "ada@example.com",
    "member",
    "root",
  ]);
  const left = await recipe.post(root, "account", { action: "delete-account", confirm: "ada@example.com" });
  assert.match(left.headers.get("location")!, /\/acting\?.*error=AccessDenied/, "nobody deletes the account");
  const closed = await root.open(`${APP}${recipe.basePath}/account`);
  assert.match(closed.url, /\/acting\?/);
  assert.match(closed.text, /acting as another user/);

  assert.match(await banner(root), /root sees this as ada/);
  const { assertOwn } = await recipe.load("acting.ts");
  assert.throws(() => assertOwn(session), /stop acting first/);
  if (recipe.tab === "Hono") {
    const hono = new Hono().get("/", (c) => {
      assertOwn(session);
      return c.text("deleted");
    });
    assert.equal((await hono.request("/")).status, 403);
  }
  assertOwn(await recipe.session(ada));

  assert.equal((await post(root, stop)).status, 303);
  assert.match(await banner(root), /Signed in as root/);

  await post(root, act, await idOf("ada"));
  await adapter.updateUser({ id: await idOf("root"), role: null });
  // The page of Next streams, and a script of it leads on.
  const begin = () => root.open(`${APP}${recipe.tab === "Next" ? `${recipe.basePath}/signin` : "/"}`);
  assert.doesNotMatch(await banner(root), /Signed in|sees this/, "who is no administrator acts as nobody");
  assert.match((await begin()).text, /no longer acting/);
  await adapter.updateUser({ id: await idOf("root"), role: "admin" });
  assert.match(await banner(root), /root sees this as ada/);
  recipe.platform.tick(31 * 60);
  const over = await begin();
  assert.match(over.text, /no longer acting/, "it ends by itself");
  assert.match((await over.submit("Continue")).text, /Signed in as root/);
});

page.last();
