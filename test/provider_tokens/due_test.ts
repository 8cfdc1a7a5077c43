import assert from "node:assert/strict";
import { test } from "node:test";
import { isDue, mayRepeat, withAnswer, works } from "../../src/features/provider_tokens/due.ts";
import type { ProviderTokens } from "../../src/features/provider_tokens/rows.ts";

const HOUR = 3_600_000;

const TOKENS: ProviderTokens = {
  accessToken: "a",
  expiresAt: HOUR,
  issuedAt: 0,
  refreshToken: "r",
  scope: "calendar",
  signedInAt: 0,
  origin: "hash",
  sent: { at: 1, times: 1 },
  ended: "Refused",
};

test("isDue() is true from a minute before the end, or a tenth of a short life", () => {
  assert.equal(isDue(TOKENS, HOUR - 60_001), false);
  assert.equal(isDue(TOKENS, HOUR - 60_000), true);
  const short = { ...TOKENS, issuedAt: HOUR - 100_000 };
  assert.equal(isDue(short, HOUR - 10_001), false);
  assert.equal(isDue(short, HOUR - 10_000), true);
  assert.equal(isDue({ ...TOKENS, expiresAt: null }, 1e15), false);
});

test("works() is false at the end of a token, and for the one that the API has rejected", () => {
  assert.equal(works(TOKENS, { rejected: undefined, now: HOUR - 1 }), true);
  assert.equal(works(TOKENS, { rejected: undefined, now: HOUR }), false);
  assert.equal(works(TOKENS, { rejected: "a", now: 0 }), false);
  assert.equal(works(TOKENS, { rejected: "b", now: 0 }), true);
  assert.equal(works({ ...TOKENS, expiresAt: null }, { rejected: undefined, now: 1e15 }), true);
});

test("withAnswer() takes what the answer says, and keeps what it does not repeat", () => {
  const kept = withAnswer(TOKENS, { access_token: "b" }, 7);
  assert.deepEqual(kept, {
    ...TOKENS,
    accessToken: "b",
    issuedAt: 7,
    expiresAt: null,
    isKept: true,
    sent: null,
    ended: null,
  });
  const answer = { access_token: "b", refresh_token: "s", expires_at: 9, scope: "mail" };
  const all = withAnswer(TOKENS, answer, 7);
  assert.deepEqual([all.refreshToken, all.expiresAt, all.scope], ["s", 9000, "mail"]);
  // The provider replaces its refresh tokens, whatever it did before.
  assert.equal(withAnswer(kept, answer, 7).isKept, undefined);
  assert.equal(withAnswer(TOKENS, { ...answer, refresh_token: "r" }, 7).isKept, true);
});

test("mayRepeat() is true of a provider that replaces no refresh token: it says so, or a renewal has shown it", () => {
  const cases = [
    [undefined, undefined, false],
    [undefined, 60, false],
    [undefined, Infinity, true],
    [true, undefined, true],
    [true, 60, true],
    [true, Infinity, true],
  ] as const;
  for (const [isKept, grace, expected] of cases) {
    assert.equal(mayRepeat({ ...TOKENS, ...isKept && { isKept } }, grace), expected, `${isKept} ${grace}`);
  }
});
