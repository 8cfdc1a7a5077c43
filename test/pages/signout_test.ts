import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { signOutPage } from "../../src/pages/signout.ts";
import type { SignOutPage } from "../../src/pages/types.ts";

const PAGE: SignOutPage = {
  locale: ENGLISH,
  theme: {},
  origin: "https://app.example.com",
  signoutUrl: "https://app.example.com/auth/signout",
  csrfToken: "token",
  callbackUrl: "/account?a=1&b=2",
};

test("signOutPage() asks with a form that posts", async () => {
  const { html, status } = await signOutPage(PAGE);
  assert.equal(status, 200);
  assert.match(html, /<h1>Sign out\?<\/h1>/);
  assert.match(html, /<b>app\.example\.com<\/b>/);
  const [, form] = html.match(
    /<form method="post" action="https:\/\/app\.example\.com\/auth\/signout">(.*?)<\/form>/s,
  )!;
  assert.match(form!, /name="csrfToken" value="token"/);
  assert.match(form!, /name="callbackUrl" value="\/account\?a=1&#38;b=2"/);
  assert.match(form!, /<button class="button">Sign out<\/button>/);
});

test("signOutPage() has a link back to where the user came from", async () => {
  assert.match(
    (await signOutPage(PAGE)).html,
    /<a class="link" href="\/account\?a=1&#38;b=2">Stay signed in<\/a>/,
  );
});

test("signOutPage() leads nowhere but to the web", async () => {
  const { html } = await signOutPage({ ...PAGE, callbackUrl: "javascript:alert(1)" });
  assert.match(html, /href="https:\/\/app\.example\.com">Stay signed in/);
});

test("signOutPage() escapes each field", async () => {
  const text = `"><b>`;
  const { html } = await signOutPage({ ...PAGE, signoutUrl: text, csrfToken: text, callbackUrl: `/${text}` });
  assert.ok(!html.includes(text));
  assert.equal(html.match(/&#34;&#62;&#60;b&#62;/g)?.length, 4);
});
