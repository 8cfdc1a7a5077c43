/**
 * `docs/account.md` describes the endpoints as they are. `deno test --doc` runs its program.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { en } from "../src/messages/en.ts";
import { type AccountWorld, openAccount } from "./flows/_account_page.ts";
import { openPasswords } from "./flows/_kept_passwords.ts";
import { APP } from "./flows/_world.ts";

const page = await readFile(new URL("../docs/account.md", import.meta.url), "utf8");

/** A world in which no list is empty. */
async function openFull(): Promise<AccountWorld> {
  const world = await openAccount();
  await world.ask();
  await world.follow();
  await world.addPasskey();
  return world;
}

/** The fields of a value with their types; of a list those of its first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [shapeOf(value[0])];
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, shapeOf(inner)]));
}

/** The code in each cell of the table below a heading cell. */
function tableOf(first: string): readonly (readonly string[])[] {
  const [, rows] = page.split(new RegExp(`\\| \`${first}\` [^\\n]*\\n\\|[ |-]+\\n`));
  return rows!.split("\n\n")[0]!.split("\n").map((row) =>
    row.split("|").slice(1, -1).map((cell) => cell.replaceAll("`", "").trim())
  );
}

test("docs/account.md shows the password of `GET account-data` as the answer has it", async () => {
  const world = openPasswords({});
  await world.register();
  const { password } = await (await world.browser.fetch(`${APP}/auth/account-data`)).json();
  const [, shown] = /^`(\{ "isSet": [^`]+)`/m.exec(page) ?? [];
  assert.deepEqual(shapeOf(JSON.parse(shown ?? "null")), shapeOf(password));
});

test("docs/account.md shows the fields of `GET account-data`, each with its type", async () => {
  const [, json] = /```json\n([^]*?)```/.exec(page)!;
  const data = await (await openFull()).data();
  assert.deepEqual(shapeOf(JSON.parse(json!)), shapeOf(data));
});

test("docs/account.md lists the actions of `POST account`, with what each answers", async () => {
  const rows = tableOf("action");
  assert.deepEqual(rows.map(([, , done]) => done), [
    ...Object.keys(en.account.done).filter((each) => each !== "added"),
    "dismissed",
  ]);
  const world = await openFull();
  await world.elsewhere();
  for (const [action, fields, done] of rows.toReversed()) {
    if (action === "sign-out") await world.elsewhere();
    const { accounts, passkeys, sessions } = await world.data();
    const dismiss = [{ id: "passkey" }];
    const ids = { remove: accounts, rename: passkeys, "sign-out": sessions?.slice(1), dismiss };
    const id = ids[action as keyof typeof ids]?.[0]?.id;
    assert.equal(fields!.startsWith("id"), id !== undefined, action!);
    const { params } = await world.change({ action: action!, name: "Key", ...(id && { id }) });
    assert.deepEqual(params, { done }, action!);
  }
});

test("docs/account.md lists the errors of `POST account`", () => {
  const { unknown: _, ...errors } = en.account.errors;
  assert.deepEqual(tableOf("error").map(([error]) => error).sort(), Object.keys(errors).sort());
});
