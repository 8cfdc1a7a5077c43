/**
 * Forms of server actions, as a browser without JavaScript submits them.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Browser, Page } from "../../src/testing/mod.ts";

/** A form to submit. */
export interface Form {
  /** Text of its button. */
  readonly button: string;
  /** Its fields. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The browser whose page has the form. Default: the one that submits it. */
  readonly shownTo?: Browser;
}

/** Submits a form of a page. @returns The response, without following a redirect. */
export async function submit(
  browser: Browser,
  url: string,
  { button, fields = {}, shownTo = browser }: Form,
): Promise<Response> {
  const { html } = await shownTo.open(url);
  const text = html.split("<form").find((part) => part.includes(`>${button}</button>`));
  assert.ok(text, `${url} has no button "${button}": ${html.slice(0, 2000)}`);
  const body = new FormData();
  for (const [, name, value] of text.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)) {
    // Values that a server action is bound to are JSON.
    body.set(name!, (value ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  }
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const headers = { accept: "text/html,*/*;q=0.8", origin: new URL(url).origin, referer: url };
  return await browser.fetch(url, { method: "POST", headers, body, redirect: "manual" });
}

/** Submits a form, and opens where it leads. */
export async function act(browser: Browser, url: string, form: Form): Promise<Page> {
  const response = await submit(browser, url, form);
  await response.body?.cancel();
  const location = response.headers.get("location");
  assert.ok(location, `the form "${form.button}" leads nowhere: ${response.status}`);
  return await browser.open(new URL(location, url).href);
}
