import assert from "node:assert/strict";
import { test } from "node:test";
import { seal } from "../../src/crypto/seal.ts";
import { parseCookies } from "../../src/http/cookies.ts";
import { nameQuestion } from "../../src/sign_in/sealed_question.ts";
import { testPlatform } from "../../src/testing/mod.ts";

test("nameQuestion() names the newest question of a browser, whatever it is about and wherever its cookie is (SE-40)", async () => {
  const platform = testPlatform();
  const setup = {
    secrets: ["s".repeat(40)],
    platform,
    cookies: { link: { name: "q", options: {} } },
  } as never;
  for (const [older, newer] of [["link", "password"], ["password", "link"], ["link", "link"]] as const) {
    const first = await seal({}, { purpose: older, maxAge: 600 }, setup);
    platform.tick(1);
    const second = await seal({}, { purpose: newer, maxAge: 600 }, setup);
    const nameOf = async (...sent: readonly string[]) =>
      await nameQuestion({ cookies: parseCookies(sent.map((each) => `q=${each}`).join("; ")) }, setup);
    const expected = await nameOf(second);
    assert.notEqual(await nameOf(first), expected);
    assert.deepEqual([await nameOf(first, second), await nameOf(second, first)], [expected, expected], older);
  }
});
