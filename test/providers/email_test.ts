import assert from "node:assert/strict";
import { test } from "node:test";
import { Email } from "../../src/providers/email.ts";
import { Nodemailer } from "../../src/providers/nodemailer.ts";

const options = { server: "smtp://smtp.example.com", from: "sign-in@example.com" };

test("Email() is Nodemailer() with the id and the name that Auth.js 4 gave it", () => {
  const { sendVerificationRequest: send, assertReady, assertInstalled, ...email } = Email(options);
  const { sendVerificationRequest: _, assertReady: __, assertInstalled: ___, ...nodemailer } = Nodemailer(
    options,
  );
  assert.deepEqual(email, { ...nodemailer, id: "email", name: "Email" });
  assert.deepEqual([typeof send, typeof assertReady, typeof assertInstalled], Array(3).fill("function"));
});

test("Email() is not ready with a server that is not one, as Nodemailer() is not, and has its own id in the message", () => {
  const provider = Email({ ...options, server: "smtp.example.com" });
  assert.throws(
    () => provider.assertReady!({ ...provider, ...provider.options }),
    /with "email": set its `server`/,
  );
});
