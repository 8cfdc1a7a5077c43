import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { messageWarnings } from "../../src/config/message_warnings.ts";
import { all, de } from "../../src/messages/languages.ts";
import { words } from "../../src/messages/second_factors/en.ts";
import type { MessageOverrides } from "../../src/messages/types.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** Messages that JavaScript takes, and what the log says. */
const SLIPS: Readonly<Record<string, readonly [messages: object, warning: string]>> = {
  "a group that is misspelt": [
    { signin: { heading: "x" } },
    "unknown-message: The config has `messages.de.signin`, which nothing reads. Did you mean `messages.de.signIn`?",
  ],
  "a key that is misspelt": [
    { signIn: { headin: "x" } },
    "unknown-message: The config has `messages.de.signIn.headin`, which nothing reads. Did you mean " +
    "`messages.de.signIn.heading`?",
  ],
  "a key far from any": [
    { signIn: { welcomeBackDear: "x" } },
    "unknown-message: The config has `messages.de.signIn.welcomeBackDear`, which nothing reads. Remove it, or look " +
    "for its name in `Messages`",
  ],
  "a key that every object has": [
    { signIn: { toString: "x" } },
    "unknown-message: The config has `messages.de.signIn.toString`, which nothing reads. Remove it, or look for its " +
    "name in `Messages`",
  ],
  "text in the place of a group": [
    { signInErrors: { InvalidEmail: "No." } },
    "unusable-message: `messages.de.signInErrors.InvalidEmail` is not an object. Write its messages one by one",
  ],
  "a message that is not text": [
    { signIn: { heading: 1 } },
    "unusable-message: `messages.de.signIn.heading` is not text. Write a string",
  ],
  "a placeholder that is misspelt": [
    { signOut: { text: "Bei {ap}" } },
    "unknown-placeholder: `messages.de.signOut.text` has the placeholder {ap}, which nothing fills. Write {app}",
  ],
  "a placeholder where there is none": [
    { signIn: { heading: "{app}" } },
    "unknown-placeholder: `messages.de.signIn.heading` has the placeholder {app}, which nothing fills. Write it without",
  ],
  "a placeholder that is missing": [
    { link: { add: "Add {provider}" } },
    "missing-placeholder: `messages.de.link.add` lacks the placeholder {current}. Write {current} and {provider}",
  ],
};

for (const [slip, [messages, warning]] of Object.entries(SLIPS)) {
  test(`messageWarnings() names the message, and what to write: ${slip}`, () => {
    assert.deepEqual(messageWarnings({ de: messages }, all), [warning]);
  });
}

test("messageWarnings() checks messages of the second factor where it has them, and accepts them elsewhere", () => {
  const messages = { de: { secondFactor: { confirn: "Weiter" } } as MessageOverrides };
  assert.deepEqual(messageWarnings(messages, all), []);
  assert.deepEqual(messageWarnings(messages, all, words), [
    "unknown-message: The config has `messages.de.secondFactor.confirn`, which nothing reads. " +
    "Did you mean `messages.de.secondFactor.confirm`?",
  ]);
});

/** Keys that are tags by their form, and the advice. */
const KEYS: Readonly<Record<string, string>> = {
  english: "Did you mean `messages.en`?",
  German: "Did you mean `messages.de`?",
  deutsch: "Did you mean `messages.de`?",
  welsh: "Write the tag of a language, such as `de` or `pt-BR`",
};

for (const [key, advice] of Object.entries(KEYS)) {
  test(`messageWarnings() names a key that is not the tag of a language: ${key}`, () => {
    assert.deepEqual(messageWarnings({ [key]: { signIn: { heading: "x" } } }, all), [
      `unknown-language: The config has \`messages.${key}\`, and no browser asks for "${key}". ${advice}`,
    ]);
  });
}

test("messageWarnings() accepts the tag of any language", () => {
  for (const tag of ["en", "EN", "cy", "de-CH", "gsw", "tlh", "zh-Hant-TW", "qaa"]) {
    assert.deepEqual(messageWarnings({ [tag]: {} }, all), [], tag);
  }
});

test("messageWarnings() accepts messages that are complete, undefined, or name the application in place of {app}", () => {
  const signIn = { heading: "Hallo", purpose: "um mit Acme fortzufahren", button: "Weiter mit {provider}" };
  assert.deepEqual(messageWarnings({ de: { signIn, mail: {} }, fr: {} }, all), []);
  assert.deepEqual(messageWarnings({ de: { signIn: undefined } as object }, all), []);
});

test("Auth() logs the warnings about messages once, soon after its first request", async () => {
  const platform = testPlatform();
  const config: AuthConfig = {
    secret: "a-secret-of-forty-characters-for-tests-0",
    trustHost: true,
    providers: [],
    platform,
    languages: all,
    messages: { de: { signIn: { headin: "x" } as object } },
  };
  for (let i = 0; i < 2; i++) await Auth(new Request("https://app.test/auth/session"), config);
  while (!platform.lines.length) await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(platform.lines.map(({ text }) => text.split(":")[0]), ["[latchkey] unknown-message"]);
});

test("messageWarnings() names a language that is completed with English because the program does not have it", () => {
  const own = { signIn: { heading: "x" } };
  const advice = 'Write `languages: [en, de]` with `import { en, de } from "@latchkey/auth/languages"`';
  const warning = (
    tag: string,
  ) => [`missing-language: \`messages.${tag}\` is completed with English. ${advice}`];
  for (const tag of ["de", "de-AT"]) {
    assert.deepEqual(messageWarnings({ [tag]: own }, undefined), warning(tag));
    assert.deepEqual(messageWarnings({ [tag]: own }, ["en", tag]), warning(tag));
    assert.deepEqual(messageWarnings({ [tag]: own }, ["en", de]), []);
  }
  assert.deepEqual(messageWarnings({ en: own, cy: own }, undefined), []);
  for (const invalid of ["de", 7, [null, {}], {}]) {
    assert.deepEqual(messageWarnings({ de: own }, invalid as never), warning("de"));
  }
});

test("messageWarnings() accepts a language of the library that the application has written itself, as a whole", async () => {
  assert.deepEqual(messageWarnings({ de: await de.load() }, undefined), []);
});
