/**
 * The sections of the account page, as an application orders them, hides them and adds its own.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { AccountPage, type AccountPageOptions, type OwnSection } from "../../src/entries/account_page.ts";
import { openAccount } from "./_account_page.ts";
import { APP } from "./_world.ts";

const PAGE = `${APP}/auth/account`;

const BILLING: OwnSection = {
  id: "billing",
  title: (language) => language === "de" ? "Rechnungen" : "Billing",
  html: ({ userId, user }) => `<p>Plan of <b>${user.name}</b>, <i>${userId}</i></p>`,
};

/** A world whose account page has these options. */
async function openWith(options: AccountPageOptions) {
  return await openAccount({ account: false, features: [AccountPage(options)] });
}

test("The account page shows the sections of the config in their order, and those of the application at addresses of their own", async () => {
  const docs: OwnSection = { id: "docs", title: "API keys", href: "/keys?of=me" };
  const world = await openWith({ sections: ["sessions", BILLING, docs], recommend: false });
  const page = await world.browser.open(PAGE);
  assert.match(
    page.text,
    /Your account Devices Billing API keys Your account Ada.*Firefox on Linux.*Billing Plan of Ada Lovelace , \S+$/,
  );
  assert.doesNotMatch(page.text, /Ways to sign in|You have only one/);
  assert.match(page.html, /<a href="\/keys\?of=me">/);
  const billing = await world.browser.open(`${PAGE}/billing?ui_locales=de`);
  assert.match(billing.text, /Rechnungen Rechnungen Plan of Ada/);
  assert.doesNotMatch(billing.text, /Firefox/);
  assert.equal((await world.browser.open(`${PAGE}/security`)).url, PAGE, "the ways to sign in are hidden");
  // What is hidden goes on working for a page of the application.
  await world.addOther();
  const [first] = (await world.data()).accounts!;
  const removed = await world.change({ action: "remove", id: first!.id });
  assert.deepEqual(removed.params, { done: "removed" });
  assert.match((await world.browser.open(`${PAGE}?done=removed`)).text, /It was removed/);
});

test("A section of the application runs no script of its own (AC-18)", async () => {
  const world = await openWith({ sections: [{ ...BILLING, html: () => "<script>alert(1)</script>" }] });
  const { html, headers } = await world.browser.open(PAGE);
  assert.ok(html.includes('<div class="own"><script>alert(1)</script></form></div>'));
  const policy = headers.get("content-security-policy")!;
  const hash = createHash("sha256").update("alert(1)").digest("base64");
  assert.match(policy, /script-src 'sha256-/);
  assert.ok(!policy.includes(hash) && !policy.includes("unsafe"), policy);
});

test("A section of the application that fails is in the log, and takes no other section away", async () => {
  let asked = 0;
  const failing = { ...BILLING, html: () => Promise.reject(new Error(`no database of bills: ${++asked}`)) };
  const world = await openWith({ sections: [failing, "ways", "sessions"] });
  const page = await world.browser.open(PAGE);
  assert.doesNotMatch(page.text, /Billing/);
  assert.match(page.text, /Ways to sign in.*Where you're signed in/);
  assert.match(world.log(), /no database of bills/);
  await world.browser.open(`${PAGE}/devices`);
  assert.equal(asked, 1, "where another part is open, it isn't asked");
});

test("A section of the application that doesn't answer is left out after five seconds", async () => {
  for (const [seconds, shown] of [[4, true], [5, false]] as const) {
    const html = async () => {
      await Promise.resolve();
      world.platform.tick(seconds);
      return shown ? "<p>Plan</p>" : await new Promise<string>(() => {});
    };
    const world = await openWith({ sections: [{ ...BILLING, html }, "sessions"] });
    const { text } = await world.browser.open(PAGE);
    assert.match(text, shown ? /Billing Plan/ : /^(?!.*Billing).*Where you're signed in/);
    assert.equal(/Cannot show the section "billing".*No answer within 5 seconds/s.test(world.log()), !shown);
  }
});

test("A section that there is not, or that is there twice, is an error that says what to write", async () => {
  const wrong = [
    // The feature of this one is off: it shows nothing.
    [
      ["secondFactor", "way"],
      /Cannot show the section "way" of `AccountPage\(\{ sections \}\)`: there are ways, sessions/,
    ],
    [[BILLING, "ways", BILLING], /Cannot show the section "billing" .* twice: write it once/],
    [["ways", { ...BILLING, id: "devices" }], /"devices" .*: the library has one at this address/],
    [[{ ...BILLING, id: "secure" }], /"secure" .*: the library has one at this address/],
  ] as const;
  for (const [sections, message] of wrong) {
    const world = await openWith({ sections });
    assert.match((await world.browser.open(PAGE)).url, /\/auth\/error\?error=Configuration/);
    assert.match(world.log(), message);
  }
});

test("An option of AccountPage() that is wrong is an error that says what to write", async () => {
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [{ sections: "ways" }, /`AccountPage\(\{ sections \}\)`: write a list/],
    [{ sections: [{ id: "a", title: "A" }] }, /`\{ id, title, html \}`/],
    [{ sections: [{ ...BILLING, id: "A b" }] }, /`\{ id, title, html \}`/],
    [{ sections: [{ ...BILLING, title: undefined }] }, /`\{ id, title, html \}`/],
    [{ sections: [{ id: "a", title: "A", html: "<p>" }] }, /`\{ id, title, html \}`/],
    [{ recommend: "no" }, /`AccountPage\(\{ recommend \}\)`: write `true` or `false`/],
    [{ section: [] }, /unknown-option.*section/],
  ];
  for (const [options, message] of wrong) {
    const world = await openWith(options as AccountPageOptions);
    await world.browser.open(PAGE);
    assert.match(world.log(), message, JSON.stringify(options));
  }
});
