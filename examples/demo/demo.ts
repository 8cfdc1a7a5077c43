/**
 * The demo: an identity provider, a mail server, a database and an application, in one process.
 *
 * @module
 */

import { createServer } from "node:net";
import { createApp } from "./app.ts";
import type { AppClients } from "./app_config.ts";
import { openDatabase } from "./database.ts";
import { startMailServer } from "./mail_server.ts";
import { type ProviderOptions, type RunningProvider, startProvider } from "./provider.ts";

/** What to start. */
export interface DemoOptions {
  /** Port of the application. If it is taken: the next that is free. */
  readonly port: number;
  /** Name in the provider's URL. Default `localhost`. */
  readonly providerHostname?: ProviderOptions["hostname"];
}

/** A demo that runs. */
export interface RunningDemo {
  /** Where the application is. */
  readonly url: string;
  /** The identity provider. */
  readonly provider: RunningProvider;
  /** Stops everything, and removes the database. */
  close(): Promise<void>;
}

/** Starts the demo, reachable from this computer only. */
export async function startDemo({ port, providerHostname }: DemoOptions): Promise<RunningDemo> {
  const appPort = await findFreePort(port);
  const url = `http://localhost:${appPort}`;
  const clients = createClients(url);
  const provider = await startProvider({
    port: await findFreePort(appPort + 1),
    hostname: providerHostname,
    clients: Object.values(clients),
  });
  const mailServer = await startMailServer();
  const database = await openDatabase();
  const server = Deno.serve(
    { port: appPort, hostname: "127.0.0.1", onListen: () => {} },
    createApp({ issuer: provider.issuer, clients, mailServer, database }),
  );
  const close = async () => {
    await server.shutdown();
    await Promise.all([provider.close(), mailServer.close(), database.close()]);
  };
  return { url, provider, close };
}

function createClients(url: string): AppClients {
  const client = { name: "Latchkey demo", secret: crypto.randomUUID() };
  return {
    query: {
      ...client,
      id: "demo",
      authentication: "client_secret_basic",
      redirectUris: [`${url}/auth/callback/example`],
    },
    formPost: {
      ...client,
      id: "demo-form",
      authentication: "client_secret_post",
      redirectUris: [`${url}/auth/callback/example-form`],
    },
  };
}

/** `localhost` can mean IPv4 or IPv6, so a port must be free in both. */
async function findFreePort(first: number): Promise<number> {
  for (let port = first; port < first + 100; port++) {
    if (await isFree(port, "127.0.0.1") && await isFree(port, "::1")) return port;
  }
  throw new Error(`Cannot start the demo: no port from ${first} on is free`);
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // A computer without IPv6 has nothing that could be taken.
    probe.once("error", (error: Error & { code?: string }) => resolve(error.code !== "EADDRINUSE"));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
