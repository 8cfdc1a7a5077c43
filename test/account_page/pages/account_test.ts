import assert from "node:assert/strict";
import { test } from "node:test";
import { type WholePage, wholePage } from "./_account.ts";
import { codeHost, CREDENTIALS, fields } from "../../pages/_signin.ts";
import type { AccountData } from "../../../src/shapes/account.ts";
import { ENGLISH } from "../../../src/messages/en.ts";
import { markup } from "../../../src/markup/html.ts";
import { layOut } from "../../../src/pages/signin/forms.ts";
import { add, draw } from "../../../src/pages/signin/passkey.ts";
import { passkeyScriptAt } from "../../../src/pages/passkey_script.ts";
import type { PasskeyForm } from "../../../src/pages/types.ts";

const ORIGIN = "https://app.example.com";
const NOW = Date.UTC(2030, 0, 31, 12);
const M = ENGLISH.messages.account;

const DATA: AccountData = {
  user: { name: "Ada", email: "ada@example.com", image: null },
  isFresh: true,
  mail: { name: "Email", email: "ada@example.com", verifiedAt: "2029-12-24T00:00:00.000Z" },
  password: null,
  accounts: [{
    id: "account-1",
    provider: "github",
    name: "GitHub",
    label: "ada@work.example",
    createdAt: "2030-01-30T23:59:00.000Z",
    isRemovable: true,
  }],
  passkeys: [{
    id: "passkey-1",
    name: null,
    kind: "security-key",
    isSynced: false,
    createdAt: "2030-01-01T00:00:00.000Z",
    usedAt: "2030-01-31T00:00:00.000Z",
    isRemovable: true,
  }],
  sessions: [
    {
      id: "session-1",
      isCurrent: true,
      device: { browser: "Firefox", system: "Linux" },
      createdAt: "2030-01-31T00:00:00.000Z",
      usedAt: "2030-01-31T00:00:00.000Z",
      expires: "2030-03-01T00:00:00.000Z",
    },
    {
      id: "session-2",
      isCurrent: false,
      device: null,
      createdAt: null,
      usedAt: null,
      expires: "2030-03-01T00:00:00.000Z",
    },
  ],
  unavailable: {},
};

const PASSKEY: PasskeyForm = {
  id: "passkey",
  form: "passkey",
  name: "Passkey",
  action: `${ORIGIN}/auth/callback/passkey`,
  fields: {},
  options: `${ORIGIN}/auth/webauthn-options/passkey`,
  autofill: true,
  script: await passkeyScriptAt(`${ORIGIN}/auth/webauthn-script`),
  layOut,
  draw,
  add,
};

const PAGE: WholePage = {
  locale: ENGLISH,
  theme: {},
  origin: ORIGIN,
  data: DATA,
  providers: [],
  now: NOW,
  csrfToken: "token",
  action: `${ORIGIN}/auth/account`,
  accountUrl: `${ORIGIN}/auth/account`,
  signOutUrl: `${ORIGIN}/auth/signout`,
  rows: [],
  addUrl: `${ORIGIN}/auth/signin?link=true`,
  canAdd: true,
  needsFresh: false,
  passkey: PASSKEY,
  proofUrl: null,
  done: null,
  error: null,
};

async function htmlOf(changes: Partial<WholePage> = {}, data: Partial<AccountData> = {}): Promise<string> {
  return (await wholePage({ ...PAGE, ...changes, data: { ...DATA, ...data } })).html.replaceAll("&#39;", "'");
}

/** The hidden fields of the forms that post a change. */
function formsIn(html: string): readonly Record<string, string>[] {
  const forms = [...html.matchAll(/<form method="post" action="[^"]*\/auth\/account">(.*?)<\/form>/gs)];
  return forms.map(([, form]) =>
    Object.fromEntries(
      [...form!.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    )
  );
}

test("the account page removes in two steps, also without a script: the first shows the effect and the button", async () => {
  const steps = [...(await htmlOf()).matchAll(
    /<details class="remove"><summary[^>]*>(.*?)<\/summary>\s*<p[^>]*>(.*?)<\/p>\s*(<form.*?<\/form>)<\/details>/gs,
  )];
  assert.deepEqual(
    steps.map(([, first, effect, form]) => [first, effect, /<button[^>]*>(.*?)</.exec(form!)![1]]),
    [
      [M.remove, M.removeEffect, "Remove GitHub (ada@work.example)"],
      [M.remove, M.removeEffect, "Remove Security key"],
    ],
  );
  assert.equal(formsIn(steps.map(([step]) => step).join("")).length, 2);
  assert.doesNotMatch(await htmlOf(), /<details[^>]* open/);
});

test("the account page names what each step removes for a screen reader", async () => {
  const labels = [...(await htmlOf()).matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label);
  assert.deepEqual(labels, [
    "Remove GitHub (ada@work.example)",
    "Remove Security key",
    "Sign out Unknown device",
  ]);
});

test("the account page shows the mark, logo or letter of a provider at its account, and an envelope at the address", async () => {
  const [account] = DATA.accounts!;
  const ids = ["GitHub", "Logo", "Plain", "gone", "password"];
  const accounts = ids.map((name, index) => ({ ...account!, id: `${index}`, provider: name, name }));
  const mark = { viewBox: "0 0 24 24", color: "#0d9488", paths: [{ d: "M12 2 22 22H2z" }] };
  const providers = [
    { ...codeHost("GitHub"), mark },
    codeHost("Logo", { logo: "https://cdn.example/logo.png" }),
    codeHost("Plain", { brandColor: "#123456" }),
    fields("password", CREDENTIALS),
  ];
  const { html, policy } = await wholePage({ ...PAGE, providers, data: { ...DATA, accounts } });
  const pictures = [
    ...html.matchAll(/<li>(?:<(\w+) class="([^"]*)"([^>]*)>(\w?).*?)?<span class="what"><b>([^<]*)/g),
  ]
    .map(([, tag, kind, , letter, name]) => [name, tag, kind, letter].join(" ").trim());
  assert.deepEqual(pictures.slice(0, 6), [
    "Email svg sign",
    "GitHub svg mark p0",
    "Logo img tile",
    "Plain span tile p2 P",
    "gone span tile G",
    "password svg sign",
  ]);
  assert.match(html, /\.p0\{color:/);
  assert.match(html, /\.p2\{background:#123456;/);
  assert.match(policy, /img-src 'self' https:\/\/cdn\.example;/);
  for (const [tag] of html.matchAll(/<(?:svg|img|span class="tile)[^>]*>/g)) {
    assert.match(tag, /aria-hidden="true"|alt=""/, "screen readers pass over it");
  }
});

/** The row of a section that adds a way to sign in. */
const ADDITION = { html: markup`<li>Add a password</li>`, isWay: false };

test("the account page says that a passkey is the only way to sign in, above a row that adds another", async () => {
  const passkeys = DATA.passkeys!.map((each) => ({ ...each, isRemovable: false }));
  const bare = { mail: null, accounts: [] };
  const html = await htmlOf({ rows: [ADDITION] }, { ...bare, passkeys });
  const places = [M.onlyPasskeys, M.lastWay, "Add a password"].map((text) => html.indexOf(text));
  assert.deepEqual(places, places.toSorted((a, b) => a - b), String(places));
  assert.ok(!places.includes(-1), String(places));
  const none = await htmlOf({ rows: [ADDITION] }, { ...bare, passkeys: [] });
  assert.ok(none.indexOf(M.noWays) > 0 && none.indexOf(M.noWays) < none.indexOf("Add a password"));
});

test("the account page offers no removal of the only way to sign in, and says why", async () => {
  const [account] = DATA.accounts!;
  const only = { accounts: [{ ...account!, isRemovable: false }], passkeys: [], mail: null };
  const html = await htmlOf({}, only);
  assert.ok(html.includes(M.lastWay));
  assert.ok(!formsIn(html).some(({ action }) => action === "remove"));
  assert.ok(!(await htmlOf()).includes(M.lastWay));
  // A row that adds a way is none.
  assert.ok((await htmlOf({ rows: [ADDITION] }, only)).includes(M.lastWay));
  assert.ok(!(await htmlOf({ rows: [{ ...ADDITION, isWay: true }] }, only)).includes(M.lastWay));
  // Each of them can add a way; without any, the page cannot ask to add one.
  const closed = { addUrl: null, canAdd: false };
  assert.ok((await htmlOf({ ...closed, canAdd: true }, only)).includes(M.lastWay));
  assert.ok((await htmlOf({ ...closed, rows: [ADDITION] }, only)).includes(M.lastWay));
  assert.ok(!(await htmlOf(closed, only)).includes(M.lastWay));
  // Where the adapter cannot remove anything, the number of ways is not the reason.
  assert.ok(!(await htmlOf({}, { ...only, unavailable: { removal: "adapter" } })).includes(M.lastWay));
});

test("the account page says what an empty list of accounts means", async () => {
  const none = { accounts: [], mail: null };
  assert.ok((await htmlOf({}, none)).includes(M.onlyPasskeys));
  assert.ok((await htmlOf({}, { ...none, passkeys: [] })).includes(M.noWays));
});

test("the account page writes dates as time elements, in words", async () => {
  const times = [...(await htmlOf()).matchAll(/([\w ]+): <time datetime="([^"]*)">([^<]*)<\/time>/g)]
    .map(([, ...parts]) => parts);
  assert.deepEqual(times, [
    ["Confirmed", "2029-12-24T00:00:00.000Z", "December 24, 2029"],
    ["Added", "2030-01-30T23:59:00.000Z", "12 hours ago"],
    ["Added", "2030-01-01T00:00:00.000Z", "January 1, 2030"],
    ["Last used", "2030-01-31T00:00:00.000Z", "today"],
    ["Signed in", "2030-01-31T00:00:00.000Z", "12 hours ago"],
  ]);
});

test("the account page adds a passkey with the script of the library, whose form is hidden without it", async () => {
  const { html, policy } = await wholePage(PAGE);
  assert.match(html, /data-passkey="[^"]*\/auth\/webauthn-options\/passkey" hidden>.*value="register">/s);
  assert.match(html, /<noscript><p class="note">Adding a passkey needs JavaScript/);
  assert.match(policy, /script-src 'sha256-[^']+' https:\/\/app\.example\.com\/auth\/webauthn-script;/);
  const without = await wholePage({ ...PAGE, passkey: null, data: { ...DATA, passkeys: [] } });
  assert.doesNotMatch(without.html, /<script src|data-passkey|id="passkeys"/);
  assert.match(without.policy, /script-src 'sha256-[^']+';/);
});

test("the account page reports the change that was made, or why it was not", async () => {
  for (const [done, text] of Object.entries(M.done)) {
    assert.ok((await htmlOf({ done })).includes(`<p class="notice" role="status">${text}</p>`), done);
  }
  for (const [error, { what }] of Object.entries({ ...M.errors, anything: M.errors.unknown })) {
    assert.match(await htmlOf({ error }), new RegExp(`role="alert"[^>]*><b>${what}</b>`), error);
  }
  for (const text of ["toString", "__proto__", "<b>"]) {
    assert.doesNotMatch(await htmlOf({ done: text }), /role="status"/);
  }
});

test("the account page escapes what users, providers and devices are called (AC-08)", async () => {
  const text = `"><script>alert(1)</script>`;
  const data: Partial<AccountData> = {
    user: { name: text, email: text, image: text },
    mail: { name: text, email: text, verifiedAt: "2030-01-01T00:00:00.000Z" },
    accounts: DATA.accounts!.map((it) => ({ ...it, id: text, name: text, label: text })),
    passkeys: DATA.passkeys!.map((it) => ({ ...it, id: text, name: text })),
    sessions: DATA.sessions!.map((it) => ({ ...it, id: text, device: { browser: text, system: text } })),
  };
  const changes = { csrfToken: text, action: text, accountUrl: text, signOutUrl: text, addUrl: text };
  const html = await htmlOf({ ...changes, passkey: null, done: text, error: text }, data);
  assert.equal(html.match(/<script/g)?.length, 1, "the script of forms");
  assert.ok(!html.includes(text));
});

test("the account page shows no text between its parts, also without passkeys and without a provider of them", async () => {
  for (const passkeys of [[], null]) {
    const html = await htmlOf({ passkey: null }, { passkeys });
    assert.doesNotMatch(html, new RegExp(M.passkeys));
    assert.doesNotMatch(html, /<\/section>\s*[^<\s]/);
  }
});

test("the account page shows nothing where a value is missing", async () => {
  const data: Partial<AccountData> = {
    user: { name: null, email: null, image: null },
    mail: null,
    accounts: [{ ...DATA.accounts![0]!, label: null, createdAt: null }],
    passkeys: [{ ...DATA.passkeys![0]!, createdAt: null, usedAt: null }],
  };
  assert.doesNotMatch(await htmlOf({}, data), /undefined|null|<small><\/small>/);
});
