import assert from "node:assert/strict";
import { test } from "node:test";
import { check, ENV, said } from "./_command.ts";

/** Checks an application with mail by SMTP and passkeys. @param versions Of the packages in its `node_modules`. */
async function checkPackages(versions: Record<string, string> = {}, provider = "", options = "") {
  const packages = Object.entries(versions).map(([name, version]) =>
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version })] as const
  );
  return await check({
    env: ENV,
    files: {
      ...Object.fromEntries(packages),
      "src/auth.ts": `
        import { Memory } from "@latchkey/auth/adapters/memory";
        import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
        import { Passkey } from "@latchkey/auth/providers/passkey";
        import { argon2id, bcrypt, betterAuth, wordpress } from "@latchkey/auth/password-hashes";
        import { Password } from "@latchkey/auth/providers/password";
        import { Resend } from "@latchkey/auth/providers/resend";
        import { SecondFactor } from "@latchkey/auth/second-factor";
        const from = "a@app.example";
        export const config = {
          providers: [Nodemailer({ server: "smtp://localhost:2525", from }), Passkey, Resend({ apiKey: "key", from }) ${provider}],
          adapter: Memory(), ${options}
        };`,
    },
  });
}

test("check finds the packages of passkeys and of mail by SMTP", async () => {
  const { findings, code } = await checkPackages();
  assert.deepEqual(said(findings, "package"), [
    "ok: nodemailer is installed",
    "ok: @simplewebauthn/server is installed",
  ]);
  assert.deepEqual(said(findings, "mail"), ["ok: the options are complete; no mail was sent"]);
  assert.equal(code, 0);
});

test("check compares the versions with those that the library is tested with", async () => {
  const right = await checkPackages({ nodemailer: "9.1.1", "@simplewebauthn/server": "14.2.0" });
  assert.deepEqual(said(right.findings, "package"), [
    "ok: nodemailer 9.1.1 is installed",
    "ok: @simplewebauthn/server 14.2.0 is installed",
  ]);
  const old = await checkPackages({ nodemailer: "9.1.0", "@simplewebauthn/server": "13.3.0" });
  assert.deepEqual(said(old.findings, "package"), [
    "warning: nodemailer 9.1.0 is installed; the library is tested with >=9.1.1 → Run `npm install nodemailer@^9.1.1`",
    "warning: @simplewebauthn/server 13.3.0 is installed; the library is tested with ^14.0.0 → " +
    "Run `npm install @simplewebauthn/server@^14.0.0`",
  ]);
  const newer = await checkPackages({ nodemailer: "11.0.0-beta.1", "@simplewebauthn/server": "15.0.0" });
  assert.deepEqual(said(newer.findings, "package").map((text) => text.split(":")[0]), ["ok", "warning"]);
});

test("check finds the package that draws the QR code of a second factor", async () => {
  const { findings, code } = await checkPackages({ uqr: "0.2.0" }, "", "features: [SecondFactor()]");
  const [qr] = said(findings, "package").filter((text) => text.includes("uqr"));
  assert.equal(
    qr,
    "warning: uqr 0.2.0 is installed; the library is tested with ^0.1.0 → Run `npm install uqr@^0.1.0`",
  );
  assert.equal(code, 0);
});

test("check says that a package cannot be used, in the words of the library", async () => {
  const fail = "() => { throw new Error('not installed') }";
  const { findings, code } = await checkPackages(
    {},
    `, { ...Passkey(), id: "keys", enableConditionalUI: false, simpleWebAuthn: { generateRegistrationOptions: ${fail},
      generateAuthenticationOptions: ${fail}, verifyRegistrationResponse: ${fail}, verifyAuthenticationResponse: ${fail} } }`,
  );
  assert.match(
    said(findings, "package")[2]!,
    /^wrong: Cannot use provider "keys": @simplewebauthn\/server cannot be loaded\. Run npm install/,
  );
  assert.equal(code, 1);
});

test("check names the packages of the kinds of hashes that a config lists", async () => {
  const kinds = "[bcrypt(), wordpress(), argon2id(), betterAuth()]";
  const provider = `, Password({ hashes: ${kinds} })`;
  const { findings, code } = await checkPackages({ bcryptjs: "2.4.3", "@node-rs/argon2": "2.0.2" }, provider);
  assert.deepEqual(said(findings, "package").slice(2), [
    "warning: bcryptjs 2.4.3 is installed; the library is tested with ^3.0.0 → Run `npm install bcryptjs@^3.0.0`",
    "ok: @node-rs/argon2 2.0.2 is installed",
  ]);
  assert.equal(code, 0);
});

test("check says which package of a kind of hashes is missing", async () => {
  const missing = "assertSupported: () => Promise.reject(new Error('the package `bcryptjs` is missing'))";
  const provider = `, Password({ hashes: [{ ...bcrypt(), ${missing} }] })`;
  const { findings, code } = await checkPackages({}, provider);
  assert.deepEqual(said(findings, "package").slice(2), ["wrong: the package `bcryptjs` is missing"]);
  assert.equal(code, 1);
});
