/**
 * The page for failures that signing in another way cannot mend.
 *
 * @module
 */

import { markup } from "./html.ts";
import { hostOf, icon, layout, linkTarget } from "./layout.ts";
import type { ErrorPage, Page } from "./types.ts";

/** Says what happened and what to do now. Only the server's log has the details. */
export async function errorPage(page: ErrorPage): Promise<Page> {
  const { origin, signinUrl } = page;
  const { status, heading, text, button } = FAILURES.get(page.error ?? "") ?? UNKNOWN;
  return await layout(page, {
    status,
    heading,
    icon: icon("M12 8v5m0 3.25v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z"),
    body: markup`<p role="alert">${text}</p>
${button && markup`<a class="button" href="${linkTarget(signinUrl, origin)}">${button}</a>`}
<a class="link" href="${origin}">Back to ${hostOf(origin)}</a>`,
  });
}

interface Failure {
  readonly status: number;
  readonly heading: string;
  readonly text: string;
  /** Label of the link to the sign-in page, where going there helps. */
  readonly button?: string;
}

/**
 * Failures by the error type of a URL. A `Map`, because the type can be any text. No status is 5xx: an attacker can write
 * the URL, and a health check must not take the server for broken.
 */
const FAILURES: ReadonlyMap<string, Failure> = new Map(Object.entries<Failure>({
  AccessDenied: {
    status: 403,
    heading: "You do not have access",
    text: "Your account may not sign in here. Use another one, or ask the people who run this site.",
    button: "Use another account",
  },
  Configuration: {
    status: 200,
    heading: "Sign-in is not working",
    text: "This site is not set up correctly. If you run it, its log says what to change.",
  },
  ServerError: {
    status: 200,
    heading: "Something went wrong",
    text: "This is our fault, not yours. Please try again in a moment.",
    button: "Try again",
  },
  Verification: {
    status: 403,
    heading: "This link no longer works",
    text:
      "The link and the code of an e-mail work once, for a short time, and not after too many wrong codes. " +
      "Sign in again to get new ones.",
    button: "Sign in again",
  },
}));

const UNKNOWN: Failure = {
  status: 200,
  heading: "Something went wrong",
  text: "You are not signed in. Please try again.",
  button: "Sign in",
};
