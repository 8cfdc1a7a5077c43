import assert from "node:assert/strict";
import { test } from "node:test";
import { UserChanged } from "../../src/errors/errors.ts";
import type { SetCookie } from "../../src/values/cookie.ts";
import type { Identity } from "../../src/model/identity.ts";
import { findSession, stepUp, type UserSession } from "../../src/features/second_factor/step_up.ts";
import { readNote } from "../../src/session/mailbox_note.ts";
import { type LinkQuestion, parseLinkQuestion } from "../../src/sign_in/link.ts";
import { storeQuestion } from "../../src/sign_in/sealed_question.ts";
import { openSetup, requestOf } from "./_factor_setup.ts";
import { chosen } from "../_short.ts";

const HOME = "https://app.test/home";
const DAY = 86_400;
const STRATEGIES = chosen(["jwt", "database"] as const);

const NEW_ACCOUNT: Identity = {
  user: { id: "x", name: "From the provider", email: "x@example.com" },
  account: { provider: "idp", providerAccountId: "1", type: "oauth" },
  stored: {},
};

/** Ada, who has signed in with a password, a day ago. */
async function world(strategy: (typeof STRATEGIES)[number]) {
  const { setup, memory, platform } = openSetup({ session: { strategy } });
  const ada = { id: "ada", name: "Ada", email: "ada@example.com", emailVerified: null };
  await memory.createUser(ada);
  const account = { provider: "idp", providerAccountId: "ada", type: "credentials" } as const;
  const signedIn = { user: ada, account, isNewUser: false, amr: ["pwd"] };
  const token = await setup.sessions.issue(signedIn, new Map());
  const cookies = setup.sessions.toCookies(token, new Map());
  platform.tick(DAY);
  return {
    setup,
    platform,
    cookies,
    sessionOf: async (cookies: readonly SetCookie[]) =>
      await findSession(await requestOf({ cookies }), setup),
    /** Raises the session of a browser after a code. */
    async raise(session: UserSession, held: readonly SetCookie[] = cookies) {
      const incoming = await requestOf({ cookies: held });
      return await stepUp(session, { incoming, amr: ["otp"], returnTo: HOME }, setup);
    },
    /** The cookies of an account that waits until a user has signed in again. */
    async waitFor(userId: string, { signedInAt }: UserSession) {
      const question: LinkQuestion = {
        identity: NEW_ACCOUNT,
        returnTo: "https://app.test/before",
        userId,
        signedInAt,
        canSwitch: true,
        needsProof: true,
      };
      const incoming = await requestOf({ cookies });
      return (await storeQuestion(question, { incoming, purpose: "link" }, setup))!.cookies;
    },
    /** Ends all sessions of Ada. */
    async endSessions() {
      const row = { userId: "ada", passwordHash: null, passwordIsProven: true, passwordSetAt: null };
      await memory.rows.store("security", { ...row, generation: 1 }, null);
      await memory.deleteSessionsByUserId("ada");
    },
  };
}

test("findSession() finds the session of a user, and none of a browser without one", async () => {
  for (const strategy of STRATEGIES) {
    const { sessionOf, cookies } = await world(strategy);
    const { userId, amr, aal } = (await sessionOf(cookies))!;
    assert.deepEqual([userId, amr, aal], ["ada", ["pwd"], 1]);
    assert.equal(await sessionOf([]), null);
    assert.equal(await sessionOf(cookies.map((cookie) => ({ ...cookie, value: "of no session" }))), null);
  }
});

test("stepUp() raises a session to level 2 at the time of the proof, and leads to the page that the user wanted", async () => {
  for (const strategy of STRATEGIES) {
    const { sessionOf, raise, cookies, platform } = await world(strategy);
    const answer = await raise((await sessionOf(cookies))!);
    assert.equal(answer.redirect, HOME);
    const { userId, amr, aal, signedInAt } = (await sessionOf(answer.cookies!))!;
    assert.deepEqual([userId, amr, aal], ["ada", ["pwd", "otp", "mfa"], 2]);
    assert.ok(Math.abs(signedInAt! - platform.now()) < 1000, "a token holds the time in seconds");
  }
});

test("stepUp() raises no session that has ended since it was read, and gives out no cookie", async () => {
  for (const strategy of STRATEGIES) {
    const { sessionOf, raise, cookies, endSessions } = await world(strategy);
    const session = (await sessionOf(cookies))!;
    await endSessions();
    await assert.rejects(raise(session), (error: Error) => {
      return error instanceof UserChanged && /it has ended in the meantime/.test(error.message);
    });
    assert.equal(await sessionOf(cookies), null);
  }
});

test("stepUp() leads to the account that waits to be linked, and only the raised session may answer", async () => {
  for (const strategy of STRATEGIES) {
    const { sessionOf, raise, waitFor, cookies, setup, platform } = await world(strategy);
    const session = (await sessionOf(cookies))!;
    const answer = await raise(session, [...cookies, ...await waitFor("ada", session)]);
    const { pathname, searchParams } = new URL(answer.redirect!);
    assert.deepEqual([pathname, searchParams.get("callbackUrl")], ["/auth/link", HOME]);
    const question = await parseLinkQuestion(await requestOf({ cookies: answer.cookies! }), setup);
    assert.deepEqual([question.identity, question.returnTo], [NEW_ACCOUNT, HOME]);
    assert.deepEqual([question.needsProof, question.provenAt], [false, platform.now()]);
    const waiting = answer.cookies!.filter(({ name }) => name === setup.cookies.link.name);
    const before = await requestOf({ cookies: [...cookies, ...waiting] });
    await assert.rejects(parseLinkQuestion(before, setup), /none waits for this user/);
  }
});

test("stepUp() leaves an account alone that waits for another user of the browser", async () => {
  const { sessionOf, raise, waitFor, cookies, setup } = await world("jwt");
  const session = (await sessionOf(cookies))!;
  const answer = await raise(session, [...cookies, ...await waitFor("bob", session)]);
  assert.equal(answer.redirect, HOME);
  assert.deepEqual(answer.cookies!.filter(({ name }) => name.startsWith(setup.cookies.link.name)), []);
});

test("stepUp() notes the mailbox of a user whose address is verified", async () => {
  for (const [emailVerified, noted] of [[null, undefined], [new Date(1), "ada@example.com"]] as const) {
    const { sessionOf, raise, cookies, setup } = await world("jwt");
    const session = (await sessionOf(cookies))!;
    const user = { id: "ada", email: "ada@example.com", emailVerified };
    await raise({ ...session, user });
    assert.equal((await readNote("ada", setup.store))?.address, noted);
  }
  const { sessionOf, raise, cookies } = await world("jwt");
  const { user: _, ...session } = (await sessionOf(cookies))!;
  assert.ok(await raise(session as UserSession));
});
