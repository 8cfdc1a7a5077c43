/**
 * Glewlwyd, a real OpenID provider in C, if Debian's package is installed: on a free port, with a database of its own.
 *
 * @module
 */

import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { exportJWK, generateKeyPair } from "jose";
import { freePort } from "../../_free_port.ts";
import { afterTests } from "../../_after.ts";
import { answers } from "./_answers.ts";
import { end, limitedFetch, START, within } from "./_limits.ts";

/** A running server. */
export interface Glewlwyd {
  /** Origin and path of its interface. */
  readonly api: string;
  /** `Set-Cookie` header of Ada's session. */
  readonly cookie: string;
  /** Creates an issuer. @returns Its URL. */
  addIssuer(name: string, settings?: object): Promise<string>;
  /** Registers a client, and lets Ada agree to it. */
  addClient(client: { readonly client_id: string; readonly [field: string]: unknown }): Promise<void>;
  /** Creates a user, whose password is that of {@link passwordOf}. */
  addUser(username: string): Promise<void>;
  /** What it has printed. */
  log(): string;
  stop(): Promise<void>;
}

const TABLES = "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3";
const SETTINGS = "/etc/glewlwyd/glewlwyd.conf";

/** The password of a user. */
export function passwordOf(username: string): string {
  return `a password of ${username}'s`;
}

let started: ReturnType<typeof startGlewlwyd> | undefined;

/** The server, with Ada. The files of an isolate share it. It ends after their tests. */
export function glewlwyd(): ReturnType<typeof startGlewlwyd> {
  started ??= startGlewlwyd().then((server) => {
    if (!("missing" in server)) afterTests(server.stop);
    return server;
  });
  return started;
}

async function startGlewlwyd(): Promise<Glewlwyd | { readonly missing: string }> {
  if (![TABLES, SETTINGS, "/usr/bin/glewlwyd"].every(existsSync)) {
    return { missing: "glewlwyd: not installed: apt-get install glewlwyd" };
  }
  const folder = await mkdtemp(join(tmpdir(), "latchkey-glewlwyd-"));
  const port = freePort();
  const api = `http://127.0.0.1:${port}/api`;
  const file = await writeSettings(folder, api);
  const server = spawn("/usr/bin/glewlwyd", [`--config-file=${file}`, "-p", `${port}`]);
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  process.once("exit", () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  let log = "";
  const listens = new Promise<void>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.on("data", (chunk) => {
        log += chunk;
        if (log.includes("Glewlwyd started on port")) resolve();
      });
    }
    server.once("error", reject);
    server.once("close", (code) => reject(new Error(`glewlwyd ended with ${code}: ${log}`)));
  });
  await within(START, "The start of glewlwyd", listens).catch((error) => {
    server.kill("SIGKILL");
    throw new Error(`glewlwyd does not start: ${log.slice(0, 5000)}`, { cause: error });
  });
  // It says that it has started before it listens.
  await answers(`http://127.0.0.1:${port}/config`, () => server.exitCode === null);
  const admin = await logIn(api, "admin", "password");
  const call = (method: string, path: string, body?: object) =>
    send(`${api}${path}`, { method, body, cookie: admin });
  for (const name of ["profile", "email"]) {
    await call("POST", "/scope/", {
      name,
      display_name: name,
      description: name,
      password_required: false,
      scheme: {},
    });
  }
  const addUser = async (username: string) => {
    await call("POST", "/user/", {
      username,
      name: `${username[0]!.toUpperCase()}${username.slice(1)} Lovelace`,
      email: `${username}@example.com`,
      password: passwordOf(username),
      scope: ["openid", "profile", "email"],
      enabled: true,
    });
  };
  await addUser("ada");
  const cookie = await logIn(api, "ada", passwordOf("ada"));
  const keys = JSON.stringify({ keys: await createKeys() });
  return {
    api,
    cookie,
    addIssuer: async (name, settings) => {
      const parameters = { ...issuerSettings(`${api}/${name}`), "jwks-private": keys, ...settings };
      await call("POST", "/mod/plugin/", { module: "oidc", name, display_name: name, parameters });
      return `${api}/${name}`;
    },
    addClient: async (client) => {
      const common = { name: client.client_id, enabled: true, confidential: true, scope: [] };
      await call("POST", "/client/", { ...common, ...client });
      const scope = "openid profile email";
      await send(`${api}/auth/grant/${encodeURIComponent(client.client_id)}`, {
        method: "PUT",
        body: { scope },
        cookie,
      });
    },
    addUser,
    log: () => log,
    stop: async () => {
      await end(server, ended);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function writeSettings(folder: string, api: string): Promise<string> {
  const database = new DatabaseSync(join(folder, "database"));
  database.exec(await readFile(TABLES, "utf8"));
  // Fields of clients that the package does not list: the key that signs for one, and where a logout may lead. For the second
  // it lists `post_logout_redirect_uri`, which the server never reads.
  for (const [field, multiple] of [["sign_kid", false], ["post_logout_redirect_uris", true]]) {
    database.exec(
      `UPDATE g_client_module_instance SET gcmi_parameters = json_set(gcmi_parameters, '$."data-format".${field}',
        json('{"multiple":${multiple},"read":true,"write":true}'))`,
    );
  }
  database.close();
  const lines = (await readFile(SETTINGS, "utf8")).split("\n").filter((line) =>
    !/^(log_mode|log_file|external_url|@include)\b|^@include/.test(line)
  );
  const own = [
    'log_mode="console"',
    `external_url="${api.replace(/\/api$/, "")}"`,
    'bind_address="127.0.0.1"',
    `database = { type = "sqlite3" path = "${join(folder, "database")}" };`,
  ];
  const file = join(folder, "glewlwyd.conf");
  await writeFile(file, [...lines, ...own].join("\n"));
  return file;
}

/** Keys that sign ID tokens. The first one is the default. */
async function createKeys(): Promise<readonly object[]> {
  return await Promise.all(["RS256", "PS256", "ES256", "ES384", "ES512", "EdDSA"].map(async (alg) => {
    const { privateKey } = await generateKeyPair(alg, { extractable: true });
    return { ...await exportJWK(privateKey), alg, kid: alg };
  }));
}

function issuerSettings(iss: string): object {
  return {
    iss,
    "jwt-type": "rsa",
    "jwt-key-size": "256",
    "access-token-duration": 3600,
    "refresh-token-duration": 3600,
    "code-duration": 600,
    "allow-non-oidc": false,
    "auth-type-code-enabled": true,
    "auth-type-refresh-enabled": true,
    "jwks-show": true,
    "subject-type": "public",
    "name-claim": "mandatory",
    "email-claim": "mandatory",
    "scope-claim": "no",
    "address-claim": { type: "no" },
    "pkce-allowed": true,
    "client-jwks-parameter": "jwks",
    "client-sign_kid-parameter": "sign_kid",
    "request-parameter-allow": true,
    "encrypt-out-token-allow": true,
    "client-enc-parameter": "enc",
    "client-alg-parameter": "alg",
    "client-alg_kid-parameter": "alg_kid",
    "client-encrypt_at-parameter": "encrypt_at",
    "client-encrypt_id_token-parameter": "encrypt_id_token",
    "client-encrypt_userinfo-parameter": "encrypt_userinfo",
    "oauth-dpop-allowed": true,
    "oauth-dpop-iat-duration": 60,
    "oauth-as-iss-id": true,
    "session-management-allowed": true,
    "session-cookie-name": "GLEWLWYD2_OIDC_SID",
    "session-cookie-expiration": 3600,
    // Its page for a logout works with both alone.
    "front-channel-logout-allowed": true,
    "back-channel-logout-allowed": true,
  };
}

async function logIn(api: string, username: string, password: string): Promise<string> {
  const response = await send(`${api}/auth/`, { method: "POST", body: { username, password }, cookie: "" });
  return response.headers.getSetCookie()[0]!;
}

async function send(
  url: string,
  { method, body, cookie }: {
    readonly method: string;
    readonly body?: object | undefined;
    readonly cookie: string;
  },
): Promise<Response> {
  const headers = { "content-type": "application/json", cookie: cookie.split(";")[0]! };
  const response = await limitedFetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`Glewlwyd answers ${response.status} to ${method} ${url}: ${text}`);
  return response;
}
