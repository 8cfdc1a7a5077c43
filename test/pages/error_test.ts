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

test("the error page has a text for each public error of the error page", () => {
  const types = Object.values(errors)
    .filter((value): value is typeof AuthError =>
      typeof value === "function" && value.prototype instanceof AuthError
    )
    .map((value) => new value())
    .filter((error) => error.kind === "error" && error.publicType === error.type)
    .map((error) => error.type);
  assert.deepEqual(types.sort(), Object.keys(STATUSES).sort());
});

test("the error page leads to the sign-in page where that helps, and always back to the application", async () => {
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

function open(error: string | null, signinUrl = "/auth/signin?a=1&b=2"): Promise<Page> {
  return errorPage({ locale: ENGLISH, theme: {}, origin: "https://app.example.com", signinUrl, error });
}
