import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { VerificationRequest } from "../../src/model/provider.ts";
import { Email } from "../../src/providers/email.ts";
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
