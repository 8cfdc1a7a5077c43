import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";
import { type Browser, type Page, testBrowser } from "../../src/testing/mod.ts";
import { afterTests } from "../_after.ts";
import { type DatabaseWorld, openDatabase, PASSWORD, sessionCookie } from "../flows/_database.ts";
import { APP } from "../flows/_world.ts";
import { isNightly } from "../_nightly.ts";
import { type Missing, startDatabases, type TestDatabase } from "./_databases.ts";
import type { Moment } from "./_faults.ts";

const DAY = 86_400;

/** A fault `during` a statement has the effect of one before or after it, which of them is left to the server: at night. */
const MOMENTS: readonly Moment[] = isNightly ? ["before", "during", "after"] : ["before", "after"];

/** When the n-th thing that is sent fails. */
type Way = (at: number) => Moment;

/** Each thing fails at each moment. */
const ALL_WAYS: readonly Way[] = MOMENTS.map((moment) => () => moment);

/** Each thing fails once. */
const ONE_WAY: readonly Way[] = [(at) => at % 2 === 0 ? "before" : "after"];

/** A user in a browser. */
interface Visit {
  readonly world: DatabaseWorld;
  readonly browser: Browser;
  readonly email: string;
  /** Signs in at the provider. */
  signIn(): Promise<Page>;
  /** Links an account of the provider, under another name there. */
  link(): Promise<Page>;
  /** Asks for a mail. */
  ask(): Promise<Page>;
  /** Follows the link of the newest mail to them, if there is one. */
  follow(): Promise<Page>;
}

/** What somebody does while the database fails. */
interface Flow {
  /** What they have done before. */
  prepare?(visit: Visit): Promise<unknown>;
  /** What they do. */
  act(visit: Visit): Promise<Page | Response>;
  /** What they do next if that failed. Default: the same again. */
  retry?(visit: Visit): Promise<Page | Response>;
  /** Where it leads. Default: they are signed in. */
  assertDone?(visit: Visit): Promise<void>;
}

/** A database with any adapter. */
interface Failing extends Pick<TestDatabase, "faults"> {
  readonly open: () => Promise<Adapter>;
  readonly ways: readonly Way[];
}

const TAKEOVER: Flow = {
  prepare: async (visit) => [await visit.signIn(), forget(visit), await visit.ask()],
  act: ({ follow }) => follow(),
  retry: async ({ ask, follow }) => [await ask(), await follow()][1]!,
  async assertDone(visit) {
    await assertSignedIn(visit);
    await assertAccounts(visit, 0);
  },
};

const FLOWS: Readonly<Record<string, Flow>> = {
  "a first sign-in": {
    act: ({ signIn }) => signIn(),
    assertDone: async (visit) => await assertAccounts(visit, 1),
  },
  "a second sign-in": {
    prepare: async (visit) => await visit.signIn().then(() => forget(visit)),
    act: ({ signIn }) => signIn(),
    assertDone: async (visit) => await assertAccounts(visit, 1),
  },
  "a sign-in of a user who is signed in": {
    prepare: ({ signIn }) => signIn(),
    act: ({ signIn }) => signIn(),
    assertDone: async (visit) => await assertAccounts(visit, 1),
  },
  "linking an account": {
    prepare: async ({ ask, follow }) => [await ask(), await follow()],
    act: ({ link }) => link(),
    async retry({ browser, ask, follow, link }) {
      // Whoever was signed out by the fault signs in as before first.
      if (!sessionCookie(browser)) [await ask(), await follow()];
      return await link();
    },
    assertDone: async (visit) => await assertAccounts(visit, 1),
  },
  "asking for a mail": {
    act: ({ ask }) => ask(),
    async assertDone(visit) {
      assert.equal((await visit.follow()).url, `${APP}/home`, visit.world.log());
      await assertSignedIn(visit);
    },
  },
  "a mailed link, the first time": {
    prepare: ({ ask }) => ask(),
    act: ({ follow }) => follow(),
    retry: async ({ ask, follow }) => [await ask(), await follow()][1]!,
  },
  "a mailed link, later": {
    prepare: async (visit) => [await visit.ask(), await visit.follow(), forget(visit), await visit.ask()],
    act: ({ follow }) => follow(),
    retry: async ({ ask, follow }) => [await ask(), await follow()][1]!,
  },
  "a mailed code": {
    prepare: ({ ask }) => ask(),
    act: ({ browser, world }) => typeCode(browser, world),
    async retry({ ask, browser, world }) {
      await ask();
      return await typeCode(browser, world);
    },
  },
  "taking over an address that a stranger registered": TAKEOVER,
  "a password": {
    prepare: register,
    act: ({ world, browser }) => world.typePassword(PASSWORD, browser),
  },
  "a session check": {
    prepare: ({ signIn }) => signIn(),
    act: ({ browser }) => browser.fetch(`${APP}/auth/session`),
  },
  "a renewal": {
    prepare: async ({ signIn, world }) => [await signIn(), world.platform.tick(2 * DAY)],
    act: ({ browser }) => browser.fetch(`${APP}/auth/session`),
    async assertDone(visit) {
      await assertSignedIn(visit);
      const { browser, world } = visit;
      // The fault may have struck after the row was changed: then a later renewal mends the cookie.
      assert.ok(sessionCookie(browser)!.expires! > world.platform.now() + 27 * DAY * 1000);
    },
  },
  "a sign-out": {
    prepare: ({ signIn }) => signIn(),
    act: ({ browser }) => signOut(browser),
    async assertDone({ browser, world }) {
      assert.equal(sessionCookie(browser), undefined);
      assert.equal(await world.sessionIn(browser), null);
    },
  },
};

// Before the first test: Deno ends with success when a module fails that has tests already.
const databases = await startDatabases();

/** What adapters made for Auth.js lack. */
const OUR_METHODS: readonly string[] = [
  "createUserWithAccount",
  "updateAccount",
  "prolongSession",
  "addCredentials",
  "takeOverUser",
  "updateAuthenticator",
];

/**
 * Which databases, with all methods and without ours. Here those with a server fail once at each thing that is sent, for what
 * their clients do then: what the library does in each way, and without our methods, Sqlite shows.
 */
const variants = databases.flatMap(([name, database]): (readonly [string, Failing | Missing])[] => {
  if ("missing" in database) return [[name, database]];
  const once = { ...database, ways: isNightly ? ALL_WAYS : ONE_WAY };
  if (name !== "Sqlite" && !(isNightly && name === "Postgres")) return [[name, once]];
  const open = async () => {
    const methods = Object.entries(await database.open());
    return Object.fromEntries(methods.filter(([name]) => !OUR_METHODS.includes(name))) as Adapter;
  };
  return [[name, { ...once, ways: ALL_WAYS }], [`${name}, its methods those of Auth.js,`, { ...once, open }]];
});

let total = 0;
for (const [name, database] of variants) {
  if (!("missing" in database) && !database.faults) continue;
  const skip = "missing" in database ? database.missing : false;
  for (const [title, flow] of Object.entries(FLOWS)) {
    // Those that were made for Auth.js cannot take a user over: the mail is refused, fault or not.
    if (name.includes("Auth.js") && flow === TAKEOVER) continue;
    test(`Auth() with ${name} that dies during ${title}: the next try works`, { skip }, async () => {
      total += "missing" in database ? assert.fail() : await failEverywhere(flow, database);
    });
  }
}
afterTests(() => console.log(`${total} faults`));

/** Lets the database fail at each thing that a flow sends it. Returns how often that was. */
async function failEverywhere(flow: Flow, { faults, open, ways }: Failing): Promise<number> {
  const world = openWorld(await open());
  let people = 0;
  let struck = 0;
  for (const way of ways) {
    for (let at = 0;; at++) {
      const moment = way(at);
      const visit = visitOf(world, `person${++people}@example.com`);
      // A failure that repeats stands in the log once a minute.
      world.platform.tick(60);
      world.platform.lines.length = 0;
      await flow.prepare?.(visit);
      faults!.arm(at, moment);
      const answer = await flow.act(visit);
      const hasStruck = faults!.disarm();
      const place = `${moment} ${at} at ${visit.email}\n${answer.url}\n${world.log()}`;
      if (hasStruck) struck++;
      await assertClear(visit, answer, place);
      if (isFailure(answer)) assert.ok(hasStruck, `failed without a fault ${place}`);
      const done = isFailure(answer) ? await (flow.retry ?? flow.act)(visit) : answer;
      assert.equal(isFailure(done), false, `the next try fails: ${done.url} ${place}`);
      await (flow.assertDone ?? assertSignedIn)(visit).catch((error) => {
        throw new Error(`${error.message}\n${place}`, { cause: error });
      });
      if (!hasStruck) break;
    }
  }
  assert.ok(struck >= ways.length, "nothing was sent");
  return struck;
}

function openWorld(adapter: Adapter): DatabaseWorld {
  const world: DatabaseWorld = openDatabase({
    adapter,
    // `flows/limits_test.ts` and `flows/database_faults_test.ts` have the faults of counting.
    limits: false,
    password: {
      authorize: async ({ password }) =>
        password === PASSWORD && registered ? await world.db.adapter.getUser(registered.id) : null,
    },
  });
  return world;
}

let registered: AdapterUser | null = null;

async function register({ world, email }: Visit): Promise<void> {
  registered = await world.db.adapter.createUser({ id: `id-${email}`, email, emailVerified: null });
}

function visitOf(world: DatabaseWorld, email: string): Visit {
  const browser = world.visitor();
  return {
    world,
    browser,
    email,
    async signIn() {
      world.idp.login({ sub: email, name: email, email });
      const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
      return await page.submit("/auth/signin/idp");
    },
    async link() {
      world.idp.login({ sub: `other ${email}`, name: email, email: `other-${email}` });
      const page = await browser.open(`${APP}/auth/signin?link=true&callbackUrl=/home`);
      // What can be added is not known while the database is away.
      return isFailure(page) ? page : await page.submit("/auth/signin/idp");
    },
    ask: () => world.ask(email, browser),
    follow: () => {
      const mail = world.mails.findLast(({ identifier }) => identifier === email);
      assert.ok(mail, "there is no mail");
      return browser.open(mail.url);
    },
  };
}

/** Starts with no cookies: as in another browser, or long after. */
function forget({ browser }: Visit): void {
  for (const { name } of browser.cookies(APP)) {
    browser.setCookie(APP, `${name}=; Path=/; Secure; Max-Age=0`);
  }
}

async function typeCode(browser: Browser, { mails }: DatabaseWorld): Promise<Page> {
  const page = await browser.open(`${APP}/auth/verify-request?provider=email&type=email`);
  return await page.submit("/auth/callback/email", { code: mails.at(-1)!.code });
}

async function signOut(browser: Browser): Promise<Page> {
  return await (await browser.open(`${APP}/auth/signout`)).submit("/auth/signout");
}

/** Whether the browser was shown an error: 503, if an attempt could not be counted. */
function isFailure({ url, status }: Page | Response): boolean {
  const { pathname, searchParams } = new URL(url);
  return (status >= 500 && pathname.startsWith("/auth/")) || searchParams.has("error");
}

/** An error is told on its page, with a public type; and nobody has a session cookie without a session. */
async function assertClear({ browser, world }: Visit, answer: Page | Response, place: string): Promise<void> {
  if (isFailure(answer)) {
    const { pathname, searchParams } = new URL(answer.url);
    if (answer.status < 500) {
      assert.deepEqual([pathname, searchParams.get("error")], ["/auth/error", "ServerError"], place);
      assert.equal(answer.status, 200, place);
    }
    if ("text" in answer) {
      assert.doesNotMatch(String(answer.text), /disk|connection|ECONN|SELECT|INSERT/, place);
    }
    assert.match(world.log(), /AdapterError|ServerError|ServerBusy/, place);
  }
  const cookie = sessionCookie(browser);
  if (!cookie) return;
  const other = testBrowser(world.platform.sites, { now: world.platform.now });
  other.setCookie(APP, `${cookie.name}=${cookie.value}; Path=/; Secure`);
  // One case is left: signed in twice, with the old row gone, and nobody told.
  if (!isFailure(answer)) {
    assert.notEqual(await world.sessionIn(other), null, `no row for the cookie ${place}`);
  }
}

async function assertSignedIn({ browser, world, email }: Visit): Promise<void> {
  assert.equal((await world.sessionIn(browser))?.user.email, email);
}

async function assertAccounts({ browser, world: { db, sessionIn }, email }: Visit, count: number) {
  assert.equal((await sessionIn(browser))?.user.email, email);
  const user = await db.adapter.getUserByEmail(email);
  assert.equal((await db.adapter.listAccountsByUserId(user!.id)).length, count);
  assert.equal(await db.adapter.getUserByEmail(`other-${email}`), null);
}
