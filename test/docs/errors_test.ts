import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import * as errors from "../../src/errors/errors.ts";
import { toLogger } from "../../src/config/logger.ts";
import { seeAlso } from "../../src/errors/help.ts";
import type { PageError } from "../../src/entries/types.ts";
import { en } from "../../src/messages/en.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { covers, entriesOf, type Entry, messagesOf, readMessages, sectionsOf } from "../../tools/messages.ts";

const page = await readFile(new URL("../../docs/errors.md", import.meta.url), "utf8");
const entries = entriesOf(page);
const messages = await readMessages();
const sections = new Set(sectionsOf(page).map(({ anchor }) => anchor));

const types = Object.values(errors).map((each) => each.type);

/** The section that the link of an error or a warning leads to. */
function sectionOf(name: string): string {
  return seeAlso(name).replace(/^[^#]*#/, "");
}

test("docs/errors.md shows an entry of the log as the log writes it", () => {
  const [, example] = /^```text log\n(.+?)\n```$/ms.exec(page) ?? [];
  const platform = testPlatform();
  toLogger({}, platform).error(
    new errors.OAuthCallbackError('The provider answered "server_error"', {
      code: "server_error",
      description: "try later",
      action: "GET callback",
      provider: "github",
    }),
  );
  assert.equal(example, platform.lines[0]!.text);
});

test("docs/errors.md has an entry for each message of the source", () => {
  assert.ok(messages.length > 400);
  const missing = messages.filter(({ text }) => !entries.some((entry) => covers(entry.text, text)));
  assert.deepEqual(missing.map(({ at, text }) => `${at}: ${text}`), [], "explain it there");
});

test("docs/errors.md has no entry for a message that the source lacks", () => {
  const stale = entries.filter((entry) => !messages.some(({ text }) => covers(entry.text, text)));
  assert.deepEqual(stale.map(({ text }) => text), [], "remove it, or write the new message");
});

test("docs/errors.md has a section for each type of error and each code of a warning, where the links lead", () => {
  const codes = messages.filter(({ from }) => from === "warning").map(({ text }) => text.split(":")[0]!);
  assert.ok(codes.length > 20);
  const missing = [...types, "ClientError", ...codes].filter((name) => !sections.has(sectionOf(name)));
  assert.deepEqual(missing, []);
});

test("docs/errors.md has each section that a message of an adapter links to", () => {
  assert.ok(sections.has(sectionOf("adapters")));
  const clients = entries.filter(({ text }) => /^Cannot use this (client|database)/.test(text));
  assert.deepEqual(clients.map(({ section }) => section), Array(5).fill(sectionOf("adapters")));
});

test("docs/errors.md explains each message in the section that its link leads to", () => {
  const names: ReadonlyMap<string, string> = new Map([
    ...Object.entries(errors).map(([name, { type }]) => [name, type] as const),
    ["ClientError", "ClientError"],
  ]);
  const misplaced = messages.filter(({ from, text }) => {
    const name = from === "warning" ? text.split(":")[0]! : names.get(from);
    return name && !entries.some((entry) => entry.section === sectionOf(name) && covers(entry.text, text));
  });
  assert.deepEqual(misplaced.map(({ from, text }) => `${from}: ${text}`), []);
});

test("docs/errors.md says why and how to fix it below each group of messages", () => {
  assert.ok(entries.length > 300);
  const without = entries.filter(({ why, fix }) => why.length < 20 || fix.length < 7);
  assert.deepEqual(without.map(({ text }) => text), []);
});

/** Texts that replace another one of the page. */
type Variant = "UserNotVerifiedWithWays" | "ReconnectRequiredWithName" | "unknown";

test("the compiler finds in PageError each type that the sign-in page and the error page have a text for", () => {
  const signIn = { ...en.signInErrors } satisfies Record<PageError<"signIn">, unknown>;
  const signInTypes: readonly PageError<"signIn">[] = [] as Exclude<keyof typeof signIn, Variant>[];
  const error = { ...en.error, UserNotStored: null } satisfies Record<PageError<"error">, unknown>;
  const errorTypes: readonly PageError<"error">[] = [] as Exclude<keyof typeof error, Variant>[];
  assert.deepEqual([...signInTypes, ...errorTypes], []);
});

test("PageError has each value that the account page has a text for", () => {
  const account: Record<PageError<"account">, true> = {
    LastFactor: true,
    LastWay: true,
    NotAvailable: true,
    NotFound: true,
    NotRemovable: true,
    SecondFactorRequired: true,
    SessionRequired: true,
  };
  assert.deepEqual(Object.keys(en.account.errors).filter((type) => !(type in account)), ["unknown"]);
});

test("covers() lets a placeholder stand for a placeholder, or for up to four words", () => {
  const CASES: readonly (readonly [entry: string, message: string, is: boolean])[] = [
    ["Cannot use <name>: write it", "Cannot use <…>: write it", true],
    ["Cannot use <name>: write it", "Cannot use `theme.logo`: write it", true],
    ["Cannot use it: <reason>", "Cannot use it: it has no field of that name at all", false],
    ["Cannot use it: the reason", "Cannot use it: <reason>", true],
    ["Cannot use it: it is not a URL, …", "Cannot use it: it is not a URL, so write one", true],
    ["Cannot use it", "Cannot use it: write another", false],
    ["Cannot use it: write another", "Cannot use it", false],
  ];
  for (const [entry, message, is] of CASES) assert.equal(covers(entry, message), is, `${entry} / ${message}`);
});

test("entriesOf() reads groups of messages with their section and explanation", () => {
  const found: readonly Entry[] = entriesOf(
    "## A {#b}\n\n```text\none\ntwo\n```\n\n- **Why:** because\n  of it.\n- **Fix:** write.\n\n```text log\nx\n```\n",
  );
  const explanation = { section: "b", why: "because of it.", fix: "write." };
  assert.deepEqual(found, [{ text: "one", ...explanation }, { text: "two", ...explanation }]);
});

test("messagesOf() follows helper functions, constants and conditions to the whole text", () => {
  const found = messagesOf(
    new Map([
      [
        "src/a.ts",
        `class OwnError extends Error {}
         const ADVICE = "write " + "it";
         export function check(n: number, isWrong: boolean) {
           if (n > 1) fail("n", \`\${n} is too much\`);
           fail("m", isWrong ? "it is wrong" : ADVICE);
           const refuse = (reason: string) => { throw new OwnError(\`Cannot go: \${reason}\`); };
           refuse("the door is shut");
         }
         function fail(field: string, reason: string): never {
           throw new OwnError(\`Cannot use \${field}: \${reason}\`);
         }
         export const checks = ({ a }: { a?: number }): readonly OptionCheck[] => [
           ["a", a !== undefined, \`\${a} must be left out\`],
           numberCheck("b", 7),
         ];
         function numberCheck(field: string, least: number): OptionCheck {
           return [field, ["x", "y", "z"].includes(field), "write " + least];
         }
         const other = [\`some-code: look at \${other.x.y}\`];`,
      ],
      [
        "src/b.ts",
        `export const f = (logger: any) => logger.warn(\`a-b: \${toText("c")}\`);
         function toText(end: string) { return "to the " + end; }`,
      ],
    ]),
  );
  assert.deepEqual(found.map(({ from, text }) => [from, text]).toSorted(), [
    ["ConfigError", "Cannot use `a`: <a> must be left out"],
    ["ConfigError", "Cannot use `b`: write 7"],
    ["OwnError", "Cannot go: the door is shut"],
    ["OwnError", "Cannot use m: it is wrong"],
    ["OwnError", "Cannot use m: write it"],
    ["OwnError", "Cannot use n: <n> is too much"],
    ["warning", "a-b: to the c"],
    ["warning", "some-code: look at <y>"],
  ]);
});
