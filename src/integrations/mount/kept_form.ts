/**
 * Keeps a form of the application whose session is not enough, so that the user does not have to type it again.
 *
 * @module
 */

import { isSamePage, type Refused } from "./refusal.ts";
import { isText, type SentForm } from "./sent_form.ts";
import { removeChunked } from "../../http/chunked_cookies.ts";
import { parseCookies, schemeOf } from "../../http/cookies.ts";
import { isFromOrigin } from "../../http/fetch_site.ts";
import type { ActionRequest, Mount, SessionReader } from "./integration.ts";
import {
  isSecretField,
  MAX_KEPT_FORM,
  readKeptForm,
  storeFormToSend,
  storeKeptForm,
} from "../../http/kept_form.ts";
import { readAppUrl, toOuterPath } from "../../http/origin.ts";
import { refererIn } from "../../http/referer.ts";
import { siblingOf } from "./sibling.ts";
import { setupOf } from "../../config/setup.ts";
import type { SetCookie } from "../../values/cookie.ts";

/** A form that is kept. */
interface Keeping {
  /** Cookies to set. */
  readonly cookies: readonly SetCookie[];
  /** Path of the page that sends it again. */
  readonly returnTo: string;
}

/** The request that sends a form, or shows one that was kept. */
export interface FormVisit {
  readonly mounted: Pick<Mount, "config" | "basePath" | "origin">;
  readonly request: Pick<ActionRequest, "url" | "headers">;
  readonly session: Pick<SessionReader, "userId">;
}

/**
 * Keeps a form; `null` if that is not possible: the user goes back to the page that has it.
 *
 * @param read Reads the form, which takes its time: not that of a stranger, or of another site.
 */
export async function keepForm(
  read: () => Promise<SentForm | null>,
  { target: sentTo, origin: requestOrigin, header }: Refused,
  { mounted, request, session }: FormVisit,
): Promise<Keeping | null> {
  const userId = await session.userId();
  if (userId === null) return null;
  const { config, basePath, origin = requestOrigin } = mounted;
  // The page that sends it again has this origin: a form of another one must not get it. Some frameworks let such a form pass.
  if (!isFromOrigin(header, origin)) return null;
  // Of a page that hides its origin, the host says that it is another one's.
  if (header("origin") !== origin && siblingOf({ origin: requestOrigin, header }, mounted)) return null;
  // A form that cannot be read can be sent again from its page.
  const sent = await read().catch(() => null);
  if (!sent) return null;
  const { url, ...form } = sent;
  const target = toOuterPath(url ? url.pathname + url.search : sentTo, readAppUrl(config.url));
  const before = new URL(refererIn(header, origin) ?? target, origin);
  const path = `${basePath}/kept-form`;
  // The form was sent from the page that sends it again.
  const again = before.pathname === path ? before.searchParams.get("callbackUrl") : null;
  // The address of that page says where the user came from, but anyone can write it.
  const from = again === null && { from: before.pathname };
  const kept = await storeFormToSend(
    { userId, target, ...form, ...from },
    { request, page: origin + path, callbackUrl: again ?? before.pathname + before.search },
    setupOf(config, schemeOf(request.url)),
  );
  return kept && { cookies: kept.cookies, returnTo: kept.returnTo.slice(origin.length) };
}

/**
 * Keeps the fields of a form for the page of the application that shows it again; secrets and files are left out.
 *
 * @param page Path of that page.
 * @returns The cookies; none if the form is too large, or no one is signed in.
 */
export async function keepFields(
  form: FormData,
  page: string,
  { mounted, request, session }: FormVisit,
): Promise<readonly SetCookie[]> {
  const userId = await session.userId();
  // Next adds fields of its own to the form of a server action.
  const fields = [...form].filter(isText).filter(([name]) =>
    !isSecretField(name) && !name.startsWith("$ACTION_")
  );
  const body = new URLSearchParams(fields).toString();
  if (userId === null || body.length > MAX_KEPT_FORM) return [];
  const setup = setupOf(mounted.config, schemeOf(request.url));
  return await storeKeptForm({ userId, target: page, body }, "kept fields", request, setup);
}

/** Returns the fields that were kept for a page, for the user who has sent them; empty if there are none. */
export async function keptFields(
  page: string,
  { mounted, request, session }: FormVisit,
): Promise<URLSearchParams> {
  const setup = setupOf(mounted.config, schemeOf(request.url));
  const form = await readKeptForm(parseCookies(request.headers.get("cookie")), "kept fields", setup);
  const isOwn = form && isOfPage(form.target, page, mounted.origin ?? new URL(request.url).origin);
  return new URLSearchParams(isOwn && form.userId === await session.userId() ? form.body : "");
}

/** Returns whether the fields for a page are asked for: with its query, or for any. They may be written in different ways. */
function isOfPage(target: string, page: string, origin: string): boolean {
  if (!URL.canParse(target, origin) || !URL.canParse(page, origin)) return false;
  const [kept, asked] = [new URL(target, origin), new URL(page, origin)];
  return isSamePage(kept, asked) && (asked.search === "" || asked.search === kept.search);
}

/** Returns the cookies that forget a form. */
export function forgetForm(
  { mounted, request }: Pick<FormVisit, "mounted" | "request">,
): readonly SetCookie[] {
  const { cookies } = setupOf(mounted.config, schemeOf(request.url));
  return removeChunked(parseCookies(request.headers.get("cookie")), cookies.keptForm);
}
