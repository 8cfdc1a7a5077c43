import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { AuthError } from "../../src/errors/errors.ts";
import * as errors from "../../src/errors/errors.ts";
import { errorPage } from "../../src/pages/error.ts";
import type { Page } from "../../src/pages/types.ts";

const STATUSES = {
  AccessDenied: 403,
  Verification: 403,
  Configuration: 200,
  ServerError: 200,
  UserNotStored: 200,
};
const UNKNOWN = [
  "",
  "constructor",
  "__proto__",
  "hasOwnProperty",
  "accessdenied",
  "InvalidCheck",
  "<script>",
];

test("errorPage() answers with the status of the failure", async () => {
  for (const [error, status] of Object.entries(STATUSES)) {
    assert.equal((await open(error)).status, status, error);
  }
});

test("errorPage() has a text for each failure", async () => {
  const texts = await Promise.all(
    [...Object.keys(STATUSES), ""].map(async (error) => textOf(await open(error))),
  );
  assert.equal(new Set(texts).size, texts.length);
});

test("errorPage() has a text for each public error of the error page", () => {
  const types = Object.values(errors)
    .filter((value): value is typeof AuthError =>
      typeof value === "function" && value.prototype instanceof AuthError
    )
    .map((value) => new value())
    .filter((error) => error.kind === "error" && error.publicType === error.type)
    .map((error) => error.type);
  assert.deepEqual(types.sort(), Object.keys(STATUSES).sort());
});

test("errorPage() answers 200 and the same text for anything else", async () => {
  const nothing = await open(null);
  assert.equal(nothing.status, 200);
  assert.match(nothing.html, /<h1>Something went wrong<\/h1>\n<p role="alert">You are not signed in/);
  for (const error of UNKNOWN) assert.deepEqual(await open(error), nothing, error);
});

test("errorPage() leads to the sign-in page where that helps, and always back to the application", async () => {
  for (
    const error of [null, "AccessDenied", "Verification", "ServerError", "Configuration", "UserNotStored"]
  ) {
    const { html } = await open(error);
    assert.equal(
      /<a class="button" href="\/auth\/signin\?a=1&#38;b=2">/.test(html),
      error !== "Configuration" && error !== "UserNotStored",
    );
    assert.match(html, /<a class="link" href="https:\/\/app\.example\.com">/);
  }
});

test("errorPage() leads nowhere but to the web", async () => {
  const { html } = await open(null, "javascript:alert(1)");
  assert.match(html, /<a class="button" href="https:\/\/app\.example\.com">/);
});

function open(error: string | null, signinUrl = "/auth/signin?a=1&b=2"): Promise<Page> {
  return errorPage({ locale: ENGLISH, theme: {}, origin: "https://app.example.com", signinUrl, error });
}

function textOf({ html }: Page): string {
  return html.match(/<p role="alert">([^<]+)<\/p>/)![1]!;
}
