/**
 * A world with the pages for staff, and what a script reads and posts there.
 *
 * @module
 */

import type { Browser } from "../../src/testing/mod.ts";
import { GRACE, openAdministration } from "./_administration.ts";
import { send } from "./_send.ts";
import { APP } from "./_world.ts";

/** The address of the list of users. */
export const LIST = `${APP}/auth/admin`;

/** A day, in seconds. */
export const DAY = 86_400;

type Options = NonNullable<Parameters<typeof openAdministration>[0]>;

/** A world with the pages, in which Ada is a user, and Grace an administrator who is signed in. */
export async function openPages(options: Options = {}) {
  const world = openAdministration({ staffPages: true, session: { strategy: "database" }, ...options });
  const grace = world.visitor();
  const [ada] = [await world.join(), await world.join(GRACE, grace)];
  return { ...world, ada, grace, pageOf: (id: string) => `${LIST}?user=${id}` };
}

/** What a page reads as a script. */
export async function read<T>(browser: Browser, url: string): Promise<[number, T]> {
  const answer = await browser.fetch(url, { headers: { accept: "application/json" }, redirect: "manual" });
  return [answer.status, await answer.json()];
}

/** Where a form leads: path, and query without what names the user. */
export async function change(browser: Browser, fields: Record<string, string>) {
  const { status, headers } = await send(browser, "admin", fields);
  const { pathname, searchParams } = new URL(headers.get("location")!);
  searchParams.delete("user");
  return [status, pathname, searchParams.get("done") ?? searchParams.get("error")];
}
