import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn } from "./_catalogue.ts";
import withings from "./catalogue/withings.ts";

const withTokens = (json: unknown) => signIn({ ...withings, token: { ...withings.token, json } });

test("Withings() refuses an error that has status 200", async () => {
  const { user, log } = await withTokens({ status: 503, body: {}, error: "Invalid Params: invalid code" });
  assert.equal(user, null);
  assert.match(log, /status_503/);
});

test("Withings() refuses tokens of a user without id", async () => {
  const { body } = withings.token.json as { readonly body: Record<string, unknown> };
  const { userid: _, ...tokens } = body;
  const { user, log } = await withTokens({ status: 0, body: tokens });
  assert.equal(user, null);
  assert.match(log, /returned no `id`/);
});

test("Withings() refuses an answer without a status", async () => {
  const { user } = await withTokens({ body: (withings.token.json as { readonly body: unknown }).body });
  assert.equal(user, null);
});
