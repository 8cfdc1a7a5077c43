/**
 * Keeps a form of the application whose session is not enough, so that the user does not have to type it again.
 *
 * @module
 */

import { setupOf } from "../config/setup.ts";
import { schemeOf } from "../http/cookies.ts";
import { MAX_KEPT_FORM, storeKeptForm } from "../http/kept_form.ts";
import { readAppUrl, toOuterPath } from "../http/origin.ts";
import { withParams } from "../http/redirect.ts";
import type { Received, RequestHeaders, SetCookie } from "../http/types.ts";
import { readText } from "../platform/body.ts";
import { toReceived } from "./_node.ts";
import { toBodyInit } from "./_node_body.ts";
import type { NodeRequest, NodeResponse } from "./_node_types.ts";
import { refererIn, type Refused } from "./_refusal.ts";
import type { ActionRequest, Mount, SessionReader } from "./integration.ts";

/** A form that was sent. */
export interface SentForm {
  /** Its fields, as `application/x-www-form-urlencoded`. */
  readonly body: string;
  /** URL that it was sent to. Default: that of the refused request. */
  readonly url?: URL;
}

/** A form that is kept. */
export interface Keeping {
  /** Cookies to set. */
  readonly cookies: readonly SetCookie[];
  /** Path of the page that sends it again. */
  readonly returnTo: string;
}

/** The request that has sent it. */
export interface SendingVisit {
  readonly mounted: Pick<Mount, "config" | "basePath" | "origin">;
  readonly request: Pick<ActionRequest, "url" | "headers">;
  readonly session: Pick<SessionReader, "userId">;
}

/** Keeps a form; `null` if that is not possible: the user goes back to the page that has it. */
export async function keepForm(
  { body, url }: SentForm,
  { target: sentTo, origin: requestOrigin, header }: Refused,
  { mounted, request, session }: SendingVisit,
): Promise<Keeping | null> {
  const userId = await session.userId();
  if (userId === null) return null;
  const { config, basePath, origin = requestOrigin } = mounted;
  const target = toOuterPath(url ? url.pathname + url.search : sentTo, readAppUrl(config.url));
  const cookies = await storeKeptForm(
    { userId, target, body },
    request,
    setupOf(config, schemeOf(request.url)),
  );
  if (cookies.length === 0) return null;
  const before = new URL(refererIn(header, origin) ?? target, origin);
  const path = `${basePath}/kept-form`;
  // The form was sent from the page that sends it again.
  const callbackUrl = before.pathname === path ? before.searchParams.get("callbackUrl") : null;
  const page = withParams(path, origin, { callbackUrl: callbackUrl ?? before.pathname + before.search });
  return { cookies, returnTo: page.slice(origin.length) };
}

/**
 * Reads the form of a request; `null` if something has read it before, it is of another kind, or it is too large.
 *
 * @param url Where it was sent, if the framework shows another URL to the application.
 */
export async function formOf(request: Request, url?: URL): Promise<SentForm | null> {
  if (!isUrlEncoded(request.headers) || request.bodyUsed || request.body?.locked) return null;
  // The application may read it, too.
  const form = await toForm(request.clone());
  return form && { ...form, ...(url && { url }) };
}

/** The same for a request of Node. @param parsed Returns what a parser has read; `undefined` if none has. */
export async function formOfNode(
  { req, res, url, parsed = () => req.body }: {
    readonly req: NodeRequest;
    readonly res: NodeResponse;
    readonly url: string;
    readonly parsed?: () => unknown;
  },
): Promise<SentForm | null> {
  const type = req.headers["content-type"];
  if (!isUrlEncoded({ get: () => String(type ?? "") })) return null;
  const known = parsed();
  if (known !== undefined) return await toForm(new Response(toBodyInit(known, type)));
  if (req.readableEnded) return null;
  const received = toReceived(req, res, new URL(url));
  return received && await toForm(received);
}

async function toForm(message: Pick<Received, "body">): Promise<SentForm | null> {
  const body = await readText(message, MAX_KEPT_FORM);
  return body === null ? null : { body };
}

/** Returns whether a request has a form without files, which fits into a cookie. */
function isUrlEncoded(headers: Pick<RequestHeaders, "get">): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers.get("content-type") ?? "");
}
