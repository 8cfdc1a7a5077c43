/**
 * The demo: an identity provider, a mail server, a database and an application, in one process.
 *
 * @module
 */

import { createApp } from "./app.ts";
import type { AppClients } from "./app_config.ts";
import { openDatabase } from "./database.ts";
import { type Address, listen, type Listening } from "./listen.ts";
import { startMailServer } from "./mail_server.ts";
import { type ProviderOptions, type RunningProvider, startProvider } from "./provider.ts";

/** Settings of the demo. */
export interface DemoOptions {
  /** Port of the application; `0` for any. If it is taken, the next free one. */
  readonly port: number;
  /** Host name in the provider's URL. Default `localhost`. */
  readonly providerHostname?: ProviderOptions["hostname"];
}

/** A running demo. */
export interface RunningDemo {
  /** URL of the application. */
  readonly url: string;
  /** Its port. */
  readonly port: number;
  /** The identity provider. */
  readonly provider: RunningProvider;
  /** Stops everything, and removes the database. */
  close(): Promise<void>;
}

/** Starts the demo, reachable from this computer only. */
export async function startDemo({ port, providerHostname }: DemoOptions): Promise<RunningDemo> {
  // Reserves the port of the application first, because the provider needs its URL.
  const app = Promise.withResolvers<(request: Request) => Promise<Response>>();
  app.promise.catch(() => {});
  const server = await listen(port, ({ port, hostname }) => serve({ port, hostname, app: app.promise }));
  const started: Closable[] = [server];
  try {
    const url = `http://localhost:${server.port}`;
    const clients = createClients(url);
    const provider = await startProvider({
      port: port && server.port + 1,
      hostname: providerHostname,
      clients: Object.values(clients),
    });
    started.push(provider);
    const mailServer = await startMailServer();
    started.push(mailServer);
    const database = await openDatabase();
    started.push(database);
    app.resolve(createApp({ issuer: provider.issuer, clients, mailServer, database }));
    return { url, port: server.port, provider, close: () => closeAll(started) };
  } catch (error) {
    app.reject(error);
    await closeAll(started);
    throw error;
  }
}

interface Closable {
  close(): Promise<void>;
}

/** Stops the application first, because it uses the others. */
async function closeAll([server, ...others]: readonly Closable[]): Promise<void> {
  await server?.close();
  await Promise.all(others.map((other) => other.close()));
}

interface ServeOptions extends Address {
  readonly app: Promise<(request: Request) => Promise<Response>>;
}

// deno-lint-ignore require-await -- Deno.serve() throws where a promise is expected to be rejected
async function serve({ port, hostname, app }: ServeOptions): Promise<Listening> {
  const server = Deno.serve(
    { port, hostname, onListen: () => {} },
    async (request) => await (await app)(request),
  );
  return { port: server.addr.port, close: () => server.shutdown() };
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
