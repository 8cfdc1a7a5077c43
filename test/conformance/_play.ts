/**
 * Plays a row of the conformance list in a world of its own, and asserts how it ends.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { ErrorType } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { FakeProvider, Page } from "../../src/testing/mod.ts";
import { APP, open } from "../flows/_world.ts";
import { listen } from "./_http_server.ts";
import type { Refusal, Row, Stage } from "./_row.ts";

/** Methods of an adapter that write nothing. */
const READS = /^(?:get|find|list|read)/;

/** Plays a row. Rejects if the library does something else than it says. */
export async function play(row: Row): Promise<void> {
  let fetch: FakeProvider["fetch"] = () => Promise.reject(new Error("the provider has not started"));
  await using server = row.over === "http" ? await listen((request) => fetch(request)) : null;
  const stage = openStage(row, server?.origin);
  fetch = stage.idp.fetch;
  if (row.before) {
    await row.before(stage);
    await stage.post("signout");
    stage.writes.length = stage.platform.lines.length = 0;
  }
  const { fault = {} } = row;
  stage.idp.tamper = typeof fault === "function" ? await fault(stage) : fault;
  const page = await (row.run ?? signIn)(stage);
  if (row.expected === "accepted") await assertAccepted(stage, page);
  else await assertRefused(stage, page, row.expected);
  await row.also?.(stage);
  const foreign = stage.asked.filter((url) => new URL(url).origin !== stage.idp.origin);
  assert.deepEqual(foreign, [], "the server asks no one but the provider");
}

function openStage({ provider, idp }: Row, issuer: string | undefined): Stage {
  const memory = Memory();
  const { adapter, writes } = watched(memory);
  const world = open({ adapter, idp: { ...(issuer && { issuer }), ...idp }, ...(provider && { provider }) });
  const asked: string[] = [];
  const { fetch } = world.platform;
  // A provider on this machine is asked over the network, by the browser in the process.
  const send = issuer ? globalThis.fetch : fetch;
  world.platform.fetch = (input, init) => {
    asked.push(input);
    return send(input, init);
  };
  return { ...world, writes, asked, stored: () => memory.getUserByEmail("ada@example.com") };
}

function watched(adapter: Required<Adapter>): { readonly adapter: Adapter; readonly writes: string[] } {
  const writes: string[] = [];
  const methods = Object.entries(adapter).map(([name, method]) => {
    if (typeof method !== "function" || READS.test(name)) return [name, method];
    return [name, (...args: never[]) => {
      writes.push(name);
      return (method as (...args: never[]) => unknown)(...args);
    }];
  });
  return { adapter: Object.fromEntries(methods), writes };
}

function signIn({ signIn }: Stage): Promise<Page> {
  return signIn();
}

/** A session, and the user of the provider in the database, once. */
async function assertAccepted(stage: Stage, page: Page): Promise<void> {
  assert.equal(page.text, "Hello Ada Lovelace", `${page.url}\n${stage.log()}`);
  assert.equal(page.url, `${APP}/home`);
  const session = await stage.session();
  assert.deepEqual([session?.user.name, session?.user.email], ["Ada Lovelace", "ada@example.com"]);
  assert.equal((await stage.stored())?.name, "Ada Lovelace");
  assert.deepEqual(errorsOf(stage), []);
}

/** No session, nothing written, an error page that says so, and one entry in the log that names the cause. */
async function assertRefused(stage: Stage, page: Page, { error, log }: Refusal): Promise<void> {
  const { browser, writes, idp } = stage;
  if (error === "InvalidEndpoints") assert.equal(page.status, 500);
  else await assertErrorPage(stage, page, error);
  assert.equal(browser.cookies(APP).some(({ name }) => name.includes("session-token")), false);
  assert.deepEqual(writes, [], "nothing is written");
  const errors = errorsOf(stage);
  assert.equal(errors.length, 1, stage.log());
  const [message = ""] = errors[0]!.split("\n", 1);
  const start = `[latchkey] ${error}: `;
  assert.ok(message.startsWith(start), message);
  // Without the name of the library, which has a word in it that some rows look for.
  assert.match(message.slice(start.length), log);
  const visited = browser.visited.filter((url) => !url.startsWith(APP) && !url.startsWith(idp.origin));
  assert.deepEqual(visited, [], "the browser is sent to no one but the provider");
}

async function assertErrorPage({ session, log }: Stage, { url }: Page, error: ErrorType): Promise<void> {
  const { origin, pathname, searchParams } = new URL(url);
  const page = error === "Configuration" ? "error" : "signin";
  const expected = [`${APP}/auth/${page}`, error];
  assert.deepEqual([origin + pathname, searchParams.get("error")], expected, `${url}\n${log()}`);
  assert.equal(await session(), null);
}

function errorsOf({ platform }: Stage): readonly string[] {
  return platform.lines.filter(({ level }) => level === "error").map(({ text }) => text);
}
