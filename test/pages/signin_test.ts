import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { AuthError } from "../../src/errors.ts";
import * as errors from "../../src/errors.ts";
import { signInPage, toSignInTemplate } from "../../src/pages/signin.ts";
import type { Page, PageForm, SignInBase, SignInVisit } from "../../src/pages/types.ts";
import type { CredentialInput, Mark, ProviderStyle } from "../../src/providers/types.ts";

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

test("signInPage() shows buttons first, then forms, each in their order, with or between", async () => {
  const { html } = await open({
    providers: [
      email("Mail"),
      codeHost("GitHub"),
      credentials("Password", {}),
      codeHost("GitLab"),
      email("Post"),
    ],
  });
  const order = [...html.matchAll(/Sign in with (\w+)<|<p class="(or)">or<\/p>/g)].map(([, name, or]) =>
    name ?? or
  );
  assert.deepEqual(order, ["GitHub", "GitLab", "or", "Mail", "or", "Password", "or", "Post"]);
});

test("signInPage() has no separator where there is one group", async () => {
  for (
    const providers of [[codeHost("GitHub"), codeHost("GitLab")], [email("Mail")], [credentials("A", {})]]
  ) {
    assert.doesNotMatch((await open({ providers })).html, /<p class="or"/);
  }
});

test("signInPage() asks for an e-mail address, as the browser may fill it in", async () => {
  const { html } = await open({ providers: [email("Mail")] });
  const [, form] = html.match(
    /<form method="post" action="https:\/\/app\.example\.com\/signin\/Mail">(.*?)<\/form>/s,
  )!;
  assert.match(form!, /name="csrfToken" value="token"/);
  assert.match(form!, /name="callbackUrl" value="https:\/\/app\.example\.com\/private"/);
  assert.deepEqual(inputOf(form!, "email"), {
    id: "form0-0",
    name: "email",
    type: "email",
    placeholder: "you@example.com",
    autocomplete: "email",
    inputmode: "email",
    autocapitalize: "none",
    required: true,
  });
  assert.match(form!, /<label for="form0-0">E-mail address<\/label>/);
  assert.match(form!, /<button class="button">Sign in with Mail<\/button>/);
});

test("signInPage() fills the address in, whatever text it is", async () => {
  const { html } = await open({ providers: [email("Mail")], email: `"><b>` });
  assert.equal(inputOf(html, "email").value, "&#34;&#62;&#60;b&#62;");
});

test("signInPage() has an input for each field of credentials, with its attributes", async () => {
  const { html } = await open({
    providers: [
      credentials("Password", {
        user: {
          label: "User name",
          autocomplete: "username",
          placeholder: "ada",
          value: "Ada",
          required: true,
        },
        password: { type: "password", required: false },
        realm: { type: "hidden", value: "x" },
      }),
    ],
  });
  assert.deepEqual(inputOf(html, "user"), {
    id: "form0-0",
    name: "user",
    type: "text",
    value: "Ada",
    placeholder: "ada",
    autocomplete: "username",
    autocapitalize: "none",
    required: true,
  });
  const plain = { id: "form0-1", name: "password", type: "password", autocapitalize: "none" };
  assert.deepEqual(inputOf(html, "password"), plain);
  assert.equal(inputOf(html, "realm").value, "x");
  const labels = [...html.matchAll(/<label for="([^"]+)">([^<]+)<\/label>/g)].map((
    [, id, text],
  ) => [id, text]);
  assert.deepEqual(labels, [["form0-0", "User name"], ["form0-1", "Password"]]);
});

test("signInPage() gives each input of all forms a unique id, and each form a heading", async () => {
  const field = { user: {}, password: {} };
  const { html } = await open({
    providers: [email("A"), email("B"), credentials("C", field), credentials("D", field)],
  });
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(ids.length, 6);
  assert.equal(new Set(ids).size, 6);
  assert.deepEqual([...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, name]) => name), [
    "A",
    "B",
    "C",
    "D",
  ]);
});

test("signInPage() escapes each field of a provider and the hidden fields", async () => {
  const text = `<&>"'`;
  const escaped = "&#60;&#38;&#62;&#34;&#39;";
  const all = { label: text, type: text, placeholder: text, autocomplete: text, value: text };
  const { html } = await open({
    providers: [
      { form: "button", name: text, action: text, style: { logo: `/${text}` }, mark: null },
      { form: "email", name: text, action: text },
      { form: "fields", name: text, action: text, fields: { [text]: all } },
    ],
    csrfToken: text,
    callbackUrl: text,
    email: text,
  });
  assert.equal(html.split(`action="${escaped}"`).length, 4);
  assert.equal(html.split(`name="csrfToken" value="${escaped}"`).length, 4);
  assert.equal(html.split(`name="callbackUrl" value="${escaped}"`).length, 4);
  assert.equal(html.split(`Sign in with ${escaped}<`).length, 4);
  assert.ok(html.includes(`src="/${escaped}"`));
  for (const attribute of ["name", "type", "placeholder", "autocomplete", "value"]) {
    assert.ok(html.includes(` ${attribute}="${escaped}"`), attribute);
  }
  assert.ok(html.includes(`>${escaped}</label>`));
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

test("signInPage() shows a monogram in the provider's colour without a logo", async () => {
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

test("signInPage() shows a mark in its colours, and a logo of the application instead", async () => {
  const mark = (fields: Partial<Mark> = {}): Mark => ({
    viewBox: "0 0 24 24",
    paths: [{ d: "M0 0h9z" }],
    ...fields,
  });
  const { html, policy } = await open({
    providers: [
      codeHost("A", { brandColor: "#1ed760" }, mark({ color: "#123456" })),
      codeHost("B", { brandColor: "#654321" }, mark()),
      codeHost("C", {}, mark({ paths: [{ d: "M1 1h1z", fill: "#ea4335" }, { d: "M2 2h2z", fill: "red" }] })),
      codeHost("D", { logo: "/own.svg" }, mark()),
    ],
  });
  const svg = (index: number, paths: string) =>
    `<svg class="mark p${index}" viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`;
  assert.ok(html.includes(svg(0, '<path d="M0 0h9z"/>')));
  assert.ok(html.includes(svg(1, '<path d="M0 0h9z"/>')));
  assert.ok(html.includes(svg(2, '<path d="M1 1h1z" fill="#ea4335"/><path d="M2 2h2z" fill="red"/>')));
  assert.match(html, /\.p0\{color:light-dark\(#123456,var\(--text\)\)\}/);
  assert.match(html, /\.p1\{color:light-dark\(#654321,var\(--text\)\)\}/);
  assert.equal(html.match(/<svg/g)?.length, 3);
  assert.match(html, /<img class="tile" src="\/own\.svg"/);
  // The policy has neither `unsafe-inline` nor an origin for them.
  assert.doesNotMatch(html.replace(/<style>.*<\/style>/s, ""), /style/);
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self';/);
});

test("signInPage() spreads more than eight buttons over columns", async () => {
  const list = Array.from({ length: 100 }, (_, index) => codeHost(`Host ${index}`));
  assert.doesNotMatch((await open({ providers: list.slice(0, 8) })).html, /<main class="wide">/);
  assert.match((await open({ providers: list.slice(0, 9) })).html, /<main class="wide">/);
  const { html } = await open({ providers: list });
  assert.equal(html.match(/<form /g)?.length, 100);
});

test("signInPage() says what to do without a provider", async () => {
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
  assert.ok(types.length >= 12);
  for (const type of types) assert.notEqual(await alertOf(type), GENERIC, type);
});

test("signInPage() has a text for each error type in the URL", async () => {
  const messages = await Promise.all(["SessionRequired", "WebAuthnVerificationError"].map(alertOf));
  assert.equal(new Set([GENERIC, ...messages]).size, 3);
});

test("signInPage() names the ways that a user has whose address is not verified", async () => {
  const alertFor = async (ways: string[]) => (await open({ error: "UserNotVerified", ways })).html;
  assert.match(await alertFor([]), /Sign in the way you did before, then ask for an e-mail here again/);
  assert.match(await alertFor(["GitHub"]), /Sign in with GitHub, then ask/);
  assert.match(await alertFor(["GitHub", "<b>"]), /Sign in with GitHub or &#60;b&#62;, then ask/);
});

test("signInPage() says who is signed in, and what becomes of another way to sign in", async () => {
  const current = { id: "1", name: "<Ada>", email: "ada@example.com" };
  assert.doesNotMatch((await open({})).html, /You are signed in/);
  assert.doesNotMatch((await open({ link: true })).html, /Add a way to sign in/);
  const signedIn = (await open({ current })).html;
  assert.match(signedIn, /You are signed in as <b>&#60;Ada&#62;<\/b>/);
  assert.match(signedIn, /<h1>Sign in<\/h1>/);
  const adding = (await open({ current: { ...current, name: null }, link: true })).html;
  assert.match(adding, /You are signed in as <b>ada@example\.com<\/b>/);
  assert.match(adding, /<h1>Add a way to sign in<\/h1>/);
  assert.match((await open({ current: {} })).html, /You are signed in\. /);
});

test("signInPage() has one message for whatever else comes as an error", async () => {
  for (
    const error of ["constructor", "__proto__", "toString", "0", "<script>", "invalidcheck", "x".repeat(9999)]
  ) {
    assert.equal(await alertOf(error), GENERIC, error);
  }
});

async function open(page: Partial<SignInBase & SignInVisit>): Promise<Page> {
  const providers = [codeHost("GitHub")];
  return signInPage(
    await toSignInTemplate({ locale: ENGLISH, theme: {}, origin: ORIGIN, providers, ...page }),
    visitOf(page),
  );
}

function visitOf(visit: Partial<SignInVisit>): SignInVisit {
  return {
    csrfToken: "token",
    callbackUrl: `${ORIGIN}/private`,
    error: null,
    email: null,
    ways: [],
    current: null,
    link: false,
    ...visit,
  };
}

function codeHost(name: string, style: ProviderStyle = {}, mark: Mark | null = null): PageForm {
  return { form: "button", name, action: `${ORIGIN}/signin/${name}`, style, mark };
}

function email(name: string): PageForm {
  return { form: "email", name, action: `${ORIGIN}/signin/${name}` };
}

function credentials(name: string, fields: Readonly<Record<string, CredentialInput>>): PageForm {
  return { form: "fields", name, action: `${ORIGIN}/callback/${name}`, fields };
}

/** The attributes of an input, those without a value as `true`. */
function inputOf(html: string, name: string): Record<string, string | true> {
  const tag = html.match(/<input\b[^>]*>/g)!.find((input) => input.includes(` name="${name}"`))!;
  return Object.fromEntries(
    [...tag.matchAll(/\s([a-z]+)(?:="([^"]*)")?/g)].map(([, attribute, value]) => [attribute, value ?? true]),
  );
}

async function alertOf(error: string): Promise<string> {
  const { html } = await open({ error });
  const [match, ...more] = html.matchAll(
    /<p class="alert" id="alert" role="alert"><b>([^<]+)<\/b> ([^<]+)<\/p>/g,
  );
  assert.ok(match && more.length === 0);
  return match[0];
}
