import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { type DatabaseWorld, openDatabase, sessionCookie, storeUser } from "./_database.ts";
import { asked, link } from "./_mails.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

const HOUR = 3600;

/** The page that asks, about Ada's address. */
const QUESTION = /Is this you\? Sign in as ada@example\.com to app\.test \?/;

for (const strategy of chosen(["database", "jwt"] as const)) {
  test(`A link that was used leads on in the browser of the user who is signed in, with ${strategy} sessions`, async () => {
    const world = await asked({ session: { strategy } });
    await world.follow();
    const session = sessionCookie(world.browser)?.value;
    assert.ok(session);
    for (const seconds of [0, 2 * HOUR]) {
      world.platform.tick(seconds);
      const page = await world.browser.open(link(world));
      assert.equal(page.status, 200, world.log());
      assert.match(page.text, /You're already signed in ada@example\.com Continue/);
      assert.doesNotMatch(page.html, /<form|Sign in</);
      assert.equal((await page.follow("Continue")).url, `${APP}/home`);
    }
    assert.equal(sessionCookie(world.browser)?.value, session, "the session stays");
    assert.equal((await world.session())?.user.email, "ada@example.com");
  });
}

test("A link that was not used keeps its token while it leads on, and signs in elsewhere", async () => {
  const world = await asked();
  await world.follow();
  const other = world.visitor();
  await world.ask("ada@example.com", other);
  assert.match((await world.browser.open(link(world))).text, /You're already signed in/);
  assert.equal((await world.follow(other)).url, `${APP}/home`, world.log());
});

/** What programs that show a mail make of its link. */
const CHANGED: Readonly<Record<string, (url: string) => string>> = {
  "`&amp;` for `&`": (url) => url.replaceAll("&", "&amp;"),
  "the dot of the sentence": (url) => `${url}.`,
  "a bracket and a comma": (url) => `${url}),`,
};

for (const [what, change] of Object.entries(CHANGED)) {
  test(`A link with ${what} signs in, in the browser that asked and in another one`, async () => {
    for (const isElsewhere of [false, true]) {
      const world = await asked();
      const browser = isElsewhere ? world.visitor() : world.browser;
      const page = await browser.open(change(world.mails[0]!.url));
      if (isElsewhere) await page.submit("Sign in");
      const session = await world.sessionIn(browser);
      assert.equal(session?.user.email, "ada@example.com", world.log());
    }
  });
}

test("A link without its end is refused, and nothing is used up", async () => {
  const world = await asked();
  const { url } = world.mails[0]!;
  for (
    const cut of [
      url.slice(0, url.indexOf("&token")),
      url.slice(0, url.indexOf("&token") + 20),
      url.slice(0, -12),
    ]
  ) {
    const page = await world.browser.open(cut);
    assert.equal(new URL(page.url).searchParams.get("error"), "Verification", cut);
  }
  await world.follow();
  assert.equal((await world.session())?.user.email, "ada@example.com");
});

test("A link leads on to no other site", async () => {
  const world = await asked();
  await world.follow();
  const page = await world.browser.open(link(world, { callbackUrl: "https://evil.test/" }));
  assert.doesNotMatch(page.html, /evil/);
  assert.equal((await page.follow("Continue")).url, `${APP}/`);
});

/** Visitors whom a link can still sign in. */
const ASKED: Readonly<Record<string, (world: DatabaseWorld) => Promise<unknown>>> = {
  "a visitor who is not signed in": async () => {},
  "another user": async (world) => {
    await world.ask("grace@example.com");
    await world.follow();
    await world.ask("ada@example.com", world.visitor());
  },
  "a user whose address was never proven": async (world) => {
    await storeUser(world);
    await world.typePassword();
    assert.equal((await world.session())?.user.email, "ada@example.com", world.log());
    await world.ask("ada@example.com", world.visitor());
  },
  "a user who waits for another mail": async (world) => {
    await world.ask();
    await world.follow();
    await world.ask();
    world.mails.pop();
  },
};

for (const [who, prepare] of Object.entries(ASKED)) {
  test(`A link that signs in no one by itself asks ${who}`, async () => {
    const world = openDatabase();
    await prepare(world);
    if (!world.mails.length) await world.ask("ada@example.com", world.visitor());
    assert.match((await world.browser.open(link(world))).text, QUESTION);
  });
}

test("A link asks while the database does not answer who owns the address", async () => {
  const memory = Memory();
  let isDown = false;
  const adapter = {
    ...memory,
    getUserByEmail: (email: string) => {
      if (isDown) throw new Error("the connection was lost");
      return memory.getUserByEmail(email);
    },
  };
  const world = await asked({ adapter });
  await world.follow();
  isDown = true;
  assert.match((await world.browser.open(link(world))).text, QUESTION);
});
