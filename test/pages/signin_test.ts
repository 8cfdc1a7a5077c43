import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthError } from "../../src/errors.ts";
import * as errors from "../../src/errors.ts";
import { signInPage } from "../../src/pages/signin.ts";
import type { PageProvider, SignInPage } from "../../src/pages/types.ts";

const ORIGIN = "https://app.example.com";
const GENERIC = await alertOf("NoSuchType");

test("signInPage() has a form for each provider, in their order", async () => {
  const { html, status } = await open({ providers: [codeHost("GitHub"), codeHost("GitLab")] });
  assert.equal(status, 200);
  const forms = [...html.matchAll(/<form method="post" action="([^"]*)">(.*?)<\/form>/gs)];
  assert.deepEqual(forms.map(([, action]) => action), [`${ORIGIN}/signin/GitHub`, `${ORIGIN}/signin/GitLab`]);
  for (const [, , form] of forms) {
    assert.match(form!, /<input type="hidden" name="csrfToken" value="token">/);
    assert.match(
      form!,
      /<input type="hidden" name="callbackUrl" value="https:\/\/app\.example\.com\/private">/,
    );
  }
  assert.match(html, /<span>Sign in with GitHub<\/span>.*<span>Sign in with GitLab<\/span>/s);
});

test("signInPage() escapes each field of a provider and the hidden fields", async () => {
  const text = `<&>"'`;
  const escaped = "&#60;&#38;&#62;&#34;&#39;";
  const { html } = await open({
    providers: [{ id: text, name: text, signinUrl: text, style: { logo: `/${text}` } }],
    csrfToken: text,
    callbackUrl: text,
  });
  assert.ok(html.includes(`action="${escaped}"`));
  assert.ok(html.includes(`name="csrfToken" value="${escaped}"`));
  assert.ok(html.includes(`name="callbackUrl" value="${escaped}"`));
  assert.ok(html.includes(`Sign in with ${escaped}<`));
  assert.ok(html.includes(`src="/${escaped}"`));
  assert.ok(!html.includes(text));
});

test("signInPage() shows a logo where there is one, and its origin alone may be loaded", async () => {
  const { html, policy } = await open({
    providers: [
      codeHost("A", { logo: "https://cdn.example.net/a.svg" }),
      codeHost("B", { logo: "https://cdn.example.net/b.svg" }),
      codeHost("C", { logo: "javascript:alert(1)" }),
      codeHost("D"),
    ],
  });
  assert.deepEqual([...html.matchAll(/<img class="tile" src="([^"]*)" alt=""/g)].map(([, url]) => url), [
    "https://cdn.example.net/a.svg",
    "https://cdn.example.net/b.svg",
  ]);
  assert.match(policy, /img-src 'self' https:\/\/cdn\.example\.net;/);
});

test("signInPage() shows a monogram in the provider's colour where there is no logo", async () => {
  const { html } = await open({
    providers: [
      codeHost(" émile", { brandColor: "#24292f" }),
      codeHost("🦊 Fox", { brandColor: "red;}" }),
      codeHost(""),
    ],
  });
  assert.match(html, /\.p0\{background:#24292f;color:#fff\}/);
  assert.doesNotMatch(html, /\.p1\{/);
  assert.match(html, /<span class="tile p0" aria-hidden="true">É<\/span>/);
  assert.match(html, /<span class="tile p1" aria-hidden="true">🦊<\/span>/);
  assert.match(html, /<span class="tile p2" aria-hidden="true"><\/span>/);
});

test("signInPage() spreads more than eight providers over columns", async () => {
  const list = Array.from({ length: 100 }, (_, index) => codeHost(`Host ${index}`));
  assert.doesNotMatch((await open({ providers: list.slice(0, 8) })).html, /<main class="wide">/);
  assert.match((await open({ providers: list.slice(0, 9) })).html, /<main class="wide">/);
  const { html } = await open({ providers: list });
  assert.equal(html.match(/<form /g)?.length, 100);
});

test("signInPage() says what to do where there is no provider", async () => {
  const { html } = await open({ providers: [] });
  assert.doesNotMatch(html, /<form|<ul/);
  assert.match(html, /add a provider to its configuration/);
});

test("signInPage() shows no alert without an error", async () => {
  for (const error of [null, ""]) assert.doesNotMatch((await open({ error })).html, /role="alert"/);
});

test("signInPage() has a message of its own for each public error that leads here", async () => {
  const types = Object.values(errors)
    .filter((value): value is typeof AuthError =>
      typeof value === "function" && value.prototype instanceof AuthError
    )
    .map((value) => new value())
    .filter((error) => error.kind === "signIn" && error.publicType === error.type)
    .map((error) => error.type);
  assert.ok(types.length >= 7);
  for (const type of types) assert.notEqual(await alertOf(type), GENERIC, type);
});

test("signInPage() knows the types that clients put into the URL", async () => {
  const messages = await Promise.all([
    "AccountNotLinked",
    "CredentialsSignin",
    "EmailSignInError",
    "OAuthAccountNotLinked",
    "SessionRequired",
    "WebAuthnVerificationError",
  ].map(alertOf));
  assert.equal(new Set([GENERIC, ...messages]).size, 7);
});

test("signInPage() has one message for whatever else comes as an error", async () => {
  for (
    const error of ["constructor", "__proto__", "toString", "0", "<script>", "invalidcheck", "x".repeat(9999)]
  ) {
    assert.equal(await alertOf(error), GENERIC, error);
  }
});

function open(page: Partial<SignInPage>) {
  return signInPage({
    theme: {},
    origin: ORIGIN,
    providers: [codeHost("GitHub")],
    csrfToken: "token",
    callbackUrl: `${ORIGIN}/private`,
    error: null,
    ...page,
  });
}

function codeHost(name: string, style?: PageProvider["style"]): PageProvider {
  return { id: name, name, signinUrl: `${ORIGIN}/signin/${name}`, style };
}

async function alertOf(error: string): Promise<string> {
  const { html } = await open({ error });
  const [match, ...more] = html.matchAll(/<p class="alert" role="alert"><b>([^<]+)<\/b> ([^<]+)<\/p>/g);
  assert.ok(match && more.length === 0);
  return match[0];
}
