import assert from "node:assert/strict";
import { test } from "node:test";
import { type ProviderCase, signIn } from "./_catalogue.ts";
import bitbucket from "./catalogue/bitbucket.ts";
import github from "./catalogue/github.ts";
import lichess from "./catalogue/lichess.ts";

/** The case with another answer to its second request. */
function withSecondAnswer(each: ProviderCase, json: unknown): ProviderCase {
  const [first, second] = each.profile!;
  return { ...each, profile: [first!, { ...second!, json }] };
}

for (const [id, each] of Object.entries({ bitbucket, github, lichess })) {
  for (
    const [name, answer] of [
      ["is refused", new Response(null, { status: 403 })],
      ["reaches no server", new TypeError("unreachable")],
      ["has no JSON", new Response("<html>")],
      ["has another shape", {}],
      ["finds none", []],
    ] as const
  ) {
    test(`${id}: the user signs in without an address if the request for it ${name}`, async () => {
      const { user, log } = await signIn(withSecondAnswer(each, answer));
      assert.ok(user, log);
      assert.deepEqual([user.id, user.email, user.verified], [each.user.id, null, false]);
    });
  }

  for (const status of [401, 403]) {
    test(`${id}: the sign-in fails if the request for the account is refused with ${status}, and the log has the reason once`, async () => {
      const [first, second] = each.profile;
      const refused = { ...first!, json: new Response('{"id":1,"message":"gone"}', { status }) };
      const { user, log } = await signIn({ ...each, profile: [refused, second!] });
      assert.equal(user, null);
      assert.match(log, new RegExp(`"status":${status},"message":"gone"`));
      assert.match(log, new RegExp(`caused by Error: [^\n]* has status ${status}, not 200`));
      assert.equal(log.match(/gone/g)!.length, 1, log);
    });
  }
}

test("bitbucket: an address that is not the primary one is not used", async () => {
  const values = [{ email: "countess@example.org", is_primary: false, is_confirmed: true }];
  const { user } = await signIn(withSecondAnswer(bitbucket, { values }));
  assert.equal(user?.email, null);
});

test("bitbucket: a flag in the account itself does not make an address verified", async () => {
  const [account, addresses] = bitbucket.profile!;
  const forged = { ...account!.json as object, email: "grace@example.com", email_verified: true };
  const profile = [{ ...account!, json: forged }, { ...addresses!, json: { values: [] } }];
  const { user } = await signIn({ ...bitbucket, profile });
  assert.deepEqual([user?.email, user?.verified], [null, false]);
});
