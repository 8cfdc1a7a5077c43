/**
 * A Redis server for tests, and one that speaks HTTP in front of it.
 *
 * @module
 */

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** A running server. */
export interface RedisServer {
  /** Its Unix socket. */
  readonly path: string;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

/** Starts the `redis-server` of the machine on a socket of its own, if it is installed. */
export async function startRedis(): Promise<RedisServer | { readonly missing: string }> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-redis-"));
  const path = join(folder, "socket");
  const settings = ["--port", "0", "--unixsocket", path, "--dir", folder, "--save", "", "--appendonly", "no"];
  const server = spawn("redis-server", settings, { stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  process.once("exit", () => server.kill("SIGKILL"));
  const problem = await new Promise<Error | null>((resolve) => {
    let text = "";
    server.stdout.on("data", (chunk) => {
      text += chunk;
      if (/ready to accept connections/i.test(text)) resolve(null);
    });
    server.once("error", resolve);
    server.once("exit", (code) => resolve(new Error(`redis-server ended with ${code}: ${text}`)));
  });
  const stop = async () => {
    server.kill();
    await ended;
    await rm(folder, { recursive: true });
  };
  if (!problem) return { path, stop };
  await rm(folder, { recursive: true });
  if ((problem as NodeJS.ErrnoException).code !== "ENOENT") throw problem;
  return { missing: "redis: no redis-server on the path: apt-get install redis-server" };
}

/** Serves commands over HTTP as Upstash does. @param send Runs a command. */
export async function serveCommands(
  send: (command: string[]) => Promise<unknown>,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const answer = (command: unknown[]) =>
    send(command.map(String)).then((result) => ({ result }), (error) => ({ error: String(error.message) }));
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer()));
    const results = request.url === "/pipeline" ? await Promise.all(body.map(answer)) : await answer(body);
    response.writeHead("error" in results ? 400 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(results));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
