import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { importsOf } from "../../tools/architecture.ts";
import { resolve } from "../../tools/_imports.ts";
import { en as englishMessages } from "../../src/messages/en.ts";
import { placeholdersOf } from "../../src/messages/fill.ts";
import { words as englishWords } from "../../src/messages/second_factors/en.ts";
import { directionOf } from "../../src/messages/direction.ts";
import * as exported from "../../src/messages/languages.ts";
import { canonicalTag, LANGUAGE_TAGS, offeredLanguages } from "../../src/messages/tags.ts";

const { all, de, en } = exported;

/** The languages that the library has, with their scripts, and letters that only its neighbours have. */
const EXPECTED: Readonly<Record<string, readonly [script: RegExp, foreign?: RegExp]>> = {
  ar: [/\p{Script=Arabic}/u, /[پچژگی]/],
  de: [/[a-zäöüß]/i],
  en: [/[a-z]/i],
  es: [/[a-zñ]/i],
  fr: [/[a-zé]/i],
  he: [/\p{Script=Hebrew}/u],
  it: [/[a-z]/i],
  ja: [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u, /\p{Script=Hangul}/u],
  ko: [/\p{Script=Hangul}/u, /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u],
  nl: [/[a-z]/i],
  pl: [/[a-ząęł]/i],
  pt: [/[a-zã]/i],
  ru: [/\p{Script=Cyrillic}/u, /[іїєґ]/i],
  sv: [/[a-zåäö]/i, /[æøü]/i],
  tr: [/[a-zğış]/i, /[qwx]/i],
  uk: [/\p{Script=Cyrillic}/u, /[ыэъё]/i],
  zh: [/\p{Script=Han}/u, /[\p{Script=Hiragana}\p{Script=Katakana}請錄證發繼關選擇續戻認証]/u],
};

const RIGHT_TO_LEFT = ["ar", "he"];

/** Messages that are the same word in English. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: [
    "account.newName",
    "account.passkey",
    "account.passkeys",
    "general.passkey",
    "password.name",
    "profile.name",
    "profile.optional",
    "verifyRequest.code",
  ],
  es: ["general.errorTitle"],
  fr: ["general.keptForm.page", "verifyRequest.code"],
  it: ["account.passkey", "general.passkey", "general.privacy", "signIn.password"],
  ja: ["signIn.addressExample"],
  ko: ["signIn.addressExample"],
  nl: ["account.passkey", "account.passkeys", "general.passkey", "general.privacy", "verifyRequest.code"],
  zh: ["signIn.addressExample"],
};

/** Messages that may have no letter of the script. */
const WITHOUT_SCRIPT = ["signIn.addressExample", "general.device", "secondFactor.codesOf"];

/** How sentences end, by the end of the English one. */
const ENDS: Readonly<Record<string, RegExp>> = { ".": /[.。]$/, "?": /[?？؟]$/, ":": /[:：。.]$/ };

const loaded = new Map(
  await Promise.all(
    all.map(async ({ tag, load, loadSecondFactor }) =>
      [tag, messagesOf({ ...await load(), ...await loadSecondFactor?.() })] as const
    ),
  ),
);
const english = messagesOf({ ...englishMessages, ...englishWords });

test("all has each language once, under a canonical tag in lower case", () => {
  assert.deepEqual(all.map(({ tag }) => tag).sort(), Object.keys(EXPECTED));
  assert.equal(all[0], en);
  for (const { tag } of all) assert.equal(canonicalTag(tag).toLowerCase(), tag);
});

for (const [tag, [script, foreign]] of Object.entries(EXPECTED)) {
  const messages = loaded.get(tag) ?? new Map<string, string>();

  test(`The language ${tag} has the messages of English, and no others`, () => {
    assert.deepEqual([...messages.keys()].sort(), [...english.keys()].sort());
  });

  test(`The language ${tag} has the placeholders of English in each message`, () => {
    for (const [key, text] of messages) {
      assert.deepEqual(placeholdersOf(text), placeholdersOf(english.get(key)!), key);
      // How long an undo works is filled in by its feature.
      const filled = key === "emailChangeMails.emailChanged.openLink" ? text.replace("{time}", "") : text;
      if (/\.openLink$/.test(key)) assert.doesNotMatch(filled, /{/, `${key}: nothing fills it`);
      assert.doesNotMatch(text.replaceAll(/\{\w+\}/g, ""), /[{}]/, key);
    }
  });

  test(`The language ${tag} has plain text in each message, without markup and blanks at its ends`, () => {
    for (const [key, text] of messages) {
      assert.ok(text.length > 0 && text.trim() === text, key);
      assert.doesNotMatch(text, /[<>\n\t\u2066-\u2069]| {2}|&\w+;/, key);
    }
  });

  test(`The language ${tag} ends sentences where English does`, () => {
    for (const [key, text] of messages) {
      const end = ENDS[english.get(key)!.at(-1)!];
      if (end) assert.match(text, end, key);
      else assert.doesNotMatch(text, /[.。:：]$/, key);
    }
  });

  test(`The language ${tag} is written in its script, and no message is left in English`, () => {
    for (const [key, text] of messages) {
      const own = text.replaceAll(/\{\w+\}/g, "");
      if (!WITHOUT_SCRIPT.includes(key)) assert.match(own, script, key);
      if (foreign) assert.doesNotMatch(own.replaceAll(/JavaScript|WebP|example/g, ""), foreign, key);
      if (tag !== "en" && text === english.get(key)) assert.ok(SAME[tag]?.includes(key), `${key}: ${text}`);
    }
    for (const key of SAME[tag] ?? []) {
      assert.equal(messages.get(key), english.get(key), `${key} is not the same`);
    }
  });

  test(`directionOf() knows the direction of ${tag}`, () => {
    assert.equal(directionOf(tag), RIGHT_TO_LEFT.includes(tag) ? "rtl" : "ltr");
  });
}

test("directionOf() knows the direction of other languages, by their script", () => {
  for (const tag of ["fa", "ur", "yi", "ps", "ckb", "az-Arab", "dv", "ar-EG"]) {
    assert.equal(directionOf(tag), "rtl", tag);
  }
  for (const tag of ["az", "cy", "el", "hi", "ar-Latn", "tlh", "zh-Hant"]) {
    assert.equal(directionOf(tag), "ltr", tag);
  }
});

test("offeredLanguages() lists English and those of the application, or those that the config names", () => {
  assert.deepEqual(offeredLanguages({}), ["en"]);
  assert.deepEqual(offeredLanguages({ messages: { cy: {}, de: {}, "pt-br": {} } }), [
    "en",
    "cy",
    "de",
    "pt-BR",
  ]);
  assert.deepEqual(offeredLanguages({ languages: ["iw", "EN", "he", de], messages: { cy: {} } }), [
    "he",
    "en",
    "de",
  ]);
});

test("No messages are loaded at once with the core or with a provider, and English alone with the pages", async () => {
  const texts = LANGUAGE_TAGS.flatMap((tag) =>
    ["", "passwords/", "second_factors/"].map((folder) => `src/messages/${folder}${tag}.ts`)
  ).concat("src/messages/english.ts", "src/messages/mail_en.ts", "src/messages/passkeys_en.ts");
  const loadedWith = async (entry: string) =>
    (await loadedAtOnce(entry)).filter((path) => texts.includes(path));
  for (const entry of ["mod.ts", "src/integrations/node/node.ts", "src/providers/nodemailer.ts"]) {
    assert.deepEqual(await loadedWith(entry), [], entry);
  }
  assert.deepEqual(await loadedWith("src/core/actions/page.ts"), ["src/messages/english.ts"]);
});

test("docs/languages.md names the languages, and README.md says how many there are", async () => {
  const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");
  const page = await read("docs/languages.md");
  const names = new Intl.DisplayNames("en", { type: "language" });
  for (const tag of LANGUAGE_TAGS) assert.ok(page.split("## ")[0]!.includes(names.of(tag)!), tag);
  assert.match(await read("README.md"), new RegExp(`\\[${LANGUAGE_TAGS.length} languages\\]`));
});

/** A file, and what it imports at once. */
async function loadedAtOnce(entry: string): Promise<readonly string[]> {
  const reached = new Set([entry]);
  for (const path of reached) {
    const text = await readFile(new URL(`../../${path}`, import.meta.url), "utf8");
    for (const { specifier, lazy } of importsOf(path, text)) {
      if (!lazy && specifier.startsWith(".")) reached.add(resolve(path, specifier));
    }
  }
  return [...reached];
}

/** Messages by their path: `signIn.heading`. */
function messagesOf(group: object, place = ""): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(group).flatMap(([key, value]: [string, string | object]) =>
      typeof value === "string" ? [[place + key, value] as const] : [...messagesOf(value, `${place}${key}.`)]
    ),
  );
}

test("LANGUAGE_TAGS names each language that can be loaded, which is exported under its tag", () => {
  assert.deepEqual(all.map(({ tag }) => tag).sort(), [...LANGUAGE_TAGS]);
  const { all: _, ...byTag } = exported;
  assert.deepEqual(
    Object.entries(byTag).map(([name, { tag }]) => [name, tag]),
    LANGUAGE_TAGS.map((tag) => [tag, tag]),
  );
});
