/**
 * A page that greets the user who is signed in, and the session as JSON: by each library, by the floor, and by a bare
 * server, on `node:http` and in Express.
 *
 * The floor is the least program that gives the right answer: it finds the cookie, checks an HMAC, decrypts, reads JSON
 * and sets one header. It has keys of its own as `KeyObject`s, and no library.
 *
 * @module
 */

import { openCrypto } from "./bare_crypto.mjs";
import { ADA } from "./idp.mjs";

const SECRET = "19d1f6f0a4b7c4e2f8a3d5b6c7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f901";
const CONFIG = { secret: SECRET, trustHost: true, providers: [] };

/** Another cookie of the application, as long as that of a CSRF token. */
const OTHER = `csrf-token=${"c".repeat(64)}.${"m".repeat(43)}`;

const LIBRARIES = {
  latchkey: openLatchkey,
  authjs: openAuthJs,
  betterauth: openBetterAuth,
  floor: openFloor,
  bare: openBare,
};

/**
 * Opens the pages of a library.
 *
 * @returns `cookieOf(name)`, the `Cookie` header of a user; `most`, how many users there can be; `http()`, a listener for
 * `node:http`; `express()`, an application of Express.
 */
export async function openPages(library) {
  return await LIBRARIES[library]();
}

async function openLatchkey() {
  const { encode } = await import("@latchkey/auth/jwt");
  const salt = "latchkey.session-token";
  return {
    cookieOf: async (name) =>
      `${OTHER}; ${salt}=${await encode({ token: claimsOf(name), secret: SECRET, salt })}`,
    http: async () => {
      const { NodeAuth } = await import("@latchkey/auth/node");
      return NodeAuth(CONFIG, async (_req, res, auth) => {
        const session = await auth();
        res.end(greeting(session?.user?.name));
      });
    },
    express: async () => {
      const { MiddlewareAuth, ExpressAuth = MiddlewareAuth, getSession } = await import(
        "@latchkey/auth/express"
      );
      return await withPage((app) => app.use("/auth", ExpressAuth(CONFIG)), async (req) => {
        const session = await getSession(req, CONFIG);
        return session?.user?.name;
      });
    },
  };
}

/** It has no door for `node:http`. */
async function openAuthJs() {
  const { encode } = await import("@auth/core/jwt");
  const salt = "authjs.session-token";
  return {
    cookieOf: async (name) =>
      `${OTHER}; ${salt}=${await encode({ token: claimsOf(name), secret: SECRET, salt })}`,
    express: async () => {
      const { ExpressAuth, getSession } = await import("@auth/express");
      return await withPage((app) => app.use("/auth", ExpressAuth(CONFIG)), async (req) => {
        const session = await getSession(req, CONFIG);
        return session?.user?.name;
      });
    },
  };
}

/** With the session in a signed cookie, the fastest of its ways, and users in memory. */
async function openBetterAuth() {
  const { betterAuth } = await import("better-auth");
  const { memoryAdapter } = await import("better-auth/adapters/memory");
  const { fromNodeHeaders, toNodeHandler } = await import("better-auth/node");
  const auth = betterAuth({
    secret: SECRET,
    baseURL: "http://127.0.0.1",
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    emailAndPassword: {
      enabled: true,
      password: { hash: (password) => Promise.resolve(password), verify: () => Promise.resolve(true) },
    },
    session: { cookieCache: { enabled: true, maxAge: 86_400 } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  });
  const nameOf = async (req) =>
    (await auth.api.getSession({ headers: fromNodeHeaders(req.headers) }))?.user.name;
  return {
    // A sign-up takes ten milliseconds.
    most: 200,
    cookieOf: async (name) => {
      const email = `${name.replace(" ", "")}@example.com`;
      const body = { name, email, password: "correct horse" };
      const answer = await auth.api.signUpEmail({ body, asResponse: true });
      return [OTHER, ...answer.headers.getSetCookie().map((line) => line.split(";", 1)[0])].join("; ");
    },
    http: () => async (req, res) => res.end(greeting(await nameOf(req))),
    express: () => withPage((app) => app.all("/auth/*path", toNodeHandler(auth)), nameOf),
  };
}

async function openFloor() {
  const crypto = await openCrypto("node");
  const salt = "floor.session-token";
  const claims = (req) => {
    const token = findCookie(req.headers.cookie ?? "", salt);
    const found = token && JSON.parse(crypto.open(token));
    return found && found.exp * 1000 > Date.now() ? found : null;
  };
  return {
    cookieOf: (name) => {
      const iat = Math.floor(Date.now() / 1000);
      const payload = { ...claimsOf(name), iat, exp: iat + 2_592_000, jti: globalThis.crypto.randomUUID() };
      return `${OTHER}; ${salt}=${crypto.seal(JSON.stringify(payload))}`;
    },
    http: () => (req, res) => {
      const found = claims(req);
      res.setHeader("cache-control", "private, no-store");
      if (!req.url.startsWith("/auth/session")) return res.end(greeting(found?.name));
      res.setHeader("content-type", "application/json");
      const { name, email, picture, exp } = found;
      const user = { name, email, image: picture };
      res.end(JSON.stringify({ user, expires: new Date(exp * 1000).toISOString() }));
    },
    express: () =>
      withPage(() => {}, (req, res) => {
        res.setHeader("cache-control", "private, no-store");
        return claims(req)?.name;
      }),
  };
}

/** A server that looks at nothing. */
function openBare() {
  return {
    cookieOf: async (name) => await (await openFloor()).cookieOf(name),
    http: () => (_req, res) => res.end(greeting(undefined)),
    express: () => withPage(() => {}, () => undefined),
  };
}

/** An application of Express with one page. */
async function withPage(install, nameOf) {
  const { default: express } = await import("express");
  const app = express();
  install(app);
  return app.get("/", async (req, res) => res.send(greeting(await nameOf(req, res))));
}

function greeting(name = "stranger") {
  return `Hello ${name}`;
}

function claimsOf(name) {
  return { name, email: ADA.email, picture: ADA.image, sub: `${ADA.id}-${name}` };
}

function findCookie(header, name) {
  const start = header.indexOf(`${name}=`);
  if (start < 0) return undefined;
  const end = header.indexOf(";", start);
  return header.slice(start + name.length + 1, end < 0 ? undefined : end);
}
