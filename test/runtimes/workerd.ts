/**
 * workerd, the runtime of Cloudflare Workers, through Miniflare.
 *
 * @module
 */

import type { D1Database } from "../../src/adapters/sqlite/sqlite.ts";
// @ts-types="./miniflare.d.ts"
import { Miniflare, type WorkerOptions } from "npm:miniflare@4.20260730.0";
import { esbuild } from "../../tools/_esbuild.ts";
import type { RunningServer } from "./runtimes.ts";

/** Workers that run. */
export interface RunningWorkers extends RunningServer {
  /** What they have printed so far. */
  text(): string;
  /** A database of the first worker. @param binding Its name in `env`. */
  database(binding: string): Promise<D1Database>;
}

/** Bundles a worker as Cloudflare's own tool does. @param alias Module → what takes its place. @returns The program. */
export async function bundleWorker(
  file: string,
  alias: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { outputFiles } = await esbuild({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "import"],
    external: ["node:*"],
    alias: { ...alias },
  });
  return outputFiles[0]!.text;
}

/** Starts a worker. */
export async function startWorkerd(
  script: string,
  compatibilityFlags: readonly string[],
  bindings: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  return await startWorkers([{ script, compatibilityFlags, bindings: { ...bindings } }]);
}

/** Starts workers that may call each other. Requests go to the first one. */
export async function startWorkers(workers: readonly WorkerOptions[]): Promise<RunningWorkers> {
  let log = "";
  const collect = (stream: AsyncIterable<Uint8Array>) => void readAll(stream, (text) => log += text);
  const miniflare = new Miniflare({
    handleRuntimeStdio: (stdout, stderr) => [stdout, stderr].forEach(collect),
    workers: workers.map(({ script, ...worker }) => ({
      // As a list, whose imports workerd resolves, and not Miniflare.
      modules: [{ type: "ESModule" as const, path: "worker.mjs", contents: script }],
      compatibilityDate: "2026-07-01",
      ...worker,
    })),
    host: "127.0.0.1",
    port: 0,
  });
  const { port } = await miniflare.ready;
  return {
    port: Number(port),
    async fetch(request) {
      const { method, headers, url } = request;
      const body = request.body && await request.arrayBuffer();
      const init = { method, headers: [...headers], body, redirect: "manual" } as const;
      const { body: answer, status, headers: answered } = await miniflare.dispatchFetch(url, init);
      return new Response(answer, { status, headers: [...answered] });
    },
    text: () => log,
    database: (binding) => miniflare.getD1Database(binding),
    async stop() {
      await miniflare.dispose();
      return log;
    },
  };
}

async function readAll(stream: AsyncIterable<Uint8Array>, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) take(decoder.decode(chunk, { stream: true }));
}
