import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { LimitsOptions } from "../../src/model/limits.ts";
import { type Browser, type Page, testBrowser } from "../../src/testing/mod.ts";
import { APP, errorPage } from "../flows/_world.ts";
import { type DatabaseWorld, openDatabase, sessionCookie } from "../flows/_database.ts";
import { startDatabases } from "./_databases.ts";

const RACERS = 20;
const DAY = 86_400;

/** What happened, counted. */
interface Counts {
  users: number;
  accounts: number;
  signIns: number;
  renewals: number;
}

// Before the first test: Deno ends with success when a module fails that has tests already.
const databases = await startDatabases();

for (const [name, database] of databases) {
  const skip = "missing" in database ? database.missing : false;
  const open = async () => "missing" in database ? assert.fail() : openWorld(await database.open());
  const race = (title: string, run: (world: DatabaseWorld, counts: Counts) => Promise<void>) =>
    test(`Auth() with the database ${name}: ${title}`, { skip }, async () => {
      const { world, counts } = await open();
      await run(world, counts);
    });

  race(`${RACERS} uses of one mailed link in one browser are one sign-in (EM-17)`, async (world, counts) => {
    await world.ask();
    const pages = await inParallel(() => world.follow());
    assertOneSignedIn(pages, world);
    await assertRows(world, { users: 1, sessions: 1 });
    assert.equal(counts.signIns, 1);
    assert.equal((await world.session())?.user.email, "ada@example.com");
  });

  race(
    `${RACERS} uses of one mailed link in as many browsers are one sign-in (EM-17)`,
    async (world, counts) => {
      await world.ask();
      const asked = await inParallel(() => world.follow(world.visitor()));
      const pages = await Promise.all(asked.map((page) => page.submit("/auth/callback/email")));
      assertOneSignedIn(pages, world);
      await assertRows(world, { users: 1, sessions: 1 });
      assert.equal(counts.signIns, 1);
    },
  );

  test(`Auth() with the database ${name}: 100 wrong passwords at the same time count as 100 (LM-02)`, {
    skip,
  }, async () => {
    if ("missing" in database) assert.fail();
    const ada = crypto.randomUUID();
    const { world } = openWorld(await database.open(), { address: () => null, account: () => ada });
    const page = await world.browser.open(`${APP}/auth/signin`);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => page.submit("/auth/callback/password", { password: "wrong" })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 10, world.log());
    assert.equal(answers.filter(({ status }) => status === 429).length, 90);
  });

  race(`${RACERS} uses of one mailed code are one sign-in`, async (world, counts) => {
    const sent = await world.ask();
    const { code } = world.mails[0]!;
    const pages = await inParallel(() => sent.submit("/auth/callback/email", { code }));
    assertOneSignedIn(pages, world);
    await assertRows(world, { users: 1, sessions: 1 });
    assert.equal(counts.signIns, 1);
  });

  race(`${RACERS} wrong codes at the same time kill the link`, async (world) => {
    const sent = await world.ask();
    const { code } = world.mails[0]!;
    const wrong = code === "00000000" ? "00000001" : "00000000";
    await inParallel(() => sent.submit("/auth/callback/email", { code: wrong }));
    // Tries at the same time may find no leave to try, but never more than five do.
    for (let n = 0; n < 5; n++) await sent.submit("/auth/callback/email", { code: wrong });
    assert.match((await sent.submit("/auth/callback/email", { code })).url, /error=TooManyWrongCodes/);
    assert.match((await world.follow()).url, /error=Verification/);
    await assertRows(world, { users: 0, sessions: 0 });
  });

  race(`${RACERS} first sign-ins of one person make one user`, async (world, counts) => {
    const browsers = Array.from({ length: RACERS }, () => world.visitor());
    holdBack(world);
    const pages = await Promise.all(browsers.map((browser) => signIn(browser)));
    assertAllSignedIn(pages, world);
    await assertOneUser(world, browsers, counts);
    await assertRows(world, { users: 1, sessions: RACERS });
    assert.equal(counts.accounts, 1);
  });

  race(`${RACERS} first sign-ins of one person in one browser make one user`, async (world, counts) => {
    const page = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
    holdBack(world);
    const pages = await inParallel(() => page.submit("/auth/signin/idp"));
    assertAllSignedIn(pages, world);
    await assertOneUser(world, [world.browser], counts);
    assert.equal(counts.accounts, 1);
  });

  race(`${RACERS} first sign-ins of one person by mail make one user (RC-04)`, async (world, counts) => {
    const browsers = Array.from({ length: RACERS }, () => world.visitor());
    for (const browser of browsers) await world.ask("ada@example.com", browser);
    const pages = await Promise.all(
      browsers.map((browser, index) => browser.open(world.mails[index]!.url)),
    );
    assertAllSignedIn(pages, world);
    await assertOneUser(world, browsers, counts);
    await assertRows(world, { users: 1, sessions: RACERS });
  });

  race(`${RACERS} renewals of one session are one write, and nobody is signed out`, async (world, counts) => {
    await signIn(world.browser);
    world.platform.tick(2 * DAY);
    const answers = await inParallel(() => world.session());
    const expires = new Date(world.platform.now() + 30 * DAY * 1000).toISOString();
    assert.deepEqual(new Set(answers.map((answer) => answer?.expires)), new Set([expires]), world.log());
    assert.equal(counts.renewals, 1);
    const [row] = await world.db.sessions();
    assert.equal(row!.expires.toISOString(), expires);
    assert.equal(sessionCookie(world.browser)!.expires, Date.parse(expires));
  });

  race("to sign out during renewals is to be signed out (RC-07)", async (world) => {
    for (let round = 0; round < 5; round++) {
      await signIn(world.browser);
      world.platform.tick(2 * DAY);
      const token = sessionCookie(world.browser)!.value;
      await inParallel<unknown>((index) => index === 4 * round ? world.post("signout") : world.session());
      assert.deepEqual(await world.db.sessions(), []);
      assert.equal(await world.session(), null);
      const other = testBrowser(world.platform.sites, { now: world.platform.now });
      other.setCookie(APP, `__Host-latchkey.session-token=${token}; Path=/; Secure`);
      assert.equal(await world.sessionIn(other), null);
    }
  });
}

function openWorld(
  adapter: Required<Adapter>,
  // Limits would refuse some of as many attempts at the same time.
  limits: LimitsOptions = false,
): { readonly world: DatabaseWorld; readonly counts: Counts } {
  const counts: Counts = { users: 0, accounts: 0, signIns: 0, renewals: 0 };
  const counting: Adapter = {
    ...adapter,
    async prolongSession(session) {
      const isDone = await adapter.prolongSession(session);
      if (isDone) counts.renewals++;
      return isDone;
    },
  };
  const world = openDatabase({
    adapter: counting,
    limits,
    callbacks: {
      session: ({ session, user }) => ({
        expires: session.expires,
        user: { email: user.email, id: user.id },
      }),
    },
    events: {
      createUser: () => void counts.users++,
      linkAccount: () => void counts.accounts++,
      signIn: () => void counts.signIns++,
    },
  });
  return { world, counts };
}

/** Lets the provider tell nobody who they are before it was asked by all. */
function holdBack({ idp }: DatabaseWorld): void {
  let [waiting, release] = [0, () => {}];
  const all = new Promise<void>((resolve) => release = resolve);
  // One that fails before must not keep the others waiting for ever.
  setTimeout(release, 2000);
  idp.tamper = {
    respond: {
      userinfo: async (_request, genuine) => {
        if (++waiting === RACERS) release();
        await all;
        return await genuine();
      },
    },
  };
}

async function signIn(browser: Browser): Promise<Page> {
  const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  return await page.submit("/auth/signin/idp");
}

function inParallel<T>(run: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: RACERS }, (_, index) => run(index)));
}

function assertOneSignedIn(pages: readonly Page[], { log }: DatabaseWorld): void {
  const urls = pages.map(({ url }) => url);
  assert.equal(urls.filter((url) => url === `${APP}/home`).length, 1, `${urls.join("\n")}\n${log()}`);
  const others = urls.filter((url) => url !== `${APP}/home`);
  assert.deepEqual(new Set(others), new Set([errorPage("Verification")]));
}

function assertAllSignedIn(pages: readonly Page[], { log }: DatabaseWorld): void {
  assert.deepEqual(new Set(pages.map(({ url }) => url)), new Set([`${APP}/home`]), log());
}

/** Everybody is signed in as the same user, and it was created once. */
async function assertOneUser(
  world: DatabaseWorld,
  browsers: readonly Browser[],
  counts: Counts,
): Promise<void> {
  const { db, sessionIn } = world;
  const sessions = await Promise.all(browsers.map(sessionIn));
  const stored = await db.adapter.getUserByEmail("ada@example.com");
  assert.deepEqual(new Set(sessions.map((session) => session?.user.id)), new Set([stored!.id]));
  assert.equal(counts.users, 1);
  assert.equal(counts.signIns, RACERS);
  assert.deepEqual(
    (await db.adapter.listAccountsByUserId(stored!.id)).map(({ providerAccountId }) => providerAccountId),
    counts.accounts ? ["ada"] : [],
  );
}

async function assertRows(
  { db }: DatabaseWorld,
  expected: { readonly users: number; readonly sessions: number },
): Promise<void> {
  const [users, sessions] = await Promise.all([db.users(), db.sessions()]);
  assert.deepEqual({ users: users.length, sessions: sessions.length }, expected);
}
