import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { takenOverPage } from "../../src/pages/taken_over.ts";
import type { TakenOverPage } from "../../src/pages/types.ts";

const PAGE: TakenOverPage = {
  locale: ENGLISH,
  theme: {},
  origin: "https://app.example.com",
  removed: ["GitHub", "Password"],
  callbackUrl: "https://app.example.com/home",
};

test("takenOverPage() names what was removed, and leads on", async () => {
  const { html, status } = await takenOverPage(PAGE);
  assert.equal(status, 200);
  assert.match(html, /<li>GitHub<\/li><li>Password<\/li>/);
  assert.match(html, /<a class="button" href="https:\/\/app\.example\.com\/home">Continue<\/a>/);
});

test("takenOverPage() escapes names, and leads nowhere but to the web", async () => {
  const { html } = await takenOverPage({ ...PAGE, removed: ["<b>"], callbackUrl: "javascript:alert(1)" });
  assert.match(html, /<li>&#60;b&#62;<\/li>/);
  assert.match(html, /<a class="button" href="https:\/\/app\.example\.com">Continue/);
});
