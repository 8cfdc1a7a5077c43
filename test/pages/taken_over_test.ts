import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { takenOverPage } from "../../src/pages/taken_over.ts";

type TakenOverPage = Parameters<typeof takenOverPage>[0];

const AGAIN = "https://app.example.com/auth/signin?link=true";

const PAGE: TakenOverPage = {
  locale: ENGLISH,
  theme: {},
  origin: "https://app.example.com",
  removed: [{ name: "GitHub", url: AGAIN }, { name: "Password", url: null }],
  callbackUrl: "https://app.example.com/home",
};

test("takenOverPage() names what was removed, and leads on", async () => {
  const { html, status } = await takenOverPage(PAGE);
  assert.equal(status, 200);
  assert.match(html, /<li><span class="what"><b>GitHub<\/b>.*<li><span class="what"><b>Password<\/b>/);
  assert.match(html, /<a class="button" href="https:\/\/app\.example\.com\/home">Continue<\/a>/);
});

test("takenOverPage() offers to set up again what can be set up, and says nothing of it otherwise", async () => {
  const { html } = await takenOverPage(PAGE);
  assert.match(html, /If one of them was yours, you can set it up again\./);
  assert.deepEqual(html.match(/<a href=.*?<\/a>/g), [
    `<a href="${AGAIN}">Set up again<span class="unseen"> GitHub</span></a>`,
  ]);
  const removed = PAGE.removed.map((way) => ({ ...way, url: null }));
  assert.doesNotMatch((await takenOverPage({ ...PAGE, removed })).html, /set it up|Set up/);
});

test("takenOverPage() escapes names, and leads nowhere but to the web", async () => {
  const removed = [{ name: "<b>", url: `/"><i>` }];
  const { html } = await takenOverPage({ ...PAGE, removed, callbackUrl: "javascript:alert(1)" });
  assert.match(html, /<b>&#60;b&#62;<\/b><\/span><a href="\/&#34;&#62;&#60;i&#62;"/);
  assert.match(html, /<a class="button" href="https:\/\/app\.example\.com">Continue/);
});
