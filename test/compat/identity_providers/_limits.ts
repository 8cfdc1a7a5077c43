/**
 * Limits of time for servers in processes of their own: a test that waits for one fails, and says for what.
 *
 * @module
 */

import type { ChildProcess } from "node:child_process";
import type { Fetch } from "./_libraries.ts";

/** How long a server may take to start, in seconds. */
export const START = 60;

/** How long an answer may take, in seconds. */
const ANSWER = 30;

/** How long a server may take to end, in seconds. */
const END = 10;

/** Waits for something. @throws {Error} if it has not come by then. */
export async function within<T>(seconds: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${seconds} seconds`)), seconds * 1000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** `fetch`, for the whole answer. @throws {Error} if it has not come after half a minute. */
export const limitedFetch: Fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const ended = new AbortController();
  const signal = init?.signal ? AbortSignal.any([init.signal, ended.signal]) : ended.signal;
  const answer = fetch(input, { ...init, signal }).then(async (response) => {
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return new Response(body.byteLength ? body : null, { status, statusText, headers });
  });
  try {
    return await within(ANSWER, `An answer to ${init?.method ?? "GET"} ${url}`, answer);
  } finally {
    ended.abort();
  }
};

/** Ends a server. One that does not end by itself is killed. */
export async function end(server: ChildProcess, ended: Promise<void>): Promise<void> {
  server.kill();
  await within(END, "The end of a server", ended).catch(async () => {
    server.kill("SIGKILL");
    await within(END, "The end of a server that was killed", ended);
  });
}
