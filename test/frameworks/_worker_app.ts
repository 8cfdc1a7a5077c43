/**
 * An application on Cloudflare Workers, behind a proxy that ends TLS.
 *
 * @module
 */

import type { D1Database } from "../../src/adapters/sqlite/sqlite.ts";
import { testBrowser } from "../../src/testing/mod.ts";
import { afterTests } from "../_after.ts";
import { SECRET, startProvider } from "../compat/_servers.ts";
import { bundleWorker, startWorkers } from "../runtimes/workerd.ts";
import { type App, ORIGIN } from "./_app.ts";

/** A worker to start. */
export interface WantedWorker {
  /** Its file. */
  readonly file: string;
  /** More options of Miniflare. */
  readonly options?: object;
  /** More values of `env`. */
  readonly bindings?: Readonly<Record<string, string>>;
  /** A worker that gets the requests first, and passes them on to the one named `app`. */
  readonly front?: { readonly name: string; readonly script: string };
}

/** A worker that runs. */
export interface WorkerApp extends App {
  /** A database of the worker. @param binding Its name in `env`. */
  database(binding: string): Promise<D1Database>;
}

/** File → its program, which several workers run. */
const bundles: Record<string, Promise<string>> = {};

/** Starts a worker and an identity provider of its own. Both end after the tests of the file. */
export async function openWorkerApp(wanted: WantedWorker): Promise<WorkerApp> {
  const { file, options, bindings, front } = wanted;
  const idp = startProvider();
  const app = {
    name: "app",
    script: await (bundles[file] ??= bundleWorker(file)),
    // The configs of the checks read `process.env`, which is there with this flag.
    compatibilityFlags: ["nodejs_compat"],
    bindings: {
      AUTH_SECRET: SECRET,
      AUTH_URL: ORIGIN,
      IDP_ISSUER: idp.issuer,
      IDP_ID: idp.clientId,
      IDP_SECRET: idp.clientSecret,
      ...bindings,
    },
    ...options,
  };
  const workers = await startWorkers(front ? [front, app] : [app]);
  afterTests(() => workers.stop().then(() => {}));
  const inner = `http://127.0.0.1:${workers.port}`;
  const forward = async (request: Request) => {
    const forwarded = new Request(request.url.replace(ORIGIN, inner), request);
    return await fetch(forwarded, { redirect: "manual" });
  };
  const sites = {
    [ORIGIN]: forward,
    [idp.origin]: (request: Request) => fetch(request, { redirect: "manual" }),
  };
  return {
    origin: ORIGIN,
    inner,
    idp,
    visitor: () => testBrowser(sites),
    fetch: forward,
    printed: workers.text,
    database: workers.database,
  };
}
