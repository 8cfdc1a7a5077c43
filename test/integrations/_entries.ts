/**
 * One application behind each entry point, on a real socket, and a client that sends any `Host` header.
 *
 * @module
 */

import { request as send } from "node:http";
import { Auth } from "../../src/core/auth.ts";
import { type Environment, setEnvDefaults } from "../../src/config/env.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { BunAuth } from "../../src/integrations/fetch/bun.ts";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { resolveSession } from "../../src/core/resolve_session.ts";
import { inEnvironment } from "./_environment.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";

export type { Listening };

/** Starts an application that answers the name of the user, with the variables of an environment. */
export type Entry = (config: AuthConfig, env: Environment) => Promise<Listening>;

/** Each way into the library. */
export const ENTRIES: Readonly<Record<string, Entry>> = {
  Auth: (config, env) => {
    const own = { ...config };
    setEnvDefaults(env, own);
    return serveWeb(async (request) => {
      if (new URL(request.url).pathname.startsWith("/auth/")) return await Auth(request, own);
      const { session, headers } = await resolveSession(request, own);
      return new Response(session?.user?.name ?? "stranger", { headers });
    });
  },
  DenoAuth: async (config, env) => {
    const handle = await inEnvironment(env, () =>
      DenoAuth(config, async (_request, auth) => {
        return new Response((await auth())?.user?.name ?? "stranger");
      }));
    return serveWeb((request) => handle(request));
  },
  BunAuth: (config, env) => {
    Object.assign(globalThis, { Bun: { env } });
    const handle = BunAuth(config, async (_request, auth) => {
      return new Response((await auth())?.user?.name ?? "stranger");
    });
    Reflect.deleteProperty(globalThis, "Bun");
    return serveWeb((request) => handle(request));
  },
  NodeAuth: async (config, env) => {
    const listener = await inEnvironment(env, () =>
      NodeAuth(config, async (_req, res, auth) => {
        res.end((await auth())?.user?.name ?? "stranger");
      }));
    return await serve(listener);
  },
};

/** What a client sends. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly form?: Record<string, string>;
}

/** Sends a request over http, with any headers, `Host` included. */
export function ask(
  { port }: Listening,
  path: string,
  { method, headers, form }: Sent = {},
): Promise<Response> {
  const body = form && new URLSearchParams(form).toString();
  const type = { "content-type": "application/x-www-form-urlencoded", "content-length": `${body?.length}` };
  const options = {
    host: "127.0.0.1",
    port,
    path,
    method: method ?? (form ? "POST" : "GET"),
    headers: { ...(form && type), ...headers, connection: "close" },
  };
  return new Promise((resolve, reject) => {
    const req = send(options, async (res) => {
      const answered = new Headers();
      for (const [name, values] of Object.entries(res.headers)) {
        for (const value of [values ?? []].flat()) answered.append(name, value);
      }
      const chunks: Uint8Array[] = [];
      for await (const chunk of res) chunks.push(chunk);
      resolve(
        new Response(await new Blob(chunks as BlobPart[]).text(), {
          status: res.statusCode!,
          headers: answered,
        }),
      );
    });
    req.on("error", reject);
    req.end(body);
  });
}

/** Cookies that a response sets, as a `Cookie` header sends them. */
export function toCookie(response: Response): string {
  return response.headers.getSetCookie().map((header) => header.split(";")[0]!).join("; ");
}
