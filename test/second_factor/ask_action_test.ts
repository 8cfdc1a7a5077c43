import assert from "node:assert/strict";
import { test } from "node:test";
import { openSetup, requestOf } from "./_factor_setup.ts";
import { codeAt } from "../flows/_second_factor.ts";
import { answerQuestion, passkeyOptions } from "../../src/features/second_factor/ask_action.ts";
import { InvalidSecondFactor } from "../../src/errors/errors.ts";
import { NO_INTENT } from "../../src/model/intent.ts";
import { type PendingSignIn, storePending } from "../../src/features/second_factor/pending.ts";
import { sealTotpSecret } from "../../src/features/second_factor/prove.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import type { SignedIn } from "../../src/model/session.ts";

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const TYPED = Credentials({ id: "idp", authorize: () => null });
const ACCOUNT = { provider: "idp", providerAccountId: "1", type: "oauth" } as const;

/** The options for a passkey, as far as these tests read them. */
interface Asked {
  readonly options: { readonly userVerification: string };
}

/** Ada, who has an app and an account at a provider, and waits for the second step. */
async function world(more: Partial<PendingSignIn> = {}) {
  const opened = openSetup({ session: { strategy: "jwt" }, providers: [TYPED, Passkey()] });
  const { memory, platform } = opened;
  const began: SignedIn["signedInAt"][] = [];
  const { sessions } = opened.setup;
  const issue: typeof sessions.issue = (signedIn, cookies) => {
    began.push(signedIn.signedInAt);
    return sessions.issue(signedIn, cookies);
  };
  const setup = { ...opened.setup, sessions: { ...sessions, issue } };
  await memory.createUser({ id: "ada", name: "Ada", email: "ada@example.com", emailVerified: null });
  await memory.linkAccount({ ...ACCOUNT, userId: "ada" });
  const totpSecret = await sealTotpSecret({ userId: "ada", secret: SECRET }, setup);
  await memory.rows.store(
    "secondFactors",
    { ...noSecondFactor("ada"), enabledAt: new Date(1), totpSecret },
    null,
  );
  const { name, cookies } = await storePending({
    identity: { user: { id: "1", email: "ada@example.com" }, account: ACCOUNT, stored: {} },
    returnTo: "https://app.test/home",
    intent: NO_INTENT,
    allowed: { kind: "found", userId: "ada" },
    before: { generation: 0 },
    step: "ask",
    label: "ada@example.com",
    ...more,
  }, setup);
  const code = codeAt(SECRET, Math.floor(platform.now() / 30_000));
  const answer = async (fields: object = { code }) =>
    await answerQuestion(await requestOf({ cookies, body: { question: name, ...fields } }), setup);
  const options = async () => {
    const asking = await requestOf({ cookies });
    const query = new URLSearchParams({ question: name });
    return await passkeyOptions({ ...asking, query }, setup) as { readonly json: Asked };
  };
  return { answer, options, began, platform, setup };
}

test("answerQuestion() begins the session now, or at the first step where an account was added", async () => {
  const now = await world();
  assert.deepEqual((await now.answer() as { redirect?: string }).redirect, "https://app.test/home");
  assert.deepEqual(now.began, [now.platform.now()]);
  const provenAt = now.platform.now() - 5000;
  const added = await world({ provenAt, intent: { ...NO_INTENT, link: "agreed" } });
  await added.answer();
  assert.deepEqual(added.began, [provenAt]);
});

test("answerQuestion() throws what is wrong to the application's own code", async () => {
  const { answer, setup } = await world();
  Object.assign(setup, { raw: true });
  await assert.rejects(answer({ code: "000000" }), InvalidSecondFactor);
});

test("passkeyOptions() asks a passkey to verify its user after a first step by a passkey, and for a touch after any other", async () => {
  const [user, account] = [{ id: "1", email: "ada@example.com" }, ACCOUNT];
  for (
    const [amr, expected] of [
      [["hwk"], "required"],
      [["pwd"], "preferred"],
      [undefined, "preferred"],
    ] as const
  ) {
    const { options } = await world({ identity: { user, account, stored: {}, ...amr && { amr } } });
    assert.equal((await options()).json.options.userVerification, expected, String(amr));
  }
});
