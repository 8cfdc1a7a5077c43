/**
 * Reads the form that a browser has sent, so that it can be kept.
 *
 * @module
 */

import { type KeptForm, MAX_KEPT_FORM } from "../../http/kept_form.ts";
import type { Received } from "../../http/types.ts";
import { readText } from "../../platform/body.ts";

/** A form that was sent. */
export interface SentForm extends Pick<KeptForm, "body" | "enctype" | "files" | "chosen"> {
  /** URL that it was sent to. Default: that of the refused request. */
  readonly url?: URL;
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

/** The encodings of forms whose fields can be read. */
export const [URL_ENCODED, MULTIPART] = ["application/x-www-form-urlencoded", "multipart/form-data"] as const;

/** Returns how a browser has sent a form without a script; `null` if it is none whose fields can be read. */
export function enctypeOf(contentType: string | null): typeof URL_ENCODED | typeof MULTIPART | null {
  const [type] = (contentType ?? "").toLowerCase().split(";", 1);
  return [URL_ENCODED, MULTIPART].find((each) => each === type!.trim()) ?? null;
}

/** The largest form with files whose fields are kept, in bytes: all of it is read. */
const MAX_WITH_FILES = 1_048_576;

/** The most parts of a form with files: parsers take long for thousands of empty ones. */
const MOST_PARTS = 200;

/** Reads a form from a body; `null` if a page cannot send it again as it was, with the files that its user chooses again. */
export async function toForm(
  message: Pick<Received, "body">,
  contentType: string | null,
): Promise<SentForm | null> {
  const isMultipart = enctypeOf(contentType) === MULTIPART;
  const body = await readText(message, isMultipart ? MAX_WITH_FILES : MAX_KEPT_FORM);
  if (body === null) return null;
  if (!isMultipart) return isExact([...new URLSearchParams(body)]) ? { body } : null;
  // Some parsers find no field in a form that lacks its end.
  if (!/--\s*$/.test(body) || body.split(/content-disposition:/i).length > MOST_PARTS + 1) return null;
  const fields = [...await new Response(body, { headers: { "content-type": contentType! } }).formData()];
  const texts = fields.filter(isText);
  const inputs = fields.filter((field): field is [string, File] => typeof field[1] !== "string");
  const kept = new URLSearchParams(texts).toString();
  if (!isExact(texts) || kept.length > MAX_KEPT_FORM) return null;
  // A browser sends an empty file for an input that the user has left alone.
  const isChosen = ([, { name, size }]: [string, File]) => name !== "" || size > 0;
  const files = inputs.filter((input) => !isChosen(input)).map(([name]) => name);
  const chosen = inputs.filter(isChosen).map(([name, file]) => ({ name, file: file.name }));
  return {
    body: kept,
    enctype: MULTIPART,
    ...(files.length > 0 && { files }),
    ...(chosen.length > 0 && { chosen }),
  };
}

/** Returns whether a page can send texts as they were: not if they had another encoding than UTF-8, or the character 0. */
function isExact(texts: readonly (readonly [name: string, value: string])[]): boolean {
  return !texts.flat().some((text) => /[\0\uFFFD]/.test(text));
}

/** Returns whether a field is text, and not a file. */
export function isText(field: readonly [string, FormDataEntryValue]): field is [string, string] {
  return typeof field[1] === "string";
}
