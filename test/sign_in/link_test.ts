import assert from "node:assert/strict";
import { test } from "node:test";
import { openSetup, requestOf } from "../second_factor/_factor_setup.ts";
import { ADA, MAIL, OAUTH } from "./_identities.ts";
import { InvalidCheck, OAuthAccountNotLinked } from "../../src/errors/errors.ts";
import type { Identity } from "../../src/model/identity.ts";
import { type Intent, NO_INTENT } from "../../src/model/intent.ts";
import {
  askToLink,
  findWaitingQuestion,
  type LinkQuestion,
  otherPageOf,
  parseLinkAnswer,
  parseLinkQuestion,
  resumeQuestion,
} from "../../src/sign_in/link.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import type { SessionRead } from "../../src/model/session.ts";
import type { Outcome } from "../../src/http/types.ts";

const HOME = "https://app.test/home";
const FRESH_AGE = 3600;
const REQUESTED: Intent = { userId: "ada", link: "requested" };

/** The part of a session that a test changes; `null`: no session. */
type Signed = Partial<SessionRead> | null;

/** A browser of Ada, who signed in when the test began. */
function open(config: Parameters<typeof openSetup>[0] = {}) {
  const { setup: plain, platform, memory } = openSetup({ session: { freshAge: FRESH_AGE }, ...config });
  let signed: Signed = {};
  const read = (): SessionRead | null =>
    signed && { session: {}, userId: "ada", signedInAt: start, amr: [], aal: 1, ...signed };
  const setup = { ...plain, sessions: { ...plain.sessions, identify: () => Promise.resolve(read()) } };
  const start = platform.now();
  /** A request of the browser after an answer. */
  const request = (after?: Outcome | null, body?: object) =>
    requestOf({ cookies: after?.cookies ?? [], ...(body && { body }) });
  const ask = async (
    { identity = OAUTH, intent = NO_INTENT, user = ADA }: {
      identity?: Identity;
      intent?: Intent;
      user?: typeof ADA;
    } = {},
  ) => await askToLink(identity, { user, incoming: await request(), returnTo: HOME, intent }, setup);
  const questionOf = async (after: Outcome | null) => await parseLinkQuestion(await request(after), setup);
  const answer = async (after: Outcome, fields: (name: string) => object) => {
    const url = await otherPageOf(await questionOf(after), await request(after), {
      ...setup,
      pages: { ...setup.pages, link: "/link" },
    });
    const name = new URL(url!).searchParams.get("question")!;
    return await parseLinkAnswer(await request(after, fields(name)), setup);
  };
  const signIn = (next: Signed) => void (signed = next);
  return { setup, platform, memory, start, request, ask, questionOf, answer, signIn };
}

const isRefused = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof InvalidCheck);
  assert.match(error.message, pattern);
  return true;
};

test("askToLink() leads to the page that asks, and keeps the question in the browser", async () => {
  const { ask, questionOf, start } = open();
  const outcome = await ask({ intent: { ...NO_INTENT, locales: "de" } });
  const url = new URL(outcome.redirect!);
  assert.equal(url.pathname, "/auth/link");
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    provider: "idp",
    callbackUrl: HOME,
    ui_locales: "de",
  });
  assert.deepEqual(await questionOf(outcome), {
    identity: OAUTH,
    returnTo: HOME,
    userId: "ada",
    signedInAt: start,
    canSwitch: true,
    needsProof: false,
  });
});

test("askToLink() leads to the application's own page with the name of the question", async () => {
  const { ask } = open({ pages: { link: "/link" } });
  const { pathname, searchParams } = new URL((await ask()).redirect!);
  assert.equal(pathname, "/link");
  assert.match(searchParams.get("question")!, /^[\w-]{16}$/);
});

test("askToLink() asks for a proof first if the user has asked to link in a session that is not fresh", async () => {
  const { ask, questionOf, platform } = open();
  assert.equal((await questionOf(await ask({ intent: REQUESTED }))).needsProof, false);
  platform.tick(FRESH_AGE);
  const outcome = await ask({ intent: REQUESTED });
  assert.equal(new URL(outcome.redirect!).pathname, "/auth/signin");
  assert.equal(new URL(outcome.redirect!).searchParams.get("error"), "SessionNotFresh");
  assert.equal((await questionOf(outcome)).needsProof, true);
  assert.equal((await questionOf(await ask())).needsProof, false, "who has not chosen is asked first");
});

test("askToLink() asks for the second factor of a user who has one", async () => {
  const { ask, memory } = open();
  await memory.rows.store("secondFactors", { ...noSecondFactor("ada"), enabledAt: new Date(1) }, null);
  const outcome = await ask({ intent: REQUESTED });
  assert.equal(new URL(outcome.redirect!).pathname, "/auth/second-factor");
});

test("askToLink() asks for a proof if the session has ended in the meantime", async () => {
  const { ask, questionOf, signIn } = open();
  signIn(null);
  const outcome = await ask({ intent: REQUESTED });
  signIn({ signedInAt: null });
  const { needsProof, signedInAt } = await questionOf(outcome);
  assert.deepEqual([needsProof, signedInAt], [true, null]);
});

test("askToLink() offers to sign in with the identity instead, but not with the user's own mailbox", async () => {
  const mail = (email: string) => ({ ...MAIL, user: { id: email, email } });
  const rows:
    readonly (readonly [name: string, identity: Identity, canSwitch: boolean, user?: typeof ADA])[] = [
      ["another account", OAUTH, true],
      ["an account with the same address", { ...OAUTH, user: { ...ADA } }, true],
      ["the mailbox", mail("ada@example.com"), false],
      ["the mailbox in capitals", mail("ADA@example.com"), false],
      ["another mailbox", mail("eve@example.com"), true],
      ["a mailbox without an address", { ...MAIL, user: { id: "x" } }, true],
      ["a mailbox, of a user without an address", mail("ada@example.com"), true, { ...ADA, email: "" }],
    ];
  for (const [name, identity, canSwitch, user = ADA] of rows) {
    const { ask, questionOf } = open();
    assert.equal((await questionOf(await ask({ identity, user }))).canSwitch, canSwitch, name);
  }
});

test("askToLink() knows the user's own mailbox from the session, if no address is stored", async () => {
  const { ask, questionOf, signIn } = open();
  signIn({ session: { user: { email: "ada@example.com" } } } as Signed);
  const user = { ...ADA, email: null } as unknown as typeof ADA;
  assert.equal((await questionOf(await ask({ identity: MAIL, user }))).canSwitch, false);
  const stored = { ...ADA, email: "other@example.com" };
  assert.equal((await questionOf(await ask({ identity: MAIL, user: stored }))).canSwitch, true);
});

test("askToLink() offers no other user for a passkey of this one, and asks for a proof", async () => {
  const { ask, questionOf, platform } = open();
  const passkey = (userId: string | null) => ({ ...OAUTH, authenticator: { userId } }) as unknown as Identity;
  platform.tick(FRESH_AGE);
  const { canSwitch, needsProof } = await questionOf(await ask({ identity: passkey("ada") }));
  assert.deepEqual([canSwitch, needsProof], [false, true]);
  assert.equal((await questionOf(await ask({ identity: passkey(null) }))).canSwitch, true);
});

test("askToLink() refuses an identity that is too large for a cookie, and names its provider", async () => {
  const { ask } = open();
  const large = { ...OAUTH, profile: { text: "x".repeat(20_000) } };
  await assert.rejects(ask({ identity: large }), (error) => {
    assert.ok(error instanceof OAuthAccountNotLinked);
    assert.equal(error.cause?.provider, "idp");
    return true;
  });
});

test("parseLinkQuestion() finds no question without one, or for another user or another session", async () => {
  const { ask, questionOf, signIn, start } = open();
  await assert.rejects(questionOf(null), isRefused(/none waits for this user/));
  const outcome = await ask();
  const others: readonly Signed[] = [null, { userId: null }, { userId: "eve" }, { signedInAt: start + 1 }, {
    signedInAt: null,
  }];
  for (const other of others) {
    signIn(other);
    await assert.rejects(questionOf(outcome), isRefused(/none waits for this user/));
  }
  signIn({});
  assert.equal((await questionOf(outcome)).userId, "ada");
});

test("parseLinkQuestion() finds no question that is older than ten minutes", async () => {
  const { ask, questionOf, platform } = open();
  const outcome = await ask();
  platform.tick(601);
  await assert.rejects(questionOf(outcome), isRefused(/none waits for this user/));
});

test("otherPageOf() is null for the built-in page, and the sign-in page if a proof is needed", async () => {
  const { ask, questionOf, request, setup } = open();
  const outcome = await ask();
  const question = await questionOf(outcome);
  const other = async (of: LinkQuestion) => await otherPageOf(of, await request(outcome), setup);
  assert.equal(await other(question), null);
  assert.equal(new URL((await other({ ...question, needsProof: true }))!).pathname, "/auth/signin");
});

test("findWaitingQuestion() finds the question that waits for the proof of this user, and no other", async () => {
  const { ask, request, setup, platform } = open();
  const find = async (userId: string, after: Outcome) =>
    await findWaitingQuestion(userId, await request(after), setup);
  assert.equal(await find("ada", await ask()), null, "it waits for no proof");
  assert.equal(await find("ada", {}), null);
  platform.tick(FRESH_AGE);
  const outcome = await ask({ intent: REQUESTED });
  assert.equal((await find("ada", outcome))?.identity.account.providerAccountId, "sub");
  assert.equal(await find("eve", outcome), null);
  assert.equal((await find(["ada"] as unknown as string, outcome))?.userId, "ada", "an id that is no string");
});

/** A question for which Ada has signed in again. */
async function openProven() {
  const world = open();
  const { ask, questionOf, platform, request, setup } = world;
  platform.tick(FRESH_AGE);
  const asked = await ask({ intent: REQUESTED });
  const question = { ...await questionOf(asked), provenAt: platform.now() };
  const ending = { incoming: await request(asked), intent: NO_INTENT, returnTo: "https://app.test/other" };
  const resume = (more: Partial<LinkQuestion> = {}) =>
    resumeQuestion({ ...question, ...more }, ending, setup);
  return { ...world, resume, provenAt: question.provenAt };
}

test("resumeQuestion() leads from the proof to the page that asks, and on to where the new sign-in would have led", async () => {
  const { resume, questionOf, signIn, provenAt } = await openProven();
  const outcome = await resume();
  assert.equal(new URL(outcome!.redirect!).pathname, "/auth/link");
  signIn({ signedInAt: provenAt });
  const { needsProof, returnTo } = await questionOf(outcome);
  assert.deepEqual([needsProof, returnTo], [false, "https://app.test/other"]);
});

test("resumeQuestion() lets the session answer that began with the proof, to the second, and no other", async () => {
  const { resume, questionOf, signIn, provenAt, start } = await openProven();
  const outcome = await resume();
  for (const signedInAt of [provenAt, provenAt - 1000, provenAt + 1000, null]) {
    signIn({ signedInAt });
    assert.equal((await questionOf(outcome)).userId, "ada", String(signedInAt));
  }
  for (const signedInAt of [provenAt - 1001, provenAt + 1001, start]) {
    signIn({ signedInAt });
    await assert.rejects(questionOf(outcome), InvalidCheck);
  }
  signIn({ userId: "eve", signedInAt: provenAt });
  await assert.rejects(questionOf(outcome), InvalidCheck);
});

test("resumeQuestion() logs a failure, and lets the sign-in succeed", async () => {
  const { resume, platform } = await openProven();
  const large = { ...OAUTH, profile: { text: "x".repeat(20_000) } };
  assert.equal(await resume({ identity: large }), null);
  assert.match(
    platform.lines.map(({ text }) => text).join("\n"),
    /OAuthAccountNotLinked: Cannot ask whether to link/,
  );
});

test("parseLinkAnswer() links, signs in with the identity instead, or cancels", async () => {
  const { ask, answer } = open();
  const outcome = await ask();
  const endingOf = async (choice: string) => {
    const { ending, consumed, question } = await answer(outcome, (name) => ({ choice, question: name }));
    assert.equal(question.userId, "ada");
    assert.deepEqual(consumed.map(({ name, value }) => [name, value]), [[outcome.cookies![0]!.name, ""]]);
    if (!ending) return null;
    const { incoming, provenAt, ...rest } = ending;
    assert.deepEqual([incoming.body?.choice, provenAt], [choice, undefined]);
    return rest;
  };
  assert.deepEqual(await endingOf("link"), { returnTo: HOME, intent: { userId: "ada", link: "agreed" } });
  assert.deepEqual(await endingOf("switch"), { returnTo: HOME, intent: NO_INTENT });
  assert.equal(await endingOf("cancel"), null);
});

test("parseLinkAnswer() cancels without the name of the question: that changes nothing", async () => {
  const { ask, answer } = open();
  assert.equal((await answer(await ask(), () => ({ choice: "cancel" }))).ending, null);
});

test("parseLinkAnswer() passes on when the user has proven who they are", async () => {
  const { resume, answer, signIn, provenAt } = await openProven();
  signIn({ signedInAt: provenAt });
  const { ending } = await answer((await resume())!, (name) => ({ choice: "link", question: name }));
  assert.equal(ending?.provenAt, provenAt);
});

test("parseLinkAnswer() refuses any other choice, and to switch where that is not offered", async () => {
  const { ask, answer } = open();
  const [outcome, mailbox] = [await ask(), await ask({ identity: MAIL })];
  for (const choice of ["", "LINK", "cancelled", undefined]) {
    await assert.rejects(
      answer(outcome, (name) => ({ choice, question: name })),
      isRefused(/`choice` is not/),
    );
  }
  await assert.rejects(
    answer(mailbox, (name) => ({ choice: "switch", question: name })),
    isRefused(/`choice` is not/),
  );
  assert.equal(
    (await answer(mailbox, (name) => ({ choice: "link", question: name }))).ending?.intent.link,
    "agreed",
  );
});

test("parseLinkAnswer() refuses an answer to another question than the one that the browser holds", async () => {
  const { ask, answer } = open();
  const outcome = await ask();
  for (const choice of ["link", "switch"]) {
    await assert.rejects(
      answer(outcome, () => ({ choice, question: "another" })),
      isRefused(/another tab asks/),
    );
    await assert.rejects(answer(outcome, () => ({ choice })), isRefused(/the form must post the `question`/));
  }
});
