/**
 * The threads of the runtime.
 *
 * @module
 */

import { type NativeProcess, nativeProcess } from "./native.ts";
import { isWorkerd } from "./workerd.ts";

const { navigator } = globalThis as { readonly navigator?: { readonly hardwareConcurrency?: number } };

const isDeno = nativeProcess?.versions?.deno !== undefined;

/**
 * How many threads of the runtime serve all asynchronous calls, from hashes to files and names of hosts. Infinite in Deno,
 * which starts a thread for each call; `undefined` in Workers and browsers, which compute where they are called.
 *
 * @see {@link https://docs.libuv.org/en/v1.x/threadpool.html | the pool of libuv}
 */
export const poolThreads: number | undefined = isDeno
  ? Infinity
  : isWorkerd
  ? undefined
  : threadsOf(nativeProcess);

function threadsOf({ versions, env }: NativeProcess = {}): number | undefined {
  if (versions === undefined) return undefined;
  const written = env?.UV_THREADPOOL_SIZE;
  // libuv reads any other text as 0, and starts one thread.
  if (written) return Math.max(1, Number.parseInt(written) || 0);
  return versions.bun === undefined ? 4 : Math.max(2, navigator?.hardwareConcurrency ?? 2);
}
