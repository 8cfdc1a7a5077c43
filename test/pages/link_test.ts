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

test("linkPage() names the signed-in user and the proven identity", async () => {
  const { html, status } = await linkPage(PAGE);
  assert.equal(status, 200);
  assert.match(html, /You are signed in as <b>Ada<\/b> \(ada@example\.com\)/);
  assert.match(html, /<b>GitHub<\/b> as <b>Grace<\/b> \(grace@example\.com\)/);
});

test("linkPage() has a button for each answer in one form", async () => {
  const { html } = await linkPage(PAGE);
  const [, form] = html.match(
    /<form method="post" action="https:\/\/app\.example\.com\/auth\/link">(.*?)<\/form>/s,
  )!;
  assert.match(form!, /name="csrfToken" value="token"/);
  assert.match(form!, /<button class="button" name="choice" value="link">Add GitHub to Ada<\/button>/);
  assert.match(
    form!,
    /<button class="button plain" name="choice" value="switch">Continue as Grace<\/button>/,
  );
  assert.match(form!, /<button class="link" name="choice" value="cancel">Cancel<\/button>/);
});

test("linkPage() offers no switch without a user to switch to", async () => {
  assert.doesNotMatch((await linkPage({ ...PAGE, canSwitch: false })).html, /value="switch"/);
});

test("linkPage() shows addresses without names, and works with neither", async () => {
  const { html } = await linkPage({ ...PAGE, current: { email: "ada@example.com" }, proven: {} });
  assert.match(html, /signed in as <b>ada@example\.com<\/b>,/);
  assert.match(html, /Continue as someone else/);
  assert.doesNotMatch(html, /undefined|null/);
  assert.doesNotMatch((await linkPage({ ...PAGE, current: {}, proven: {} })).html, /undefined|null/);
});

test("linkPage() escapes what providers say", async () => {
  const text = `"><script>alert(1)</script>`;
  const user = { name: text, email: text };
  const { html } = await linkPage({
    ...PAGE,
    current: user,
    proven: user,
    provider: text,
  });
  assert.equal(html.match(/<script>/g)?.length, 1, "the script of forms");
});
