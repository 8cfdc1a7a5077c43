/**
 * A form of the application, kept in a sealed cookie while the user takes the second step or signs in again: so the user does
 * not have to type it again.
 *
 * @see {@link https://www.w3.org/TR/WCAG22/#re-authenticating | WCAG 2.2 §2.2.5}
 * @module
 */

import { MAX_CHUNKED, writeChunked } from "./chunked_cookies.ts";
import { type CookiePlace, withinBudget } from "./cookie_budget.ts";
import { roomFor } from "./cookie_room.ts";
import { parseCookies } from "./cookies.ts";
import { withParams } from "./redirect.ts";
import { seal, type Sealer, type SealPurpose } from "../crypto/seal.ts";
import { openCookie } from "./sealed_cookie.ts";
import type { Cookies, RequestHeaders } from "./types.ts";
import type { SetCookie } from "../values/cookie.ts";

/** A form that was kept. */
export interface KeptForm {
  /** Id of the user who has sent it. */
  readonly userId: string;
  /** When it was kept, as the address of the page that sends it says, too: another tab may have kept one since. */
  readonly at?: string;
  /** The text of its button, if it is a form of the library. Default: not known. */
  readonly what?: string | undefined;
  /** Path of the page that had it, which shows it to the user. Default: that of `target`. */
  readonly from?: string;
  /** Path and query that it was sent to, or of the page that shows it again, as browsers see them. */
  readonly target: string;
  /** Its fields, as `application/x-www-form-urlencoded`. */
  readonly body: string;
  /** How a browser sends it. Default: `application/x-www-form-urlencoded`. */
  readonly enctype?: "multipart/form-data";
  /** Names of its inputs for files, which the user has left alone: a browser sends an empty file for each. Default: none. */
  readonly files?: readonly string[];
  /** The files that the user has chosen, which are not kept: the page that sends the form asks for them again. Default: none. */
  readonly chosen?: readonly ChosenFile[];
}

/** A file that a form had. */
export interface ChosenFile {
  /** Name of the input. */
  readonly name: string;
  /** Name of the file. */
  readonly file: string;
}

/** The use of a kept form: a page of the library sends it again, or a page of the application shows it again. */
type KeptFormPurpose = Extract<SealPurpose, "kept form" | "kept fields">;

/** The largest form that is kept, in bytes, without its files. */
export const MAX_KEPT_FORM = 16_384;

/** How long it is kept, in seconds. */
const MAX_AGE = 600;

/** Room for what other pages set meanwhile, in bytes. */
const ROOM_BESIDE = 400;

/** Names of fields with secrets, in the form of `plainWords`: they are not kept. */
const SECRET = new RegExp(
  [
    // Passwords, in the languages of the library that have Latin letters too.
    "pass(?!age|eng|port)|pwd|secret(?!ar)|kennwort|contrasen|senha|wachtwoord|losenord|has[lł]o|parola|sifre",
    // Codes that count once, and PINs. `2fa` is here without its number.
    String
      .raw`\b(?:clave|mdp|pin|tan|mfa|fa)\b|\botp|otp\b|(?:verification|recovery|backup|auth|time|factor|sms) ?code`,
    String.raw`card|cvv|cvc|\b(?:csc|cvn|ccv)\b|security ?code|\bcc ?(?:num|no\b|exp|csc)`,
  ].join("|"),
);

/** Returns whether a field is a secret, by its name. */
export function isSecretField(name: string): boolean {
  return SECRET.test(plainWords(name));
}

/** `userPIN_2` becomes `user pin `. */
export function plainWords(name: string): string {
  const words = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  return words.replaceAll(/\P{L}+/gu, " ").toLowerCase();
}

/**
 * Returns the cookies that keep a form; none if the browser has no room for it, or a field of it is a secret. Without that field,
 * it would be a different form.
 */
export async function storeKeptForm(
  form: KeptForm,
  purpose: KeptFormPurpose,
  request: { readonly headers: Pick<RequestHeaders, "get"> },
  setup: Sealer & CookiePlace,
): Promise<readonly SetCookie[]> {
  if ([...new URLSearchParams(form.body).keys()].some(isSecretField)) return [];
  const { name, options } = setup.cookies.keptForm;
  const value = await seal(form, { purpose, maxAge: MAX_AGE }, setup);
  const room = Math.min(roomFor(request, setup.cookies) - ROOM_BESIDE, MAX_CHUNKED);
  if (name.length + value.length > room) return [];
  const cookies = parseCookies(request.headers.get("cookie"));
  const stored = writeChunked(cookies, { name, value, options: { ...options, maxAge: MAX_AGE } });
  return withinBudget(stored, request, setup);
}

/** A form that a page of the library sends again. */
interface FormToSend {
  /** Cookies to set. */
  readonly cookies: readonly SetCookie[];
  /** URL of that page. */
  readonly returnTo: string;
}

/**
 * Keeps a form for the page that sends it again.
 *
 * @param page Absolute URL of `kept-form`. @param callbackUrl Where the user goes who does not send it.
 * @returns `null` if the form cannot be kept: see `storeKeptForm`.
 */
export async function storeFormToSend(
  form: KeptForm,
  { request, page, callbackUrl }: {
    readonly request: { readonly headers: Pick<RequestHeaders, "get"> };
    readonly page: string;
    readonly callbackUrl: string;
  },
  setup: Sealer & CookiePlace,
): Promise<FormToSend | null> {
  const at = String(setup.platform.now());
  const cookies = await storeKeptForm({ ...form, at }, "kept form", request, setup);
  return cookies.length > 0 ? { cookies, returnTo: withParams(page, page, { callbackUrl, at }) } : null;
}

/** Reads the form that was kept in a browser; `null` if there is none, or it is too old. */
export async function readKeptForm(
  cookies: Cookies,
  purpose: KeptFormPurpose,
  setup: Sealer & CookiePlace,
): Promise<KeptForm | null> {
  return await openCookie<KeptForm>(cookies, setup.cookies.keptForm, purpose, setup);
}
