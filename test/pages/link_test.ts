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
  assert.deepEqual(cardsIn(html), [["GitHub"], ["ada@example.com", "app.example.com"]]);
  assert.match(html, /signed in as <b>ada@example\.com<\/b>,/);
  assert.match(html, /Continue as someone else/);
  assert.doesNotMatch(html, /undefined|null/);
  assert.doesNotMatch((await linkPage({ ...PAGE, current: {}, proven: {} })).html, /undefined|null/);
});

test("the page that asks to add an account shows both identities, and no picture from where a profile says", async () => {
  const image = "/ada.png";
  const [current, proven] = [{ ...PAGE.current, image }, { ...PAGE.proven, image }];
  const { html } = await linkPage({ ...PAGE, current, proven });
  assert.deepEqual(cardsIn(html), [
    ["Grace", "grace@example.com", "GitHub"],
    ["Ada", "ada@example.com", "app.example.com"],
  ]);
  assert.doesNotMatch(html, /<img/);
});

function cardsIn(html: string): readonly (readonly string[])[] {
  return html.split('<div class="card">').slice(1).map((card) =>
    [...card.matchAll(/<(?:b|small)>(.*?)<\/(?:b|small)>/g)].map(([, text]) => text!)
  );
}
