import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { signOutPage } from "../../src/pages/signout.ts";

type SignOutPage = Parameters<typeof signOutPage>[0];

const PAGE: SignOutPage = {
  locale: ENGLISH,
  theme: {},
  origin: "https://app.example.com",
  current: { id: "1", name: "Ada <3", email: "ada@example.com" },
  signinUrl: "https://app.example.com/auth/signin",
  signoutUrl: "https://app.example.com/auth/signout",
  csrfToken: "token",
  callbackUrl: "/bye?a=1&b=2",
  stayUrl: "/account?a=1&b=2",
};

test("the sign-out page asks a user without a name as well", async () => {
  assert.match((await signOutPage({ ...PAGE, current: { email: "a@b.test" } })).html, /as <b>a@b\.test<\/b>/);
  const { html } = await signOutPage({ ...PAGE, current: {} });
  assert.match(html, /<h1>Sign out\?<\/h1>/);
  assert.doesNotMatch(html, /You&#39;re signed in/);
});
