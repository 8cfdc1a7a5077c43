import assert from "node:assert/strict";
import { decode, encode } from "../../src/jwt.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { inPage } from "./_page.ts";
import { APP, openPage, type Recipe, SECRET } from "./_recipe.ts";

const page = openPage("recipes/sessions.md", { replace: { "auth.sqlite": ":memory:" } });

const HOUR = 3600;

/** Starts the application of a section, with Google. */
async function openApp(recipe: Recipe) {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.sites[APP] = await recipe.serve("main.ts");
  return google;
}

page.section("How long a session lasts", async (recipe) => {
  await openApp(recipe);
  const browser = recipe.browser();
  const text = async () => (await browser.open(`${APP}/`)).text;
  await recipe.signIn(browser, "google");
  const first = await text();
  recipe.platform.tick(14 * 60);
  assert.equal(await text(), first);
  recipe.platform.tick(60);
  const prolonged = await text();
  assert.notEqual(prolonged, first);
  for (const _ of [1, 2, 3]) {
    recipe.platform.tick(7 * HOUR);
    assert.match(await text(), /Signed in/);
  }
  recipe.platform.tick(8 * HOUR + 1);
  assert.equal(await text(), "Please sign in");
});

for (
  const heading of [
    "Sign in again after a fixed time",
    "Sign in again after a fixed time, with stored sessions",
  ]
) {
  page.section(heading, async (recipe) => {
    await openApp(recipe);
    const browser = recipe.browser();
    await recipe.signIn(browser, "google");
    for (const _ of [1, 2, 3]) {
      recipe.platform.tick(3 * HOUR);
      assert.ok(await recipe.session(browser));
    }
    recipe.platform.tick(3 * HOUR + 1);
    assert.equal((await browser.open(`${APP}/`)).text, "Please sign in");
    assert.equal((await recipe.signIn(browser, "google")).text, "Signed in");
    await forgetSignInTime(browser, recipe);
    assert.equal((await browser.open(`${APP}/`)).text, "Please sign in");
  });
}

/** Makes the session one of another library, which did not note the time of the sign-in. */
async function forgetSignInTime(browser: Browser, recipe: Recipe): Promise<void> {
  const { config } = await recipe.load("auth.ts");
  const name = "__Host-latchkey.session-token";
  const { value } = browser.cookies(APP).find((cookie) => cookie.name === name)!;
  if (config.adapter) {
    const { user } = await recipe.session(browser);
    for (const { sessionToken } of await config.adapter.listSessionsByUserId(user.id)) {
      await config.adapter.updateSession({ sessionToken, createdAt: null });
    }
  } else {
    const key = { secret: SECRET, salt: name };
    const { auth_time, ...claims } = (await decode({ ...key, token: value }))!;
    assert.ok(auth_time);
    browser.setCookie(APP, `${name}=${await encode({ ...key, token: claims })}; Path=/; Secure; HttpOnly`);
  }
}

for (const heading of ["Remember me", "Remember me, with stored sessions"]) {
  page.section(heading, async (recipe) => {
    recipe.sites[APP] = await recipe.serve("main.ts");
    const signIn = async (fields: Record<string, string>) => {
      const browser = recipe.browser();
      const form = await browser.open(`${APP}/auth/signin`);
      const home = await form.submit("/auth/callback/credentials", { email: "ada@example.com", ...fields });
      return { browser, home };
    };
    assert.match((await signIn({ password: "wrong" })).home.url, /error=CredentialsSignin/);
    // At the same time: the choice of one request is not that of another.
    const [{ browser: shared }, { browser: own }] = await Promise.all([
      signIn({ password: "correct horse" }),
      signIn({ password: "correct horse", remember: "on" }),
    ]);
    recipe.platform.tick(3 * HOUR);
    assert.ok(await recipe.session(shared));
    recipe.platform.tick(2 * HOUR);
    assert.equal(await recipe.session(shared), null);
    for (const _ of [1, 2]) {
      assert.ok(await recipe.session(own));
      recipe.platform.tick(29 * 24 * HOUR);
    }
    recipe.platform.tick(2 * 24 * HOUR);
    assert.equal(await recipe.session(own), null);
  });
}

page.section("Change the session, stored in a database", async (recipe) => {
  await openApp(recipe);
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  await inPage(browser, `${APP}/`, async ({ element }) => {
    const { rename } = await recipe.load("browser/rename.ts");
    await rename("Countess of Lovelace");
    assert.equal(element("#name").textContent, "Countess of Lovelace");
    await rename("   ");
  });
  assert.equal((await browser.open(`${APP}/`)).text, "Hello Countess of Lovelace");
  const { user } = await recipe.session(browser);
  await recipe.post(browser, "session", { data: "nothing" });
  assert.deepEqual((await recipe.session(browser)).user, user);
});

page.section("Change the session, kept in a token", async (recipe) => {
  await openApp(recipe);
  const browser = recipe.browser();
  assert.equal((await recipe.signIn(browser, "google")).text, "The theme is light");
  await inPage(browser, `${APP}/`, async () => {
    const { useDark } = await recipe.load("browser/theme.ts");
    await useDark();
  });
  assert.equal((await browser.open(`${APP}/`)).text, "The theme is dark");
});

page.section("Read the session in the browser", async (recipe) => {
  await openApp(recipe);
  const browser = recipe.browser();
  const greet = async (again: string, expected: string) =>
    await inPage(browser, `${APP}/`, async ({ element }) => {
      await recipe.load(`browser/greeting.ts${again}`);
      while (element("#greeting").textContent !== expected) {
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
  await greet("", "Please sign in");
  await recipe.signIn(browser, "google");
  await greet("?again", "Hello Ada Lovelace");
});

page.section("Make and rotate the secret", async (recipe) => {
  recipe.read("sh");
  const names = [...recipe.read(".env").matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
  assert.deepEqual(names, ["AUTH_SECRET", "AUTH_SECRET_1"]);
  const { DenoAuth } = await import("../../src/integrations/deno.ts");
  const { Google } = await import("../../src/providers/google.ts");
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const start = (secrets: Record<string, string>) => {
    for (const name of names) delete recipe.env[name];
    Object.assign(recipe.env, secrets);
    recipe.sites[APP] = DenoAuth({ providers: [Google] }, () => new Response("home"));
  };
  const next = "the-next-secret-of-forty-characters-0000";
  const browser = recipe.browser();
  start({ AUTH_SECRET: SECRET });
  await recipe.signIn(browser, "google");
  start({ AUTH_SECRET: SECRET, AUTH_SECRET_1: next });
  assert.ok(await recipe.session(browser));
  Object.assign(recipe.env, { NEW_SECRET: next, OLD_SECRET: SECRET });
  recipe.sites[APP] = await recipe.serve("main.ts");
  assert.equal((await browser.open(`${APP}/`)).text, "Signed in");
  recipe.platform.tick(25 * HOUR);
  assert.equal((await browser.open(`${APP}/`)).text, "Signed in");
  start({ AUTH_SECRET: next });
  assert.ok(await recipe.session(browser));
  start({ AUTH_SECRET: "another-secret-of-forty-characters-00000" });
  assert.equal(await recipe.session(browser), null);
});

page.last();
