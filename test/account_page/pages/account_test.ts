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
      provider: "github",
      location: "Berlin, Germany",
      createdAt: "2030-01-31T00:00:00.000Z",
      usedAt: "2030-01-31T00:00:00.000Z",
      expires: "2030-03-01T00:00:00.000Z",
    },
    {
      id: "session-2",
      isCurrent: false,
      device: null,
      provider: null,
      location: null,
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
  tab: null,
  urlOf: (tab) => `${ORIGIN}/auth/account${tab && `/${tab}`}`,
  dismissed: [],
  done: null,
  changed: null,
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

test("the account page asks before it removes a way, also without a script: what is lost, and what stays", async () => {
  const questions = [...(await htmlOf({ needsFresh: true, providers: [codeHost("github")] })).matchAll(
    /popovertarget="ask-([^"]*)" aria-label="Remove [^"]*" title="Remove.*?<div class="ask" id="ask-\1" popover role="dialog" aria-labelledby="([^"]*)">\s*<h2 id="\2">(.*?)<\/h2>(.*?)(<form.*?<\/form>)<\/div>/gs,
  )];
  assert.deepEqual(
    questions.map(([, , , heading, texts, form]) => [
      heading,
      [...texts!.matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text),
      [...form!.matchAll(/<button[^>]*>(.*?)</g)].map(([, text]) => text),
    ]),
    [
      [
        "Remove GitHub (ada@work.example)",
        [M.removeEffect, "You can still sign in with: Email, Security key.", M.othersEnd, M.notFresh],
        ["Cancel", "Remove GitHub"],
      ],
      [
        "Remove Security key",
        [M.removeEffect, "You can still sign in with: Email, GitHub.", M.othersEnd, M.notFresh],
        ["Cancel", "Remove Security key"],
      ],
    ],
  );
  const removals = formsIn(questions.map(([question]) => question).join(""))
    .filter(({ action }) => action === "remove");
  assert.deepEqual(removals.map(({ id }) => id), ["account-1", "passkey-1"]);
  // Of a provider that the config doesn't have any more, nobody can sign in.
  assert.ok((await htmlOf()).includes("You can still sign in with: Email.<"));
});

test("the account page names what each button is about for a screen reader", async () => {
  const labels = [...(await htmlOf()).matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label]) =>
    label
  );
  assert.deepEqual(labels, [
    "Remove GitHub (ada@work.example)",
    "Rename Security key",
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
    ...html.matchAll(
      /<span class="picture"><(\w+) class="([^"]*)"([^>]*)>(\w?).*?<span class="what"><b>([^<]*)/g,
    ),
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
const ADDITION = { html: markup`<li>Add a password</li>`, way: null };

test("the account page offers no removal of the only way to sign in, and says why", async () => {
  const [account] = DATA.accounts!;
  const only = { accounts: [{ ...account!, isRemovable: false }], passkeys: [], mail: null };
  const html = await htmlOf({}, only);
  assert.ok(html.includes(M.lastWay));
  assert.ok(!formsIn(html).some(({ action }) => action === "remove"));
  assert.ok(!(await htmlOf()).includes(M.lastWay));
  // A row that adds a way is none.
  assert.ok((await htmlOf({ rows: [ADDITION] }, only)).includes(M.lastWay));
  assert.ok(!(await htmlOf({ rows: [{ ...ADDITION, way: "Password" }] }, only)).includes(M.lastWay));
  // Each of them can add a way; without any, the page cannot ask to add one.
  const closed = { addUrl: null, canAdd: false };
  assert.ok((await htmlOf({ ...closed, canAdd: true }, only)).includes(M.lastWay));
  assert.ok((await htmlOf({ ...closed, rows: [ADDITION] }, only)).includes(M.lastWay));
  assert.ok(!(await htmlOf(closed, only)).includes(M.lastWay));
  // Where the adapter cannot remove anything, the number of ways is not the reason.
  assert.ok(!(await htmlOf({}, { ...only, unavailable: { removal: "adapter" } })).includes(M.lastWay));
});

test("the account page says that there is no way yet, above what can be added", async () => {
  const none = await htmlOf({ rows: [ADDITION] }, { accounts: [], mail: null, passkeys: [] });
  assert.ok(none.indexOf(M.noWays) > 0 && none.indexOf(M.noWays) < none.indexOf("Add a password"));
  assert.ok(!(await htmlOf({}, { accounts: [], mail: null })).includes(M.noWays), "a passkey is one");
});

test("the account page shows five rows of a long list, and the others behind a line that opens", async () => {
  const [session] = DATA.sessions!;
  const sessions = Array.from({ length: 8 }, (_, index) => ({ ...session!, id: `${index}` }));
  const [seen = "", folded = ""] = (await htmlOf({}, { sessions })).split('id="sessions"')[1]!.split(
    "<summary>Show all 8</summary>",
  );
  assert.deepEqual([seen, folded].map((list) => list.match(/<li>/g)?.length), [5, 3]);
  assert.ok(
    !(await htmlOf({}, { sessions: sessions.slice(1) })).includes("Show all"),
    "a line for two rows is no help",
  );
});

test("a tab shows its cards alone, and which one is open; the page without tabs has all, and no list of one tab", async () => {
  const html = await htmlOf({ tab: "devices" });
  assert.ok(html.includes('id="sessions"') && !html.includes('id="ways"') && !html.includes("AL</span>"));
  assert.match(html, /<title>Devices &#8211;.*<h1>Devices<\/h1>/s);
  assert.match(html, /<a href="https:\/\/app\.example\.com\/auth\/account\/devices" aria-current="page">/);
  assert.match(html, /<a href="https:\/\/app\.example\.com\/auth\/account"><svg/);
  const all = await htmlOf();
  assert.ok(all.includes('id="sessions"') && all.includes('id="ways"'));
  const unlisted = { unavailable: { sessions: "adapter" }, sessions: null } as const;
  assert.doesNotMatch(await htmlOf({}, unlisted), /<nav/);
});

test("the account page writes dates as time elements, in words", async () => {
  const times = [...(await htmlOf()).matchAll(/([\w ]+) <time datetime="([^"]*)"[^>]*>([^<]*)<\/time>/g)]
    .map(([, ...parts]) => parts);
  assert.deepEqual(times, [
    ["Confirmed", "2029-12-24T00:00:00.000Z", "December 24, 2029"],
    ["Added", "2030-01-30T23:59:00.000Z", "yesterday"],
    ["Last used", "2030-01-31T00:00:00.000Z", "today"],
    ["Added", "2030-01-01T00:00:00.000Z", "January 1, 2030"],
    ["Signed in", "2030-01-31T00:00:00.000Z", "12 hours ago"],
  ]);
});

test("the account page adds a passkey with the script of the library, whose form is hidden without it", async () => {
  const { html, policy } = await wholePage(PAGE);
  assert.match(html, /data-passkey="[^"]*\/auth\/webauthn-options\/passkey" hidden>.*value="register">/s);
  assert.match(html, /<noscript><p class="note">Adding a passkey needs JavaScript/);
  assert.match(
    policy,
    /script-src 'sha256-[^']+' 'sha256-[^']+' https:\/\/app\.example\.com\/auth\/webauthn-script;/,
  );
  const without = await wholePage({ ...PAGE, passkey: null, data: { ...DATA, passkeys: [] } });
  assert.doesNotMatch(without.html, /<script src|data-passkey/);
  assert.match(without.policy, /script-src 'sha256-[^']+' 'sha256-[^']+';/);
});

test("the account page reports the change that was made, or why it was not", async () => {
  for (const [done, text] of Object.entries(M.done)) {
    const html = await htmlOf({ done, changed: "<i>" });
    const [message = ""] = /<p class="done" role="status" tabindex="-1" autofocus>.*?<\/p>/.exec(html) ?? [];
    assert.ok(message.endsWith(`<b>&#60;i&#62;</b> ${text}</span></p>`), done);
    const card = done.startsWith("signed") ? "sessions" : "ways";
    assert.ok(
      html.includes(`${message}<section class="card" aria-labelledby="${card}">`),
      "above the card that it is about",
    );
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
  assert.equal(html.match(/<script/g)?.length, 2, "the scripts of forms and of times");
  assert.ok(!html.includes(text));
});

test("the account page shows no text between its parts, also without passkeys and without a provider of them", async () => {
  for (const passkeys of [[], null]) {
    const html = await htmlOf({ passkey: null }, { passkeys });
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
