/**
 * An application that runs somewhere, and how to get to it.
 *
 * @module
 */

import { type Browser, type Page, testBrowser } from "@latchkey/auth/testing";
import { Socket } from "node:net";
import { ORIGIN } from "./server/app.js";
import { LONGEST_WAIT } from "../_longest_wait.ts";

/** An application under test. */
export interface Site {
  /** Sends a request to the application, as the proxy in front of it does. */
  fetch(request: Request): Promise<Response>;
  /** Port of the server itself, on 127.0.0.1. */
  readonly port: number;
  /** Issuer of the identity provider that it trusts. */
  readonly issuer: string;
}

/** Opens a browser that sees the application and the identity provider. */
export function openBrowser(site: Site): Browser {
  return testBrowser({
    [ORIGIN]: (request) => site.fetch(request),
    [site.issuer]: (request) => fetch(request, { redirect: "manual" }),
  });
}

/** Starts a sign-in, as far as the provider's page that asks who is there. */
export async function startSignIn(browser: Browser, provider = "example"): Promise<Page> {
  const page = await browser.open(`${ORIGIN}/auth/signin?callbackUrl=%2F`);
  return await page.submit(`/auth/signin/${provider}`);
}

/** Says who is there, and allows what is asked for. @returns The application's page, at the end. */
export async function finishSignIn(page: Page, name: string): Promise<Page> {
  let next = await page.submit("Continue", { name });
  // Forms that a script would submit come from the provider: its answer, or the end of somebody else's session there.
  for (let pages = 0; pages < 5 && /<form/.test(next.html); pages++) {
    next = await next.submit(next.html.includes("Allow") ? "Allow" : 0);
  }
  return next;
}

/** Signs in from start to end. */
export async function signIn(browser: Browser, name: string, provider?: string): Promise<Page> {
  return await finishSignIn(await startSignIn(browser, provider), name);
}

/** Changes what the session knows. @returns The answer's status and value. */
export async function updateSession(
  browser: Browser,
  data: unknown,
): Promise<{ status: number; session: Shown | null }> {
  const { csrfToken } = await (await browser.fetch(`${ORIGIN}/auth/csrf`)).json();
  const response = await browser.fetch(`${ORIGIN}/auth/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, data }),
  });
  return { status: response.status, session: await response.json() };
}

/** The session as `server/app.js` shows it. */
export interface Shown {
  /** Who is signed in. */
  readonly user: { readonly name: string; readonly email: string };
  /** What an update has left. */
  readonly text: string | null;
}

/** Sends bytes to the server itself. @returns Status line and headers of its answer. */
export function sendRaw(site: Site, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = new Socket();
    socket.setTimeout(LONGEST_WAIT, () => socket.destroy());
    socket.on("data", (chunk) => {
      answer += chunk;
      if (answer.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
    socket.connect(site.port, "127.0.0.1", () => socket.write(text));
  });
}
