/**
 * Warnings about the messages of a config: languages, keys and placeholders that do not exist, which JavaScript does not
 * report.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { english as en } from "../messages/english.ts";
import { placeholdersOf } from "../messages/fill.ts";
import { matchLanguage } from "../messages/match.ts";
import { LANGUAGE_TAGS, toImport } from "../messages/tags.ts";
import type { MessageOverrides } from "../messages/types.ts";
import { CAPABILITY_WORDS } from "../shapes/lists.ts";
import { nearestKey } from "./nearest_key.ts";

/**
 * Returns the warnings about messages, each a stable code, a colon, and an advice.
 *
 * @param messages Messages of the application, by the tag of their language.
 * @param languages Languages of the config.
 * @param words English messages of capabilities. Without them, their groups are known, and nothing in them is checked.
 */
export function messageWarnings(
  messages: Readonly<Record<string, MessageOverrides>>,
  languages: AuthConfig["languages"],
  words: Readonly<Partial<Record<keyof MessageOverrides, object>>> = {},
): readonly string[] {
  return Object.entries(messages).flatMap(([tag, overrides]) => {
    const known = { ...en, ...words };
    const checked = Object.fromEntries(
      Object.entries(overrides).filter(([group]) =>
        Object.hasOwn(known, group) || !LOADED_LATER.includes(group)
      ),
    );
    return [
      ...unknownTag(tag),
      ...(isComplete(overrides, known) ? [] : completedInEnglish(tag, languages)),
      ...inGroup(checked, known, `messages.${tag}.`),
    ];
  });
}

/** The groups of capabilities. */
const LOADED_LATER: readonly string[] = CAPABILITY_WORDS satisfies readonly (keyof MessageOverrides)[];

/** Messages that differ from a language of the library, where the program does not have that language. */
function completedInEnglish(tag: string, languages: AuthConfig["languages"]): readonly string[] {
  const wanted = matchLanguage([tag], new Set<string>(LANGUAGE_TAGS));
  // The config may not be valid.
  const listed: readonly unknown[] = Array.isArray(languages) ? languages : [];
  const loaded = new Set(listed.map((each) => Object(each).tag as unknown));
  if (wanted === null || wanted === "en" || loaded.has(wanted)) return [];
  return [
    `missing-language: \`messages.${tag}\` is completed with English. Write ${toImport(wanted)}`,
  ];
}

/** Returns whether an application has written each message itself. */
function isComplete(overrides: object, known: object): boolean {
  return Object.entries(known).every(([key, message]) => {
    const own: unknown = overrides[key as keyof typeof overrides];
    return typeof message === "object"
      ? typeof own === "object" && own !== null && isComplete(own, message)
      : own;
  });
}

/** A tag may begin with up to eight letters, but the codes of languages have two or three (RFC 5646 §2.2.1). */
function unknownTag(tag: string): readonly string[] {
  const [code = ""] = tag.split("-");
  if (code.length <= 3) return [];
  const near = tagNamed(code.toLowerCase());
  const advice = near
    ? `Did you mean \`messages.${near}\`?`
    : "Write the tag of a language, such as `de` or `pt-BR`";
  return [
    `unknown-language: The config has \`messages.${tag}\`, and no browser asks for "${tag}". ${advice}`,
  ];
}

/** Finds the language of the library that has this name, in English or in the language itself. */
function tagNamed(name: string): string | undefined {
  const nameIn = (language: string, tag: string) =>
    new Intl.DisplayNames(language, { type: "language" }).of(tag)?.toLowerCase();
  return LANGUAGE_TAGS.find((tag) => [nameIn("en", tag), nameIn(tag, tag)].includes(name));
}

function inGroup(overrides: object, known: object, place: string): readonly string[] {
  return Object.entries(overrides).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (!Object.hasOwn(known, key)) return [unknownKey(key, known, place)];
    const message: unknown = known[key as keyof typeof known];
    if (typeof message === "object" && message !== null) {
      return typeof value === "object" && value !== null
        ? inGroup(value, message, `${place}${key}.`)
        : [`unusable-message: \`${place}${key}\` is not an object. Write its messages one by one`];
    }
    if (typeof value !== "string") {
      return [`unusable-message: \`${place}${key}\` is not text. Write a string`];
    }
    return inMessage(value, String(message), place + key);
  });
}

function unknownKey(key: string, known: object, place: string): string {
  const near = nearestKey(key, known);
  const advice = near ? `Did you mean \`${place}${near}\`?` : "Remove it, or look for its name in `Messages`";
  return `unknown-message: The config has \`${place}${key}\`, which nothing reads. ${advice}`;
}

/** An application may write its own name in the place of `{app}`, and nothing in the place of the rest. */
function inMessage(text: string, message: string, name: string): readonly string[] {
  const [has, needs] = [placeholdersOf(text), placeholdersOf(message)];
  const allowed = needs.length ? `Write ${toList(needs)}` : "Write it without";
  return [
    ...has.filter((each) => !needs.includes(each)).map((each) =>
      `unknown-placeholder: \`${name}\` has the placeholder {${each}}, which nothing fills. ${allowed}`
    ),
    ...needs.filter((each) => each !== "app" && !has.includes(each)).map((each) =>
      `missing-placeholder: \`${name}\` lacks the placeholder {${each}}. ${allowed}`
    ),
  ];
}

function toList(placeholders: readonly string[]): string {
  return placeholders.map((each) => `{${each}}`).join(" and ");
}
