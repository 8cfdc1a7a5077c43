import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
// @ts-types="npm:@types/express@5.0.6"
import express from "npm:express@5.3.0";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { getSession, MiddlewareAuth } from "../../src/integrations/express/express.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { type OddRequest, oddRequests } from "../flows/_odd_requests.ts";
import { unhandledDuring } from "../flows/_unhandled.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";
import { config, signedIn } from "./_application.ts";
import { inEnvironment } from "./_environment.ts";
import { type Listening, serve, serveWeb } from "./_server.ts";

/** Requests to each server, and how many are under way at once. */
const [COUNT, AT_ONCE] = [chosenRounds({ here: 400, nightly: 5000 }), 32];

/** How long an answer may take on a busy machine, in milliseconds. */
const LIMIT = 20_000;

/** Hosts as a client may send them. */
const HOSTS = [
  "localhost",
  "localhost",
  "localhost",
  "app.test:443",
  "",
  "a b",
  "[::1",
  "a:99999",
  "a,b",
  "é.test",
  "a@b",
];

/** How a body is framed: right, and so that it ends early, late or never. */
const FRAMINGS = ["length", "chunked", "cut", "more", "less", "none", "length"];

const SERVERS: Readonly<Record<string, (own: AuthConfig) => Promise<Listening>>> = {
  "NodeAuth()": async (own) => {
    const app = async (_req: IncomingMessage, res: ServerResponse, auth: () => Promise<unknown>) => {
      res.end(JSON.stringify(await auth()));
    };
    return await serve(NodeAuth(own, app));
  },
  "MiddlewareAuth()": async (own) => {
    const app = express().use(express.urlencoded({ extended: true }), MiddlewareAuth(own));
    app.use(async (req, res) => void res.json(await getSession(req, own)));
    // Express has a status for what its own parsers refuse, such as 400 for a form that it cannot decode.
    app.use(
      ((error, _req, res, _next) =>
        void res.status(error.status ?? 500).end()) as express.ErrorRequestHandler,
    );
    return await serve(app);
  },
  "DenoAuth()": (own) => {
    const app = async (_request: Request, auth: () => Promise<unknown>) => Response.json(await auth());
    return serveWeb(DenoAuth(own, app));
  },
};

for (const [name, start] of Object.entries(SERVERS)) {
  for (const url of [undefined, "https://app.test"]) {
    test(
      `${name} answers odd requests of all sorts, ${url ? "with" : "without"} AUTH_URL (DS-14)`,
      seeded(async (random) => {
        const lines: string[] = [];
        const log = (text: unknown) => void lines.push(String(text));
        const own = { ...config, logger: { error: log, warn: log } };
        await using server = await inEnvironment({ AUTH_URL: url }, () => start(own));
        const cookie = await signedIn(url ? "__Host-" : "");
        const values = [cookie.split("=")[1]!];
        const known = { cookie, csrfToken: "0".repeat(128), values, providers: ["idp", "nobody"] };
        const requests = oddRequests(random, known);
        const statuses = new Map<string, number>();
        let sent = 0;
        const unhandled = await unhandledDuring(() =>
          Promise.all(Array.from({ length: AT_ONCE }, async () => {
            while (sent < COUNT) {
              const bytes = toBytes(requests.next().value, sent++);
              const answer = await send(server.port, bytes);
              // A server closes the connection where it cannot make out a request.
              const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? "closed";
              assert.doesNotMatch(
                status,
                /^5/,
                `${JSON.stringify(bytes).slice(0, 2000)}\n${answer.slice(0, 500)}`,
              );
              statuses.set(status, (statuses.get(status) ?? 0) + 1);
            }
          }))
        );
        assert.ok((statuses.get("200") ?? 0) > COUNT / 10, JSON.stringify([...statuses]));
        assert.ok(lines.length < 2 * COUNT, `${lines.length} lines`);
        assert.deepEqual(unhandled, []);
        const answer = await send(
          server.port,
          "GET /auth/session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        );
        assert.match(answer, /^HTTP\/1\.1 200 [^]*\r\n\r\n(?:4\r\n)?null/);
      }, { part: url ? 1 : 2 }),
    );
  }
}

const METHODS = ["TRACE", "TRACK", "CONNECT", "trace", "Track", "OPTIONS", "PROPFIND", "X"];

for (const [name, start] of Object.entries(SERVERS)) {
  for (const url of [undefined, "https://app.test"]) {
    test(`${name} refuses odd methods with 400 or 405, and treats \`get\` as the server does, ${url ? "with" : "without"} AUTH_URL (DS-14)`, async () => {
      await using server = await inEnvironment({ AUTH_URL: url }, () => start(config));
      for (const method of [...METHODS, "get", "head", "Post"]) {
        for (const path of ["/auth/session", "/auth/signin/idp", "/auth/session?a='b'"]) {
          for (const body of ["", "abc"]) {
            const length = body && `Content-Length: ${body.length}\r\n`;
            const head =
              `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${length}\r\n`;
            const answer = await send(server.port, head + body);
            // Node's server itself closes the connection on a CONNECT that no listener takes.
            const isClosed = answer === "" && method === "CONNECT";
            const expected = METHODS.includes(method) ? /^HTTP\/1\.1 40[05] / : /^HTTP\/1\.1 [234]/;
            assert.ok(isClosed || expected.test(answer), `${method} ${path}: ${answer}`);
          }
        }
      }
    });
  }
}

/** A request as bytes on the wire, one character each. Now and then a server cannot even make out its parts. */
function toBytes({ method, target, headers, body }: OddRequest, i: number): string {
  const isRaw = i % 6 === 0;
  const framing = isRaw ? FRAMINGS[(i / 6) % FRAMINGS.length]! : "length";
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(i % 60 ? [`Host: ${isRaw ? HOSTS[(i / 6) % HOSTS.length] : "localhost"}`] : []),
    "Connection: close",
    ...(framing === "length" && body ? [`Content-Length: ${body.length}`] : []),
    ...(framing === "chunked" || framing === "cut" ? ["Transfer-Encoding: chunked"] : []),
    ...(framing === "more" ? [`Content-Length: ${body.length + 100}`] : []),
    ...(framing === "less" ? ["Content-Length: 1"] : []),
    ...(framing === "none" ? [] : [`X-Framing: ${framing}`]),
    ...headers.map(([name, value]) => `${name}: ${isRaw ? value : withoutControls(value)}`),
  ];
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
  const content = framing === "chunked" ? `${body ? chunk : ""}0\r\n\r\n` : framing === "cut" ? chunk : body;
  return `${lines.join("\r\n")}\r\n\r\n${content}`;
}

/** Without what ends a header, and what no server accepts in one. */
function withoutControls(value: string): string {
  // deno-lint-ignore no-control-regex -- these are the characters
  return value.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, "");
}

/** Sends bytes, and reads all that comes back. */
function send(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(text, "latin1"));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer: ${JSON.stringify(text).slice(0, 2000)}`));
    }, LIMIT);
    const done = () => {
      clearTimeout(timer);
      resolve(answer);
    };
    socket.on("data", (data: Uint8Array) => answer += new TextDecoder("latin1").decode(data));
    socket.on("close", done);
    socket.on("error", done);
  });
}
