/**
 * Reads the form that a browser has sent to a server of `node:http`.
 *
 * @module
 */

import { enctypeOf, type SentForm, toForm, URL_ENCODED } from "../mount/sent_form.ts";
import { toReceived } from "./door.ts";
import { toBodyInit } from "./body.ts";
import type { NodeRequest, NodeResponse } from "./types.ts";

/** Reads the form of a request of Node, as `formOf` does. @param parsed Returns what a parser has read; `undefined` if none has. */
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
