/**
 * workerd, the runtime of Cloudflare Workers, through Miniflare.
 *
 * @module
 */

import { build, stop } from "npm:esbuild@0.28.2";
// @ts-types="./miniflare.d.ts"
import { Miniflare } from "npm:miniflare@4.20260730.0";
import type { RunningServer } from "./runtimes.ts";

/** Bundles a worker as Cloudflare's own tool does. @returns The program. */
export async function bundleWorker(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "import"],
    external: ["node:*"],
  });
  await stop();
  return outputFiles[0]!.text;
}

/** Starts a worker. */
export async function startWorkerd(
  script: string,
  compatibilityFlags: readonly string[],
  bindings: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  let log = "";
  const collect = (stream: AsyncIterable<Uint8Array>) => void readAll(stream, (text) => log += text);
  const worker = new Miniflare({
    handleRuntimeStdio: (stdout, stderr) => [stdout, stderr].forEach(collect),
    modules: true,
    script,
    compatibilityDate: "2026-07-01",
    compatibilityFlags,
    bindings: { ...bindings },
    host: "127.0.0.1",
    port: 0,
  });
  const { port } = await worker.ready;
  return {
    port: Number(port),
    async fetch(request) {
      const { method, headers, url } = request;
      const body = request.body && await request.arrayBuffer();
      const init = { method, headers: [...headers], body, redirect: "manual" } as const;
      const { body: answer, status, headers: answered } = await worker.dispatchFetch(url, init);
      return new Response(answer, { status, headers: [...answered] });
    },
    async stop() {
      await worker.dispose();
      return log;
    },
  };
}

async function readAll(stream: AsyncIterable<Uint8Array>, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) take(decoder.decode(chunk, { stream: true }));
}
