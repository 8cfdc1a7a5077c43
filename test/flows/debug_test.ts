import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthError } from "../../mod.ts";
import { openDatabase, PASSWORD, storeUser } from "./_database.ts";
import { APP, openPlain, SECRET } from "./_world.ts";

/** A world whose log has each step, and the log without times. */
function open() {
  const entries: string[] = [];
  const world = openDatabase({
    debug: true,
    callbacks: { signIn: () => true },
    events: { signIn() {} },
    email: { mails: "both" },
  });
  const { platform } = world;
  const steps = () => {
    entries.push(...platform.lines.splice(0).map(({ level, text }) => `${level} ${text}`));
    return entries.filter((entry) => entry.startsWith("debug ")).join("\n");
  };
  return { ...world, steps, entries };
}

test("`debug` names each step of a sign-in with OAuth: requests, calls of the database, decision, callbacks, events", async () => {
  const { signIn, steps } = open();
  await signIn();
  const expected = [
    /POST signin \{"provider":"idp"\}/,
    /answer signin \{"kind":"redirect"\}/,
    /GET callback/,
    /request POST https:\/\/idp\.test\/token \{"provider":"idp"\}/,
    /answer of https:\/\/idp\.test\/token \{"provider":"idp","status":200\}/,
    /database: getUserByAccount\b/,
    /decision \{"kind":"created","provider":"idp"\}/,
    /callbacks\.signIn \{"allows":true\}/,
    /database: createUserWithAccount\b/,
    /database: addCredentials\b/,
    /session \{"strategy":"database","begins":true\}/,
    /event signIn/,
    /answer callback \{"kind":"redirect"\}/,
  ];
  let rest = steps();
  for (const step of expected) {
    const found = step.exec(rest);
    assert.ok(found, `${step} in its turn in:\n${steps()}`);
    rest = rest.slice(found.index);
  }
});

test("`debug` names the steps of a sign-in by mail and with a password, and no value of them (SE-19)", async () => {
  const world = open();
  const { mails, ask, follow, typePassword, signIn, steps, entries, browser, log } = world;
  await storeUser(world, { emailVerified: new Date(0) });
  await ask();
  assert.match(
    steps(),
    /database: createVerificationToken[^]*mail sent \{"provider":"email","purpose":"signIn"\}/,
    log(),
  );
  await follow();
  assert.match(steps(), /database: useVerificationToken[^]*decision \{"kind":"found","provider":"email"\}/);
  await typePassword();
  await signIn();
  const all = steps() + entries.join("\n");
  const { url, token, code, identifier } = mails[0]!;
  const cookies = browser.cookies("https://app.test").map(({ value }) => value).filter((value) =>
    value.length > 20
  );
  for (const value of [url, token, code, identifier, "Ada", "Lovelace", PASSWORD, SECRET, ...cookies]) {
    assert.ok(!all.includes(value), `${value} in\n${all}`);
  }
});

test("`debug` names a call of the database that fails", async () => {
  const { db, browser, steps } = open();
  db.fault = { call: db.calls.length, moment: "before", lasting: true };
  await browser.open("https://app.test/auth/signin");
  const page = await browser.open("https://app.test/auth/signin");
  await page.submit("/auth/signin/email", { email: "ada@example.com" });
  assert.match(
    steps(),
    /database: rows\.count\("attempts"\)\n[^]*database: rows\.count\("attempts"\) failed/,
  );
});

test("debug writes what the library does, warns of nothing, and is for the console alone", async () => {
  const quiet = openPlain();
  await quiet.signIn();
  await settled();
  assert.equal(quiet.log(), "", "nothing is written without it");
  const plain = openPlain({ debug: true });
  await Auth(new Request(`${APP}/auth/signin`), plain.config);
  await settled();
  assert.match(plain.log(), /\[latchkey\] GET signin/);
  assert.deepEqual(plain.platform.lines.filter(({ level }) => level !== "debug"), []);
  const without = openPlain({ debug: true, logger: { error() {} } });
  await Auth(new Request(`${APP}/auth/signin`), without.config);
  await settled();
  assert.equal(without.log(), "");
});

for (const debug of [true, false]) {
  test(`logger.debug is called with debug: ${debug}`, async () => {
    const steps: string[] = [];
    const { config } = openPlain({ debug, logger: { debug: (step: string) => void steps.push(step) } });
    await Auth(new Request(`${APP}/auth/signin`), config);
    assert.ok(steps.length > 0);
  });
}

test("a logger of next-auth 4 is given the error, a warning with its code first, and each step", async () => {
  const entries: unknown[][] = [];
  const log = (level: string) => (code: unknown, ...message: unknown[]) =>
    void entries.push([level, code, ...message]);
  const { config } = openPlain({
    logger: { error: log("error"), warn: log("warn"), debug: log("debug") },
    unread: true,
  } as never);
  await Auth(new Request(`${APP}/auth/callback/nothing`), config);
  await settled();
  const of = (level: string) => entries.find(([each]) => each === level)!;
  assert.deepEqual([of("error").length, (of("error")[1] as AuthError).type], [2, "InvalidProvider"]);
  assert.deepEqual([of("warn").length, String(of("warn")[1]).startsWith("unknown-option: ")], [2, true]);
  assert.equal(typeof of("debug")[1], "string");
});

/** Warnings of a config are written beside the answer. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}
