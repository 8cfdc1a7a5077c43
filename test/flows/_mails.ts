/**
 * Worlds in which Ada has asked for a mail, and the links in it.
 *
 * Take `asked()` where the test begins with the link. One that begins with the address takes `openDatabase()`.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { type DatabaseOptions, type DatabaseWorld, openDatabase } from "./_database.ts";
import { APP } from "./_world.ts";

/** The page where the built-in form ends if the mail is on its way. */
export const SENT = `${APP}/auth/verify-request?provider=email&type=email`;

/** A world in which Ada has asked for a mail. */
export async function asked(options: DatabaseOptions = {}): Promise<DatabaseWorld> {
  const world = openDatabase(options);
  const page = await world.ask();
  assert.equal(page.url, SENT, world.log());
  assert.equal(world.mails.length, 1);
  return world;
}

/** The link of the newest mail, otherwise than so. */
export function link({ mails }: DatabaseWorld, changes: Record<string, string | null> = {}): string {
  const url = new URL(mails.at(-1)!.url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

/** Opens a link where it was not asked for, and presses the button. */
export async function confirm(browser: Browser, url: string): Promise<Page> {
  return await (await browser.open(url)).submit("Sign in");
}
