/**
 * Tables of pages whose rows the code knows: the cells that it knows are printed, the others are what a person has written.
 * `deno task print` writes them.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { setupOf } from "../src/config/setup.ts";
import { seeAlso } from "../src/errors/help.ts";
import * as compatibility from "../src/errors/of_auth_js.ts";
import { allEndpoints } from "../src/http/endpoints.ts";
import {
  ACCOUNT,
  MAILBOX,
  MAILED,
  PASSKEY,
  ROWS,
  SESSION,
  USER,
} from "../src/features/data_export/fields.ts";
import { en } from "../src/messages/en.ts";
import { ROW_KINDS } from "../src/shapes/rows.ts";
import { root } from "./exports.ts";

/** A cell; `null` for one that a person writes. */
type Cell = string | null;

/** A table of a page. */
export interface Table {
  /** The beginning of the heading above it. */
  readonly heading: string;
  /** Its rows. The first cell of each is printed, and tells it from the others. */
  readonly rows: readonly (readonly [key: string, ...rest: readonly Cell[]])[];
}

/** What stands in the cell of a new row that a person has to write. */
export const TO_WRITE = "…";

/** The tables, by the path of their page. */
const TABLES: Readonly<Record<string, (page: string) => readonly Table[]>> = {
  "docs/concepts/cookies.md": () => [{ heading: "## The cookies", rows: cookieRows() }],
  "docs/concepts/endpoints.md": () => [{
    heading: "## All endpoints",
    rows: allEndpoints().map((endpoint) => [`\`${endpoint}\``, null, null, null, null]),
  }],
  "docs/recipes/personal_data.md": () => [{ heading: "## What the file has", rows: fileRows() }],
  "docs/errors.md": (page) => [
    { heading: "## The URL has ?error=", rows: errorRows(page) },
    {
      heading: "## Types of Auth.js that are never thrown",
      rows: Object.keys(compatibility).filter((name) => /^[A-Z]/.test(name)).sort()
        .map((name) => [`\`${name}\``, null]),
    },
  ],
};

/** The pages with their tables, by their path. */
export async function pagesWithTables(): Promise<ReadonlyMap<string, string>> {
  return new Map(
    await Promise.all(
      Object.entries(TABLES).map(async ([path, tablesOf]) => {
        const page = await readFile(new URL(path, root), "utf8");
        return [path, tablesOf(page).reduce(withTable, page)] as const;
      }),
    ),
  );
}

/** A page with one of its tables. @throws {TypeError} if it has no such heading, or no table below it. */
export function withTable(page: string, { heading, rows }: Table): string {
  const start = page.indexOf(`\n${heading}`);
  const [table = ""] = /^(?:\|.*\n)+/m.exec(start < 0 ? "" : page.slice(start)) ?? [];
  if (!table) throw new TypeError(`No table below "${heading}" in the page`);
  const [head, line, ...before] = table.trimEnd().split("\n");
  const written = new Map(before.map(cellsOf).map((cells) => [cells[0]!, cells]));
  const printed = rows.map((cells) =>
    cells.map((cell, column) => cell ?? written.get(cells[0])?.[column] ?? TO_WRITE)
  );
  const lines = [head, line, ...printed.map((cells) => `| ${cells.join(" | ")} |`)];
  const at = page.indexOf(table, start);
  return page.slice(0, at) + lines.join("\n") + "\n" + page.slice(at + table.length);
}

function cellsOf(row: string): readonly string[] {
  return row.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim());
}

/** Cookies of which a browser may have several, each with an id behind its name. */
const SEVERAL = new Set(["flow", "challenge", "logout"]);

function cookieRows(): Table["rows"] {
  const config = { providers: [], secret: "x".repeat(32), trustHost: true };
  const rows = Object.entries(setupOf(config, "http").cookies).map(([setting, { name }]) => [
    SEVERAL.has(setting) ? `${name}.<id>` : name,
    setting,
  ]);
  const form = rows.findIndex(([, setting]) => setting === "form");
  // The key of an authenticator app has the name of `form`, so that one setting renames both.
  const all = rows.toSpliced(form + 1, 0, [`${rows[form]![0]}.key`, "form"]);
  return all.map(([name, setting]) => [`\`${name}\``, `\`${setting}\``, null, null]);
}

/** The types that a page of the library explains: where, and in which words. */
export function explainedErrors(): readonly (readonly [type: string, where: string, words: string])[] {
  const { UserNotVerifiedWithWays: _ways, ReconnectRequiredWithName: _name, ...signIn } = en.signInErrors;
  const { unknown: _unknown, ...error } = en.error;
  return [
    ...Object.entries({ ...signIn, ...en.challenge.errors }).map(([type, { what }]) =>
      [type, "sign-in", what] as const
    ),
    ...Object.entries(error).map(([type, { heading }]) => [type, "error", heading] as const),
    ["InvalidCode", "mail sent", en.verifyRequest.InvalidCode.what] as const,
    ["UserNotStored", "error", en.account.errors.NotAvailable.what.replace(".", "")] as const,
  ].sort(([a], [b]) => a < b ? -1 : 1);
}

function errorRows(page: string): Table["rows"] {
  return explainedErrors().map(([type, where, words]) => {
    const anchor = seeAlso(type).replace(/^[^#]*#/, "");
    const name = page.includes(`{#${anchor}}`) ? `[\`${type}\`](#${anchor})` : `\`${type}\``;
    return [name, where, words, null];
  });
}

/** What the file of a user has of each table, what it keeps back, and when a row goes. */
function fileRows(): Table["rows"] {
  const [user, ending] = ["with the user", "when it ends"];
  const rows: [table: string, part: string | null, fields: Fields, goes: string][] = [
    ["users", "user", USER, user],
    ["accounts", "accounts", ACCOUNT, user],
    ["authenticators", "passkeys", PASSKEY, user],
    ["sessions", "sessions", SESSION, `${user}, or ${ending}`],
    ["verification_tokens", null, MAILED, ending],
    ["security, of a mailbox", "provenMailbox", MAILBOX, user],
  ];
  for (const [name, { part, fields }] of Object.entries(ROWS)) {
    const { name: table, isOwned, isOfAccount, isEnding } = ROW_KINDS[name as keyof typeof ROWS];
    const goes = [isOwned && user, isOfAccount && "with its account", isEnding && ending];
    rows.push([table, part, fields, goes.filter(Boolean).join(", or ") || "[see below](#erase)"]);
  }
  return rows.map(([table, part, fields, goes]) => {
    const code = (names: readonly string[]) => names.map((each) => `\`${each}\``).join(", ") || "nothing";
    const kept = Object.entries(fields).flatMap(([field, name]) => name === null ? field : []);
    const has = part === null
      ? "nothing"
      : `\`${part}\`: ${code(Object.values(fields).filter((each) => each !== null))}`;
    return [`\`auth_${table.replace(",", "`,")}${table.includes(",") ? "" : "`"}`, has, code(kept), goes];
  });
}

type Fields = Readonly<Record<string, string | null>>;
