/**
 * A tab of a real browser, on a page with the client.
 *
 * @module
 */

import type { BrowserContext, Page } from "npm:playwright-core@1.65.1";
import type { TestBrowser } from "./chromium.ts";
import type { ClientApp } from "./_client_app.ts";

/** A tab, and what a test does in it. */
export interface ClientTab {
  /** Its page. */
  readonly page: Page;
  /** Calls a function of the client by its name: `signIn`, `passkey.add`. @returns What it resolves to. */
  call(name: string, ...args: unknown[]): Promise<unknown>;
  /** Calls a function of the client, and waits for the page that it leads to. @returns Its address. */
  leave(name: string, ...args: unknown[]): Promise<URL>;
  /** What a function of the client rejects with. */
  failure(
    name: string,
    ...args: unknown[]
  ): Promise<{ readonly name: string; readonly code: string; readonly message: string }>;
  /** The user of the session, as the server has it. */
  user(): Promise<
    { readonly id?: string; readonly name?: string | null; readonly email?: string | null } | null
  >;
  /** Waits until an expression is true in the page. */
  until(expression: string): Promise<void>;
  /** Opens another tab of the same browser. */
  another(path?: string): Promise<ClientTab>;
}

/** Opens a page in a browser without cookies. */
export async function openClient(
  browser: TestBrowser,
  app: ClientApp,
  path: string = "/page",
): Promise<ClientTab> {
  return await openTab(await browser.newContext(), app, path);
}

async function openTab(context: BrowserContext, app: ClientApp, path: string): Promise<ClientTab> {
  const page = await context.newPage();
  await page.goto(`${app.origin}${path}`);
  const invoke = (name: string, args: readonly unknown[]): string =>
    `client.${name}(...${JSON.stringify(args)})`;
  return {
    page,
    call: async (name, ...args) => await page.evaluate(invoke(name, args)),
    async leave(name, ...args) {
      const load = page.waitForEvent("load");
      // It ends with the page.
      page.evaluate(invoke(name, args)).catch(() => {});
      await load;
      return new URL(page.url());
    },
    failure: async (name, ...args) =>
      await page.evaluate(
        `${invoke(name, args)}.then(() => ({}), ({ name, code, message }) => ({ name, code, message }))`,
      ),
    async user() {
      const session = await page.evaluate(`fetch("/auth/session").then((response) => response.json())`);
      return (session as { user?: object } | null)?.user ?? null;
    },
    async until(expression) {
      await page.waitForFunction(expression);
    },
    another: (path = "/page") => openTab(context, app, path),
  };
}
