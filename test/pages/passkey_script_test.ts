import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { PASSKEY_SCRIPT, passkeyScriptVersion } from "../../src/pages/passkey_script.ts";
import { signInPage } from "../../src/pages/signin.ts";
import type { PageProvider } from "../../src/pages/types.ts";

const ORIGIN = "https://app.example.com";
const HOSTILE = `"'><script>alert(1)</script><b onclick=x>&;`;

test("PASSKEY_SCRIPT is a script that asks for nothing but what it is told to", () => {
  assert.doesNotThrow(() => new Function(PASSKEY_SCRIPT));
  assert.doesNotMatch(PASSKEY_SCRIPT, /https?:|innerHTML|eval|document\.write|import\(/);
});

test("PASSKEY_SCRIPT runs where there is no form, and does nothing", () => {
  const run = new Function("document", "window", PASSKEY_SCRIPT);
  run({ querySelectorAll: () => [] }, {});
});

test("passkeyScriptVersion() is the hash of the script", async () => {
  const hash = createHash("sha256").update(PASSKEY_SCRIPT).digest("base64");
  assert.equal(await passkeyScriptVersion(), `sha256-${hash}`);
});

test("signInPage() admits the script of passkeys once, however many providers there are", async () => {
  const { html, policy } = await open(ORIGIN, [passkey("A"), passkey("B")]);
  const scripts = html.match(/<script\b[^>]*>/g)!;
  assert.equal(scripts.length, 1);
  assert.match(scripts[0]!, /^<script src="https:\/\/app\.example\.com\/auth\/webauthn-script\?v=sha256-/);
  assert.match(
    scripts[0]!,
    new RegExp(`integrity="${(await passkeyScriptVersion()).replaceAll("+", "\\+")}" defer>`),
  );
  assert.match(
    policy,
    /; script-src https:\/\/app\.example\.com\/auth\/webauthn-script; connect-src 'self'; /,
  );
});

test("signInPage() names the origin where a policy cannot name the file", async () => {
  for (const origin of ["http://[::1]:3000", "https://a;b.test", "https://a,b.test"]) {
    const { policy } = await open(origin, [passkey("A", origin)]);
    assert.match(policy, /; script-src 'self'; connect-src 'self'; /, origin);
  }
  assert.match((await open(ORIGIN, [passkey("A", "https://evil.test")])).policy, /; script-src 'self'; /);
});

test("signInPage() has two buttons for passkeys: one needs no field, the other all", async () => {
  const { html } = await open(ORIGIN, [passkey("Passkey")]);
  assert.match(
    html,
    /<button class="button" name="action" value="authenticate" formnovalidate>Sign in with Passkey<\/button>/,
  );
  assert.match(
    html,
    /<button class="button plain" name="action" value="register">Sign up with Passkey<\/button>/,
  );
  assert.match(html, /<input id="form0-0" name="email" type="email"[^>]* required>/);
});

test("signInPage() hides what works by the script alone, and says so", async () => {
  const { html } = await open(ORIGIN, [passkey("Passkey")]);
  assert.match(html, /<form method="post" action="[^"]+" data-passkey="[^"]+" data-autofill hidden>/);
  assert.match(html, /<noscript><p>Signing in with Passkey needs JavaScript\.<\/p><\/noscript>/);
  assert.doesNotMatch((await open(ORIGIN, [{ ...passkey("A"), autofill: false }])).html, /data-autofill/);
});

test("signInPage() escapes each field of a form for passkeys", async () => {
  const form = { ...passkey(HOSTILE), action: HOSTILE, options: HOSTILE, script: HOSTILE };
  const { html, policy } = await open(ORIGIN, [{ ...form, fields: { [HOSTILE]: { label: HOSTILE } } }]);
  assert.equal(html.includes("<b onclick"), false);
  assert.equal(html.match(/<script\b/g)?.length, 1);
  assert.match(policy, /; script-src 'self'; /);
});

function open(origin: string, providers: readonly PageProvider[]) {
  return signInPage({ theme: {}, origin, providers, csrfToken: "token", callbackUrl: origin, error: null });
}

function passkey(name: string, origin = ORIGIN): Extract<PageProvider, { form: "passkey" }> {
  return {
    form: "passkey",
    name,
    action: `${origin}/auth/callback/${name}`,
    fields: { email: { type: "email", autocomplete: "username webauthn", required: true } },
    options: `${origin}/auth/webauthn-options/${name}`,
    autofill: true,
    script: `${origin}/auth/webauthn-script`,
  };
}
