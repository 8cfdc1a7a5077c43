/**
 * Flags in the answers of the providers: off or missing, those that vouch for the address make it unverified.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createProvider, type ProviderCase, readCases, signIn, withAnswers } from "./_catalogue.ts";
import discord from "./catalogue/discord.ts";

/** Flags beside those that vouch, by the id of the provider: their paths, and what they say. */
const OTHER_FLAGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "apple": { ".nonce_supported": "whether the token repeats the nonce" },
  "bitbucket": {
    ".page": "number of the page",
    ".values.0.is_confirmed": "of another address",
    ".values.1.is_primary": "selects the address: without it there is none",
  },
  "discord": { ".mfa_enabled": "second factor", ".premium_type": "subscription" },
  "eventbrite": { ".emails.1.primary": "selects the address: without it there is none" },
  "github": { ".1.primary": "selects the address: without it, the other one, which is not verified" },
  "kakao": { ".kakao_account.has_email": "whether there is an address" },
  "mattermost": { ".notify_props.email": "notifications", ".timezone.useAutomaticTimezone": "time zone" },
  "mercadolibre": { ".points": "number of points" },
  "okta": { ".ver": "version of the token" },
  "paypal": {
    ".emails.1.primary": "selects the address: without it, the other one, which is not confirmed",
    ".verified_account": "of the account, whose holder PayPal knows, not of the address",
  },
  "todoist": {
    ".business_account_id": "an id",
    ".has_password": "password",
    ".is_premium": "subscription",
  },
  "wordpress": { ".verified": "of the account, not of the address" },
};

for (const [, each] of await readCases()) {
  const { id } = createProvider(each);
  if (!each.user.verified) continue;

  test(`${id}: the address is not verified if a flag that vouches for it is off or missing`, async () => {
    const others: string[] = [];
    const paths = new Set(answersOf(each).flatMap((answer) => [...flagsIn(answer)]));
    for (const path of paths) {
      const vouches = await Promise.all(OFF.map((off) => isUnverifiedWith(each, path, off)));
      // A flag vouches as a whole: each form of "off" has the same effect.
      assert.equal(new Set(vouches).size, 1, path);
      if (!vouches[0]) others.push(path);
    }
    assert.deepEqual(others.sort(), Object.keys(OTHER_FLAGS[id] ?? {}).sort());
    assert.ok(others.length < paths.size, "no flag vouches for the address");
  });
}

for (const [, each] of await readCases()) {
  const { id, verifiedEmail } = createProvider(each);
  const { email, verified } = each.user;
  if (typeof verifiedEmail !== "function" || email === null || !verified) continue;

  test(`${id}: allowDangerousEmailAccountLinking links by no address that the answer calls unverified (AL-03)`, async () => {
    const linking = { ...each, options: { ...each.options, allowDangerousEmailAccountLinking: true } };
    const stored = { id: "u1", email: email.toLowerCase(), emailVerified: new Date(0) };
    assert.ok((await signIn(linking, stored)).user);
    const others = Object.keys(OTHER_FLAGS[id] ?? {});
    for (const path of new Set(answersOf(each).flatMap((answer) => [...flagsIn(answer)]))) {
      if (others.includes(path)) continue;
      const off = withAnswers(linking, (answer) => replaceAt(answer, path, OFF[0]!));
      const { user, log } = await signIn(off, stored);
      assert.equal(user, null, `${path}: ${log}`);
    }
  });
}

test("the table of other flags names only providers whose address is verified", async () => {
  const verified = (await readCases()).filter(([, { user }]) => user.verified)
    .map(([, each]) => createProvider(each).id);
  assert.deepEqual(Object.keys(OTHER_FLAGS).filter((id) => !verified.includes(id)), []);
});

test("discord: the address is not verified if the flag is a text", async () => {
  const { user, log } = await signIn(withAnswers(discord, replacing('"verified":true', '"verified":"true"')));
  assert.deepEqual([user?.email, user?.verified], [discord.user.email, false], log);
});

/** Forms of a flag that is off: of its own type, absent, and a text that is true in JavaScript. */
const OFF: readonly ((flag: unknown) => unknown)[] = [
  (flag) => typeof flag === "boolean" ? false : typeof flag === "number" ? 0 : "false",
  () => undefined,
  () => "unverified",
];

/** Whether the user keeps the address, unverified, if a flag is off in all answers that have it. */
async function isUnverifiedWith(
  each: ProviderCase,
  path: string,
  off: (flag: unknown) => unknown,
): Promise<boolean> {
  const { user, log } = await signIn(withAnswers(each, (answer) => replaceAt(answer, path, off)));
  assert.ok(user, log);
  assert.ok(user.email === each.user.email || !user.verified, `${path}: ${user.email} is verified`);
  return user.email === each.user.email && !user.verified;
}

function answersOf({ claims, profile = [], token }: ProviderCase): readonly unknown[] {
  return [claims, token.json, ...profile.map(({ json }) => json)];
}

/** Paths of the values that say yes. */
function* flagsIn(value: unknown, path = ""): Generator<string> {
  if (/^(true|1|verified|confirmed)$/i.test(String(value)) && typeof value !== "object") yield path;
  for (const [key, field] of fieldsOf(value)) yield* flagsIn(field, `${path}.${key}`);
}

/** A copy with another value at a path, if there is one. */
function replaceAt(value: unknown, path: string, change: (value: unknown) => unknown): unknown {
  if (path === "") return change(value);
  const [, key, rest] = /^\.([^.]+)(.*)$/.exec(path)!;
  const fields = fieldsOf(value).map(([name, field]) =>
    [name, name === key ? replaceAt(field, rest!, change) : field] as const
  );
  if (fields.length === 0) return value;
  return Array.isArray(value) ? fields.map(([, field]) => field) : Object.fromEntries(fields);
}

function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === "object" && value !== null && !(value instanceof Response)
    ? Object.entries(value)
    : [];
}

/** Replaces a text in the JSON of those answers that have it. */
function replacing(text: string, replacement: string): (answer: unknown) => unknown {
  return (answer) => JSON.parse(JSON.stringify(answer).replace(text, replacement));
}
