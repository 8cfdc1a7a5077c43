/**
 * A server on the `@auth/core` of this tree, at `/api/auth` and at `/auth`, with pages that load a client.
 *
 * @module
 */

import { createServer } from "node:http";
import { Buffer } from "node:buffer";
import process from "node:process";
import { readFile } from "node:fs/promises";
import { Auth, skipCSRFCheck } from "@auth/core";
import { CredentialsSignin } from "@auth/core/errors";
import Credentials from "@auth/core/providers/credentials";
import Passkey from "@auth/core/providers/passkey";
import { memoryAdapter } from "./memory_adapter.mjs";

class Locked extends CredentialsSignin {
  code = "locked";
}

const port = Number(process.env.PORT);
const origin = `http://localhost:${port}`;
/** Links of mails, newest last. */
const mails = [];

const configs = {
  "/api/auth": config("/api/auth"),
  // The client of SvelteKit sends no token: Kit protects forms itself.
  "/auth": { ...config("/auth"), skipCSRFCheck },
};

createServer(async (request, response) => {
  const answer = await route(request).catch((error) => new Response(String(error.stack), { status: 500 }));
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== "set-cookie") response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length) response.setHeader("set-cookie", cookies);
  response.end(new Uint8Array(await answer.arrayBuffer()));
}).listen(port);

async function route(message) {
  const url = new URL(message.url, origin);
  for (const [base, settings] of Object.entries(configs)) {
    if (url.pathname.startsWith(`${base}/`)) return await Auth(await toRequest(message, url), settings);
  }
  if (url.pathname === "/mails") return Response.json(mails);
  if (url.pathname.endsWith(".js")) {
    return new Response(await readFile(`bundles${url.pathname}`), {
      headers: { "content-type": "text/javascript", "cache-control": "max-age=3600" },
    });
  }
  const [, client] = /^\/page\/([\w-]+)$/.exec(url.pathname) ?? [];
  const script = client ? `<script src="/${client}.js"></script>` : "";
  return new Response(
    `<!doctype html><title>Page</title><link rel="icon" href="data:,"><p>Page</p>${script}`,
    {
      headers: { "content-type": "text/html" },
    },
  );
}

async function toRequest(message, url) {
  const chunks = [];
  for await (const chunk of message) chunks.push(chunk);
  const body = ["GET", "HEAD"].includes(message.method) ? undefined : Buffer.concat(chunks);
  return new Request(url, { method: message.method, headers: message.headers, body });
}

function config(basePath) {
  return {
    basePath,
    secret: process.env.AUTH_SECRET,
    trustHost: true,
    adapter: memoryAdapter(),
    session: { strategy: "jwt" },
    experimental: { enableWebAuthn: true },
    providers: [
      {
        id: "idp",
        name: "Fake",
        type: "oidc",
        issuer: process.env.IDP_ISSUER,
        clientId: process.env.IDP_ID,
        clientSecret: process.env.IDP_SECRET,
      },
      Credentials({
        credentials: { username: {}, password: {} },
        authorize({ username, password }) {
          if (username === "locked") throw new Locked();
          if (username === "broken") throw new Error("the database is gone");
          return password === "right" ? { id: "1", name: username, email: `${username}@example.com` } : null;
        },
      }),
      {
        id: "email",
        name: "Email",
        type: "email",
        from: "no-reply@example.com",
        sendVerificationRequest({ url }) {
          mails.push(url);
        },
      },
      Passkey({ relayingParty: { id: "localhost", name: "Test", origin } }),
    ],
    callbacks: {
      jwt({ token, trigger, session }) {
        if (trigger === "update" && session?.name) token.name = session.name;
        return token;
      },
    },
    logger: process.env.VERBOSE ? {} : { error() {}, warn() {}, debug() {} },
  };
}
