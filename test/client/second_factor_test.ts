import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { createClient } from "../../src/client/client.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { Email } from "../../src/providers/email.ts";
import { Password } from "../../src/providers/password.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { testForms as test } from "../flows/_password_forms.ts";
import { codeAt } from "../flows/_second_factor.ts";
import { APP, openWorld } from "./_tabs.ts";

const email = "ada@example.com";
const password = "lovely engine weaves";
const stay = { redirect: false, redirectTo: "/home" };

/** A tab of an application that knows Ada, with a clock for codes. */
async function openTab(secondFactor?: { required: true }) {
  const adapter = Memory();
  await adapter.createUser({ id: "1", email, emailVerified: new Date() });
  const row = { userId: "1", generation: 0, passwordIsProven: true, passwordSetAt: new Date() };
  await adapter.rows.store("security", { ...row, passwordHash: await hashPassword(password) }, null);
  let now = testPlatform().now();
  const codes: string[] = [];
  const sendVerificationRequest = ({ code }: { code?: string }) => void codes.push(code ?? "");
  const world = openWorld({
    adapter,
    providers: [
      Password({ unknownBrowsers: "allow" }),
      Email({ mails: "both", notices: true, sendVerificationRequest }),
    ],
    features: [SecondFactor(secondFactor)],
    platform: { now: () => now },
  });
  const codeOf = (secret: string) => {
    now += 30_000;
    return codeAt(secret, Math.floor(now / 30_000));
  };
  return { world, ...world.open(), codes, codeOf };
}

function refused(error: string) {
  return { ok: false, error, code: null, status: 200, url: null };
}

test("a sign-in that stops after its first step is not ok, and its url leads to the second one", async () => {
  const { client, codeOf, codes, left, world } = await openTab();
  assert.equal((await client.secondFactor.start({ ...stay })).error, "SessionRequired");
  assert.equal((await client.secondFactor.prove({ code: "000000", ...stay })).error, "SessionRequired");
  assert.equal((await client.secondFactor.setUp({ action: "off", ...stay })).error, "SessionRequired");
  assert.equal((await client.signIn("password", { email, password, ...stay })).ok, true);
  const asked = await client.secondFactor.start({ redirectTo: "/home" });
  assert.deepEqual(asked.page, { needsMailCode: true, isSent: true, email, wait: 30 });
  const { error } = await client.secondFactor.setUp({ mailCode: "00000000", ...stay });
  assert.equal(error, "InvalidSecondFactor");
  assert.equal((await client.secondFactor.setUp({ mailCode: codes.at(-1)!, ...stay })).ok, true);
  const { page } = await client.secondFactor.start({ redirectTo: "/home" });
  assert.ok(page && !page.needsMailCode);
  const { setup, secret } = page;
  const wrong = await client.secondFactor.setUp({ setup, code: "000000", ...stay });
  assert.deepEqual(wrong, { ...refused("InvalidSecondFactor"), codes: null });
  // The page stays, so that it can show the codes.
  const on = await client.secondFactor.setUp({ setup, code: codeOf(secret), redirectTo: "/home" });
  assert.deepEqual([on.codes?.length, on.url, left], [10, `${APP}/home?done=second-factor-on`, []]);
  assert.equal(client.getSnapshot().session?.aal, 2);
  await client.signOut(stay);

  const stopped = await client.signIn("password", { email, password, ...stay });
  const url = new URL(stopped.url!);
  const question = url.searchParams.get("question")!;
  assert.deepEqual([stopped.ok, stopped.error], [false, "SecondStepRequired"]);
  assert.deepEqual([url.pathname, url.searchParams.get("ways"), url.searchParams.get("error")], [
    "/auth/second-factor",
    "code,recoveryCode",
    null,
  ]);
  assert.equal(client.getSnapshot().status, "unauthenticated");
  const unknown = await client.secondFactor.prove({ question, code: "000000", ...stay });
  assert.deepEqual(unknown, refused("InvalidSecondFactor"));
  const done = await client.secondFactor.prove({ question, code: codeOf(secret), ...stay });
  assert.deepEqual(done, { ok: true, error: null, code: null, status: 200, url: `${APP}/home` });
  assert.equal(client.getSnapshot().session?.aal, 2);

  await client.signOut(stay);
  // Without `redirect: false`, the page of the second step opens.
  await client.signIn("password", { email, password, redirectTo: "/home" });
  await world.tick(5000);
  assert.match(left[0]!, /\/auth\/second-factor\?(?!.*error)/);
});

test("what other clients of next-auth get from a sign-in after its first step has an error, and no session", async () => {
  const { client, codeOf, codes, world } = await openTab();
  await client.signIn("password", { email, password, ...stay });
  await client.secondFactor.start({ ...stay });
  await client.secondFactor.setUp({ mailCode: codes.at(-1)!, ...stay });
  const { page } = await client.secondFactor.start({ ...stay });
  assert.ok(page && !page.needsMailCode);
  await client.secondFactor.setUp({ setup: page.setup, code: codeOf(page.secret), ...stay });
  await client.signOut(stay);
  const csrfToken = await client.getCsrfToken();
  for (const [headers, json] of [[{ "x-auth-return-redirect": "1" }, ""], [{}, "true"]] as const) {
    const response = await world.browser.fetch(`${APP}/auth/callback/password`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ email, password, csrfToken, callbackUrl: "/home", ...json && { json } }),
    });
    const { url } = await response.json();
    // These clients read the error from the address, and go there without `redirect: false`.
    assert.equal(new URL(url).searchParams.get("error"), "SecondStepRequired");
    const shown = await world.browser.open(url);
    assert.match(shown.html, /name="code"/);
    assert.doesNotMatch(shown.html, /role="alert"/);
  }
  assert.equal(await client.getSession(), null);
});

test("a user who must have a second factor sets it up with the functions of the client", async () => {
  const { client, codes, codeOf } = await openTab({ required: true });
  const stopped = await client.signIn("password", { email, password, ...stay });
  assert.equal(stopped.error, "SecondStepRequired");
  const { pathname, searchParams } = new URL(stopped.url!);
  assert.equal(pathname, "/auth/second-factor-setup");
  const question = searchParams.get("question")!;
  const first = await client.secondFactor.start({ question, ...stay });
  assert.ok(first.page?.needsMailCode);
  assert.deepEqual([first.page.email, first.page.wait], [email, 30]);
  const early = await client.secondFactor.setUp({ question, action: "mail", ...stay });
  assert.match(early.url!, /again=early/);
  const wrong = await client.secondFactor.setUp({ question, mailCode: "00000000", ...stay });
  assert.equal(wrong.error, "InvalidSecondFactor");
  assert.equal((await client.secondFactor.setUp({ question, mailCode: codes.at(-1)!, ...stay })).ok, true);
  assert.equal(client.getSnapshot().status, "unauthenticated");
  const { page } = await client.secondFactor.start({ question, ...stay });
  assert.ok(page && !page.needsMailCode);
  const form = { question, setup: page.setup, code: codeOf(page.secret), ...stay };
  const done = await client.secondFactor.setUp(form);
  assert.deepEqual([done.ok, done.codes?.length, done.url], [true, 10, `${APP}/home`]);
  assert.equal(client.getSnapshot().session?.aal, 2);
  assert.equal((await client.secondFactor.start({ question, ...stay })).error, "InvalidCheck");
});

test("a form as the browser has it disowns an account, too", async () => {
  const sent: Record<string, unknown>[] = [];
  const client = createClient({
    baseUrl: APP,
    fetch: async (url, { method, body } = {}) => {
      if (method !== "POST") return Response.json({ csrfToken: "token" });
      sent.push({ path: new URL(url).pathname, ...JSON.parse(String(body)) });
      return await Promise.resolve(Response.json({ url: `${APP}/home` }));
    },
  });
  // Its functions are for servers.
  assert.equal("accessTokens" in client, false);
  const form = new FormData();
  form.set("question", "abc");
  form.set("choice", "code");
  assert.equal((await client.secondFactor.disown(form)).url, `${APP}/home`);
  const expected = { path: "/auth/second-factor", question: "abc", choice: "never", csrfToken: "token" };
  assert.deepEqual(sent.map(({ callbackUrl: _, ...rest }) => rest), [expected]);
});
