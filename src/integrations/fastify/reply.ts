/**
 * Writes cookies to a reply of Fastify.
 *
 * @module
 */

import { serializeCookie, withoutReplaced } from "../../http/cookies.ts";
import type { SetCookie } from "../../values/cookie.ts";
import type { FastifyReply } from "./types.ts";
import { setCookiesOf } from "../node/door.ts";
import { keepPrivate } from "../node/caches.ts";
import { UNCACHED } from "../mount/refusal.ts";
import type { SessionReader } from "../mount/integration.ts";

/** Adds the cookie of a prolonged session. */
export async function prolong(session: SessionReader, reply: FastifyReply): Promise<void> {
  const added = await session.headers(setCookiesOf(reply));
  for (const [name, value] of added) {
    if (name !== "set-cookie") reply.header(name, value);
  }
  addCookies(reply, added.flatMap(([name, value]) => name === "set-cookie" ? [value] : []));
}

/**
 * Adds `Set-Cookie` headers to those of Fastify, or, if it has none, to those of the response of Node, which it would
 * replace. Earlier headers with the name of a new one are removed.
 */
export function addCookies(reply: FastifyReply, added: readonly string[]): void {
  if (added.length === 0) return;
  const cookies = [...withoutReplaced(setCookiesOf(reply), added), ...added];
  reply.removeHeader("set-cookie");
  reply.header("set-cookie", cookies);
}

/** Sets the cookies of a change, and forbids caches to keep the reply. */
export function setCookies(reply: FastifyReply, cookies: readonly SetCookie[]): void {
  addCookies(reply, cookies.map(serializeCookie));
  forbidCaches(reply);
}

/** Forbids caches to keep the reply, whatever the application sets. Fastify hands its headers to `writeHead`. */
export function forbidCaches(reply: FastifyReply): void {
  keepPrivate(reply.raw);
  reply.header(...UNCACHED);
}
