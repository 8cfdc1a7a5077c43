import assert from "node:assert/strict";
import { test } from "node:test";
import { type ProviderCase, signIn } from "./_catalogue.ts";
import bitbucket from "./catalogue/bitbucket.ts";
import discord from "./catalogue/discord.ts";
import eventbrite from "./catalogue/eventbrite.ts";
import gitlab from "./catalogue/gitlab.ts";
import kakao from "./catalogue/kakao.ts";

/** Flags of an address in the answers of a provider, each of which alone makes the address unverified. */
const FLAGS: readonly (readonly [ProviderCase, string, string])[] = [
  [bitbucket, '"is_primary":true,"is_confirmed":true', '"is_primary":true,"is_confirmed":false'],
  [bitbucket, '"is_primary":true,"is_confirmed":true', '"is_primary":true'],
  [discord, '"verified":true', '"verified":false'],
  [discord, '"verified":true', '"verified":"true"'],
  [eventbrite, '"verified":true', '"verified":false'],
  [gitlab, "https://gitlab.com/countess", "https://git.example.com/countess"],
  [gitlab, "https://gitlab.com/countess", "https://gitlab.com.example.com/countess"],
  [kakao, '"is_email_valid":true', '"is_email_valid":false'],
];

for (const [each, flag, changed] of FLAGS) {
  const { id } = each.create({});

  test(`${id}: the address is not verified if the answer says ${changed}`, async () => {
    const text = JSON.stringify(each.profile!.map(({ json }) => json));
    assert.ok(text.includes(flag));
    const answers: readonly unknown[] = JSON.parse(text.replace(flag, changed));
    const profile = each.profile!.map((exchange, i) => ({ ...exchange, json: answers[i] }));
    const { user, log } = await signIn({ ...each, profile });
    assert.ok(user, log);
    assert.deepEqual([user.email, user.verified], [each.user.email, false]);
  });
}

test("gitlab: baseUrl is the issuer, and the addresses of its server are not verified", async () => {
  const onServer = (text: string) => text.replaceAll("https://gitlab.com", "https://git.example.com/code");
  const { create, user: expected, ...answers } = gitlab;
  const moved = JSON.parse(onServer(JSON.stringify(answers)));
  const options = { baseUrl: new URL("https://git.example.com/code/") };
  const { user, problems, log } = await signIn({ create, user: expected, ...moved, options });
  assert.deepEqual(problems, [], log);
  assert.deepEqual([user?.id, user?.email, user?.verified], ["181510", "ada@example.com", false]);
});
