import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { VerificationRequest } from "../../src/model/provider.ts";
import { Email } from "../../src/providers/email.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { Password } from "../../src/providers/password.ts";
import { testForms as test } from "../flows/_password_forms.ts";
import { APP, openWorld } from "./_tabs.ts";

const [GOOD, BETTER] = ["lovely engine weaves", "seven purple teapots"];

test("The functions for passwords sign up, sign in with the code, change the password and set a new one", async () => {
  const mails: VerificationRequest[] = [];
  const sendVerificationRequest = (mail: VerificationRequest) => void mails.push(mail);
  const world = openWorld({
    adapter: Memory(),
    providers: [Password(), Email({ mails: "both", sendVerificationRequest })],
  });
  const { client, left } = world.open();
  const email = "ada@example.com";
  const stay = { redirect: false, redirectTo: "/home" };
  const refused = (error: string) => ({ ok: false, error, code: null, status: 200, url: null });
  const done = (path: string) => ({ ok: true, error: null, code: null, status: 200, url: APP + path });

  assert.deepEqual(await client.password.signUp({ email, password: "short", ...stay }), refused("TooShort"));
  const waiting = "/auth/verify-request?provider=password&type=email";
  assert.deepEqual(await client.password.signUp({ email, password: GOOD, ...stay }), done(waiting));
  const code = () => mails.at(-1)!.code!;
  assert.deepEqual(await client.signIn("password", { code: code(), ...stay }), done("/home"));
  assert.equal(client.getSnapshot().session?.user.email, email);

  assert.deepEqual(await client.password.keep({ choice: "never", ...stay }), refused("InvalidCheck"));
  const wrong = await client.password.change({ current: BETTER, password: BETTER, ...stay });
  assert.deepEqual(wrong, refused("WrongPassword"));
  const changed = await client.password.change({ current: GOOD, password: BETTER, ...stay });
  assert.deepEqual(changed, done("/home?done=password-changed"));

  await client.signOut(stay);
  assert.equal((await client.password.change({ password: GOOD, ...stay })).error, "SessionRequired");
  const form = new FormData();
  form.set("email", email);
  await client.password.forgot(form);
  // The page is being left.
  await world.tick(5000);
  assert.deepEqual(left, [`${APP}/auth/new-password?provider=password&type=email`]);
  assert.deepEqual(
    await client.password.reset({ code: "00000000", password: GOOD, ...stay }),
    refused("InvalidCode"),
  );
  assert.equal((await client.password.reset({ code: code(), password: GOOD, ...stay })).ok, true);
  assert.equal(client.getSnapshot().session?.user.email, email);
});

test("A right password in an unknown browser is not ok, and its url asks for the code, which signs in", async () => {
  const mails: VerificationRequest[] = [];
  const sendVerificationRequest = (mail: VerificationRequest) => void mails.push(mail);
  const adapter = Memory();
  const email = "ada@example.com";
  await adapter.createUser({ id: "1", email, emailVerified: new Date() });
  const row = { userId: "1", generation: 0, passwordIsProven: true, passwordSetAt: new Date() };
  await adapter.rows.store("security", { ...row, passwordHash: await hashPassword(GOOD) }, null);
  const world = openWorld({
    adapter,
    providers: [Password(), Email({ mails: "both", sendVerificationRequest })],
  });
  const { client } = world.open();
  const stay = { redirect: false, redirectTo: "/home" };
  const asked = await client.signIn("password", { email, password: GOOD, ...stay });
  const url = `${APP}/auth/verify-request?provider=password&type=email&again=unknownBrowser`;
  assert.deepEqual(asked, { ok: false, error: "SecondStepRequired", code: null, status: 200, url });
  assert.equal(client.getSnapshot().session ?? null, null);
  // Clients of Auth.js open the address with the error, whose page shows none.
  assert.doesNotMatch((await world.browser.open(`${url}&error=SecondStepRequired`)).html, /role="alert"/);
  const wrong = await client.signIn("password", { code: "00000000", ...stay });
  assert.deepEqual([wrong.ok, wrong.error], [false, "InvalidCode"]);
  assert.equal((await client.signIn("password", { code: mails[0]!.code!, ...stay })).ok, true);
  assert.equal(client.getSnapshot().session?.user.email, email);
  await client.signOut(stay);
  assert.equal((await client.signIn("password", { email, password: GOOD, ...stay })).ok, true);
  assert.equal(mails.length, 1);
});
