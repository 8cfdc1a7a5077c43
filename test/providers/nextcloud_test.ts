import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn } from "./_catalogue.ts";
import nextcloud from "./catalogue/nextcloud.ts";

const [exchange] = nextcloud.profile!;
const withAnswer = (json: unknown) => signIn({ ...nextcloud, profile: [{ ...exchange!, json }] });

test("Nextcloud() refuses tokens that name no account, and asks for none", async () => {
  const { user_id: _, ...json } = nextcloud.token.json as Record<string, unknown>;
  const { user, problems, log } = await signIn({ ...nextcloud, token: { ...nextcloud.token, json } });
  assert.equal(user, null);
  assert.deepEqual(problems, [`no request: ${exchange!.request}`]);
  assert.match(log, /has no `user_id`/);
});

test("Nextcloud() refuses an answer with another status than 200", async () => {
  const { user, log } = await withAnswer(new Response("{}", { status: 401 }));
  assert.equal(user, null);
  assert.match(log, /status 401/);
});

test("Nextcloud() refuses an answer that is not JSON, and does not log it", async () => {
  const { user, log } = await withAnswer(new Response("<ocs>hidden</ocs>"));
  assert.equal(user, null);
  assert.match(log, /is not a JSON object/);
  assert.doesNotMatch(log, /hidden/);
});

test("Nextcloud() refuses an answer without a user", async () => {
  const { user } = await withAnswer({ ocs: { meta: { status: "failure", statuscode: 404 }, data: [] } });
  assert.equal(user, null);
});
