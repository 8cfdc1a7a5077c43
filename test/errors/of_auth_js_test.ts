import assert from "node:assert/strict";
import { test } from "node:test";
import * as classes from "../../src/errors/of_auth_js.ts";
import * as errors from "../../src/errors/errors.ts";

const { isClientError, ...unused } = classes;

for (const [name, ErrorClass] of Object.entries(unused)) {
  test(`${name} of Auth.js is an AuthError with its own type`, () => {
    const error = new ErrorClass("message");
    assert.ok(error instanceof errors.AuthError);
    assert.deepEqual([error.type, error.name, error.message], [name, name, "message"]);
  });
}

test("isClientError() accepts errors whose own type a user may see, and no others", () => {
  const shown = [new errors.AccessDenied(), new errors.CredentialsSignin(), new errors.MissingCSRF()];
  for (const error of shown) assert.equal(isClientError(error), true, error.type);
  const hidden = [new errors.AdapterError(), new errors.MissingSecret(), new Error("AccessDenied"), null];
  for (const error of hidden) assert.equal(isClientError(error), false, String(error));
});
