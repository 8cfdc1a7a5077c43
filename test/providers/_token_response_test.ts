import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asBearer,
  joinScopes,
  nameError,
  refuseErrors,
  rewriteTokens,
} from "../../src/providers/_token_response.ts";

test("asBearer() adds a missing token_type, and removes fields that are null", async () => {
  const response = await asBearer(Response.json({ access_token: "a", refresh_token: null, scope: "x" }));
  assert.deepEqual(await response.json(), { token_type: "bearer", access_token: "a", scope: "x" });
});

test("asBearer() keeps the token_type of the answer", async () => {
  const response = await asBearer(Response.json({ access_token: "a", token_type: "DPoP" }));
  assert.deepEqual(await response.json(), { token_type: "DPoP", access_token: "a" });
});

test("asBearer() adds nothing to an answer without access token", async () => {
  const response = await asBearer(Response.json({ error: "invalid_grant" }));
  assert.equal(response.status, 400);
  assert.deepEqual(await response.json(), { error: "invalid_grant" });
});

test("refuseErrors() gives an error with status 200 the status 400", async () => {
  const response = await refuseErrors(Response.json({ ok: false, error: "invalid_code" }));
  assert.equal(response.status, 400);
  assert.deepEqual(await response.json(), { ok: false, error: "invalid_code" });
});

test("refuseErrors() does not change tokens", async () => {
  const response = await refuseErrors(Response.json({ ok: true, access_token: "a" }));
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { ok: true, access_token: "a" });
});

test("joinScopes() makes one text of a list, and changes nothing else", () => {
  assert.deepEqual(joinScopes({ access_token: "a", scope: ["b", "c"] }), { access_token: "a", scope: "b c" });
  for (const fields of [{ access_token: "a" }, { scope: "b c" }]) {
    assert.deepEqual(joinScopes(fields), fields);
  }
});

for (
  const [kind, body, status] of [["an error", "{}", 401], ["text", "no", 200], ["a list", "[]", 200]] as const
) {
  test(`rewriteTokens() does not change ${kind} with status ${status}`, async () => {
    const response = new Response(body, { status });
    const result = await rewriteTokens(response, () => ({ access_token: "forged" }));
    assert.equal(result, response);
    assert.equal(await result.text(), body);
  });
}

test("nameError() gives an error its code, and keeps its status and its description", async () => {
  for (const description of [{ message: "gone" }, { error_description: "gone", message: "other" }]) {
    const response = await nameError(Response.json({ id: 7, ...description }, { status: 404 }), ({ id }) => {
      assert.equal(id, 7);
      return "invalid_grant";
    });
    assert.equal(response.status, 404);
    assert.deepEqual(await response.json(), { error: "invalid_grant", error_description: "gone" });
  }
});

for (
  const [kind, body, status, code] of [
    ["a success", "{}", 200, "invalid_grant"],
    ["text", "no", 400, "invalid_grant"],
    ["a list", "[]", 400, "invalid_grant"],
    ["an error without a code", "{}", 400, null],
  ] as const
) {
  test(`nameError() does not change ${kind} with status ${status}`, async () => {
    const response = new Response(body, { status });
    const result = await nameError(response, () => code);
    assert.equal(result, response);
    assert.equal(await result.text(), body);
  });
}
