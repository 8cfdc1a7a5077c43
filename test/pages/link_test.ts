import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { linkPage } from "../../src/pages/link.ts";

type LinkPage = Parameters<typeof linkPage>[0];

const PAGE: LinkPage = {
  locale: ENGLISH,
  theme: {},
  origin: "https://app.example.com",
  action: "https://app.example.com/auth/link",
  csrfToken: "token",
  callbackUrl: "https://app.example.com/home",
  current: { name: "Ada", email: "ada@example.com" },
  proven: { name: "Grace", email: "grace@example.com" },
  provider: "GitHub",
  canSwitch: true,
  question: "0123456789abcdef",
};

test("the page that asks to add an account offers no switch without a user to switch to", async () => {
  assert.doesNotMatch((await linkPage({ ...PAGE, canSwitch: false })).html, /value="switch"/);
});

test("the page that asks to add an account shows addresses without names, and works with neither", async () => {
  const { html } = await linkPage({ ...PAGE, current: { email: "ada@example.com" }, proven: {} });
  assert.match(html, /signed in as <b>ada@example\.com<\/b>,/);
  assert.match(html, /Continue as someone else/);
  assert.doesNotMatch(html, /undefined|null/);
  assert.doesNotMatch((await linkPage({ ...PAGE, current: {}, proven: {} })).html, /undefined|null/);
});
