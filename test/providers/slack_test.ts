import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn } from "./_catalogue.ts";
import slack from "./catalogue/slack.ts";

test("Slack(): the log names an error that the token endpoint sends with status 200", async () => {
  const json = { ok: false, error: "invalid_code" };
  const { user, log } = await signIn({ ...slack, claims: undefined, token: { ...slack.token, json } });
  assert.equal(user, null);
  assert.match(log, /"invalid_code"/);
});
