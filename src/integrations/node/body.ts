/**
 * The body of a request of `node:http`: as a stream, or as a parser has left it.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { BadRequest } from "../../http/incoming.ts";
import type { Received } from "../../http/types.ts";
import type { NodeRequest, NodeResponse } from "./types.ts";

/** Returns whether a request may have a body (RFC 9112 §6.3). In HTTP/2 it may have one that nothing announces. */
export function hasBody({ headers }: Pick<NodeRequest, "headers">): boolean {
  const length = headers["content-length"];
  if (length !== undefined) return Number(length) > 0;
  return headers["transfer-encoding"] !== undefined || headers[":path"] !== undefined;
}

/**
 * Restores a body that a parser may have read. A value that parsers do not produce stays as it is.
 *
 * @throws {BadRequest} if it cannot be written again: it refers to itself, or has too many levels or a `bigint`.
 */
export function toBodyInit(body: unknown, contentType: unknown): BodyInit {
  if (isBodyInit(body)) return body;
  const isForm = /^\s*application\/x-www-form-urlencoded\b/i.test(String(contentType));
  try {
    // A function and a symbol have no JSON.
    return isForm ? new URLSearchParams(toFields(body)).toString() : JSON.stringify(body) ?? "";
  } catch {
    throw new BadRequest(400, "Body is not a JSON object.");
  }
}

/** Restores the body that a parser has read. @throws {ConfigError} if the parser did not set `body`. */
export function toBodyAgain(req: NodeRequest): Received["body"] {
  const { body, headers } = req;
  if (body === undefined && !hasBody(req)) return null;
  if (body === undefined) {
    throw new ConfigError(
      "Cannot read the body of the request: something has read it before, and has not left it in `req.body`. Use " +
        "NodeAuth before whatever reads bodies",
    );
  }
  return new Response(toBodyInit(body, headers["content-type"])).body;
}

const BODY_INIT = /^\[object (?:ArrayBuffer|Blob|File|FormData|ReadableStream|URLSearchParams)\]$/;

/** The classes may be those of another runtime, or of a module that stands in for them. */
function isBodyInit(body: unknown): body is BodyInit {
  if (typeof body === "string" || ArrayBuffer.isView(body)) return true;
  return BODY_INIT.test(Object.prototype.toString.call(body));
}

/** Levels of a form. Parsers have fewer. */
const MAX_LEVELS = 100;

/**
 * Restores form fields that a parser may have nested in objects and lists: `a[b]` is `b` of the object `a`.
 *
 * @throws {RangeError} if there are too many levels, as in an object that refers to itself.
 */
function toFields(value: unknown, name = "", level = 0): string[][] {
  if (level > MAX_LEVELS) throw new RangeError();
  if (Array.isArray(value)) {
    // A list of several texts is a name that was sent several times. A parser makes others of `a[]` and `a[0][b]` alone.
    const isPlain = value.length !== 1 && value.every((each) => typeof each !== "object");
    return value.flatMap((each, index) => toFields(each, isPlain ? name : `${name}[${index}]`, level + 1));
  }
  if (typeof value !== "object" || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, each]) =>
    toFields(each, name ? `${name}[${key}]` : key, level + 1)
  );
}

/**
 * Reads the body with backpressure. After the response is sent, or the reader cancels, it discards the rest: otherwise
 * a client that is still sending would not receive the answer.
 */
export function toBody(req: NodeRequest, res: NodeResponse): Received["body"] {
  let ended = false;
  const discard = () => {
    ended = true;
    req.resume();
  };
  const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    start(controller) {
      req.on("data", (chunk: Uint8Array<ArrayBuffer>) => {
        if (ended) return;
        controller.enqueue(chunk);
        req.pause();
      });
      req.on("end", () => {
        if (!ended) controller.close();
        ended = true;
      });
      req.on("error", (error: Error) => {
        if (!ended) controller.error(error);
        ended = true;
      });
      res.once("finish", discard);
      req.pause();
    },
    pull: () => void req.resume(),
    cancel: discard,
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
