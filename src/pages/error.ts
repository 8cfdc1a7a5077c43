/**
 * The page for failures that signing in another way cannot mend.
 *
 * @module
 */

import { fill, timeText } from "../messages/fill.ts";
import type { AlertMessage, FailureMessage, FailureWithButton, Locale } from "../messages/types.ts";
import { type Html, markup } from "../markup/html.ts";
import { homeLink, icon, layout, linkTarget, textLink } from "./layout.ts";
import type { Page, PageBase } from "./types.ts";

/** Says what happened and what to do now. Only the server's log has the details. */
export async function errorPage(page: ErrorPage): Promise<Page> {
  const { origin, signinUrl, error } = page;
  const { general, error: { unknown, ...known } } = page.locale.messages;
  const failures = new Map(Object.entries<Failures[string]>(known));
  const { heading, text, button } = failures.get(error ?? "") ?? unknown;
  return await layout(page, {
    status: STATUS.get(error) ?? 200,
    title: fill(general.errorTitle, { title: heading }),
    heading,
    icon: icon("M12 8v5m0 3.25v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z"),
    lead: markup`<p role="alert">${text}</p>`,
    body: markup`${button && markup`<a class="button" href="${linkTarget(signinUrl, origin)}">${button}</a>`}
${homeLink(page)}`,
  });
}

/** The error page. */
interface ErrorPage extends PageBase {
  /** URL of the sign-in page. */
  readonly signinUrl: string;
  /** The failure: any text, as it comes from the query. */
  readonly error: string | null;
}

/** Says that the server is busy. Its status is 503: it answers a form, and no one can open it by a URL. */
export async function busyPage(page: Omit<ErrorPage, "error">): Promise<Page> {
  const { ServerBusy } = page.locale.messages.signInErrors;
  return await laterPage(page, { status: 503, message: ServerBusy, wait: null });
}

/** Says that there were too many attempts, and leads to what needs no wait. Its status is 429 (RFC 6585 §4). */
export async function limitedPage(page: LimitedPage): Promise<Page> {
  const { signinUrl, links, wait, canSwitch, locale: { messages } } = page;
  const { what, now } = messages.signInErrors.RateLimited;
  return await laterPage(page, {
    status: 429,
    // It says to sign in another way.
    message: { what, now: canSwitch ? now : "" },
    wait,
    links: markup`${
      links.map(({ url, text }) =>
        url && markup`${textLink(url, text, page)}
`
      )
    }${
      canSwitch &&
      markup`${textLink(signinUrl, messages.general.otherWay, page)}
`
    }`,
  });
}

/** The page after too many attempts. */
interface LimitedPage extends Omit<ErrorPage, "error"> {
  /** How long the user has to wait, in seconds. */
  readonly wait: number;
  /** Whether the application has several ways to sign in. */
  readonly canSwitch: boolean;
  /** What else the user can do about what they have tried too often. The URL is `null` where there is no such page. */
  readonly links: readonly { readonly url: string | null; readonly text: string }[];
}

/** Says what works later. The script counts the seconds on the button. */
async function laterPage(
  page: Omit<ErrorPage, "error">,
  { status, message: { what, now }, wait, links }: {
    readonly status: number;
    readonly message: AlertMessage;
    readonly wait: number | null;
    readonly links?: Html;
  },
): Promise<Page> {
  const { origin, signinUrl } = page;
  const { general, error: { ServerError: { button } } } = page.locale.messages;
  const heading = toHeading({ what });
  return await layout(page, {
    status,
    title: fill(general.errorTitle, { title: heading }),
    heading,
    icon: icon("M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z"),
    lead: markup`${now && markup`<p role="alert">${now}</p>`}${
      wait !== null && markup`<p>${fill(general.waitTime, { time: toTime(wait, page.locale) })}</p>`
    }`,
    body: markup`<a class="button" href="${linkTarget(signinUrl, origin)}"${
      wait !== null && markup` data-wait="${String(wait)}" data-again="% ${button}"`
    }>${button}</a>
${links}${homeLink(page)}`,
  });
}

/** The sentence that says what happened, without its stop. */
function toHeading({ what }: Pick<AlertMessage, "what">): string {
  return what.replace(/[.。]$/, "");
}

/** Rounded up: `45 seconds`, `15 minutes`, `3 days`. */
function toTime(seconds: number, locale: Locale): string {
  const [unit, length] = UNITS.find(([, length]) => seconds > 2 * length) ?? SECOND;
  return timeText(Math.ceil(seconds / length), unit, locale);
}

const SECOND = ["second", 1] as const;
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60], SECOND] as const;

/** Failures by the error type of a URL, which can be any text. */
type Failures = Readonly<Record<string, FailureMessage & Partial<FailureWithButton>>>;

/**
 * Status by error type, 200 for the others. None is 5xx: an attacker can write the URL, and a health check must not take
 * the server for broken.
 */
const STATUS: ReadonlyMap<string | null, number> = new Map([["AccessDenied", 403], ["Verification", 403]]);
