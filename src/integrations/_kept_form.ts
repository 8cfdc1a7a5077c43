/**
 * Keeps a form of the application whose session is not enough, so that the user does not have to type it again.
 *
 * @module
 */

import { setupOf } from "../config/setup.ts";
import { parseCookies, schemeOf } from "../http/cookies.ts";
import { removeChunked } from "../http/chunked_cookies.ts";
import {
  isSecretField,
  type KeptForm,
  MAX_KEPT_FORM,
  readKeptForm,
  storeKeptForm,
} from "../http/kept_form.ts";
import { readAppUrl, toOuterPath } from "../http/origin.ts";
import { withParams } from "../http/redirect.ts";
import type { Received, SetCookie } from "../http/types.ts";
import { readText } from "../platform/body.ts";
import { toReceived } from "./_node.ts";
import { toBodyInit } from "./_node_body.ts";
import type { NodeRequest, NodeResponse } from "./_node_types.ts";
import { isSamePage, refererIn, type Refused } from "./_refusal.ts";
import type { ActionRequest, Mount, SessionReader } from "./integration.ts";

/** A form that was sent. */
export interface SentForm extends Pick<KeptForm, "body" | "enctype" | "files"> {
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
  { url, ...form }: SentForm,
  { target: sentTo, origin: requestOrigin, header }: Refused,
  { mounted, request, session }: SendingVisit,
): Promise<Keeping | null> {
  const userId = await session.userId();
  if (userId === null) return null;
  const { config, basePath, origin = requestOrigin } = mounted;
  // The page that sends it again has this origin: a form of another one must not get it. Some frameworks let such a form pass.
  if (header("origin") !== origin) return null;
  const target = toOuterPath(url ? url.pathname + url.search : sentTo, readAppUrl(config.url));
  const cookies = await storeKeptForm(
    { userId, target, ...form },
    "kept form",
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
  const type = request.headers.get("content-type");
  if (!enctypeOf(type) || request.bodyUsed || request.body?.locked) return null;
  // The application may read it, too.
  const form = await toForm(request.clone(), type);
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
  const type = String(req.headers["content-type"] ?? "");
  const enctype = enctypeOf(type);
  if (!enctype) return null;
  // Parsers keep files elsewhere, and some leave an empty `body` for what they do not read.
  const known = enctype === URL_ENCODED ? parsed() : undefined;
  if (known !== undefined) return await toForm(new Response(toBodyInit(known, type)), type);
  if (req.readableEnded) return null;
  const received = toReceived(req, res, new URL(url));
  return received && await toForm(received, type);
}

const [URL_ENCODED, MULTIPART] = ["application/x-www-form-urlencoded", "multipart/form-data"] as const;

/** Returns how a browser has sent a form without a script; `null` if it is none whose fields can be read. */
function enctypeOf(contentType: string | null): typeof URL_ENCODED | typeof MULTIPART | null {
  const [type] = (contentType ?? "").toLowerCase().split(";", 1);
  return [URL_ENCODED, MULTIPART].find((each) => each === type!.trim()) ?? null;
}

async function toForm(message: Pick<Received, "body">, contentType: string | null): Promise<SentForm | null> {
  const body = await readText(message, MAX_KEPT_FORM);
  if (body === null) return null;
  if (enctypeOf(contentType) !== MULTIPART) return isExact([...new URLSearchParams(body)]) ? { body } : null;
  // Some parsers find no field in a form that lacks its end.
  if (!/--\s*$/.test(body)) return null;
  const fields = [...await new Response(body, { headers: { "content-type": contentType! } }).formData()];
  const texts = fields.filter(isText);
  const inputs = fields.filter((field): field is [string, File] => typeof field[1] !== "string");
  // A browser sends an empty file for an input that the user has left alone.
  if (inputs.some(([, { name, size }]) => name !== "" || size > 0) || !isExact(texts)) return null;
  const files = inputs.map(([name]) => name);
  return {
    body: new URLSearchParams(texts).toString(),
    enctype: MULTIPART,
    ...(files.length > 0 && { files }),
  };
}

/** Returns whether a page can send texts as they were: not if they had another encoding than UTF-8, or the character 0. */
function isExact(texts: readonly (readonly [name: string, value: string])[]): boolean {
  return !texts.flat().some((text) => /[\0\uFFFD]/.test(text));
}

function isText(field: readonly [string, FormDataEntryValue]): field is [string, string] {
  return typeof field[1] === "string";
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
  { mounted, request, session }: SendingVisit,
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
  { mounted, request, session }: SendingVisit,
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
  { mounted, request }: Pick<SendingVisit, "mounted" | "request">,
): readonly SetCookie[] {
  const { cookies } = setupOf(mounted.config, schemeOf(request.url));
  return removeChunked(parseCookies(request.headers.get("cookie")), cookies.keptForm);
}
