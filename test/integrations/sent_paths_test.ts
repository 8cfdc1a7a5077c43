import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import express from "npm:express@5.3.0";
import Fastify from "npm:fastify@5.12.8";
import { Memory } from "../../src/adapters/memory.ts";
import { SecondFactor } from "../../src/second_factor/second_factor.ts";
import { MiddlewareAuth, requireSession } from "../../src/integrations/express.ts";
import { FastifyAuth } from "../../src/integrations/fastify.ts";
import { NodeAuth } from "../../src/integrations/node.ts";
import { config } from "./_application.ts";
import { freshConfig } from "./_express.ts";
import { serve } from "./_server.ts";

/** Paths that a rule of a proxy for `/auth/` does not see, and a parser of URLs turns into one below it. */
const CHANGED = [
  "/auth\\csrf",
  "\\auth\\csrf",
  "/x/..\\auth\\csrf",
  "/x\\../auth/csrf",
  "/auth/./csrf",
  "/./auth/csrf",
  "/x/../auth/csrf",
  "/x/%2e%2e/auth/csrf",
  "/x/.%2E/auth/csrf",
  "/auth/%2e/csrf",
  "/auth/x/..\\csrf",
  "http://a/x/../auth/csrf",
];

/** Paths that are the library's, as the client has sent them. */
const OWN = ["/auth/csrf", "/auth/csrf?a=/../b\\c", "/auth/csrf?."];

/** Whether each path is answered with a CSRF token. */
async function assertSentPaths(url: string): Promise<void> {
  const { port } = new URL(url);
  for (const path of [...CHANGED, ...OWN]) {
    const text = await new Promise<string>((resolve, reject) => {
      let all = "";
      const socket = connect(Number(port), "127.0.0.1", () => {
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      });
      socket.setEncoding("utf8").on("data", (part) => all += part).on("end", () => resolve(all)).on(
        "error",
        reject,
      );
    });
    assert.equal(/csrf-token=/i.test(text), OWN.includes(path), `${path}\n${text.slice(0, 200)}`);
  }
}

test("NodeAuth() answers a path only as the client has sent it (CFG-07)", async () => {
  await using server = await serve(NodeAuth(config, (_req, res) => void res.end("page")));
  await assertSentPaths(server.url);
});

test("MiddlewareAuth() answers a path only as the client has sent it (CFG-07)", async () => {
  await using server = await serve(express().use(MiddlewareAuth(freshConfig())) as never);
  await assertSentPaths(server.url);
});

test("FastifyAuth() answers a path only as the client has sent it (CFG-07)", async () => {
  const app = Fastify();
  await app.register(FastifyAuth, { config });
  await assertSentPaths(await app.listen({ port: 0, host: "127.0.0.1" }));
  await app.close();
});

test("requireSession() lets GET, HEAD and POST alone pass to the page that helps (CFG-16)", async () => {
  const own = freshConfig({
    secondFactor: SecondFactor(),
    adapter: Memory(),
    pages: { secondFactor: "/confirm", secondFactorSetup: "/settings/second-step" },
  });
  const app = express().use(MiddlewareAuth(own)).use(requireSession(own)).use((_req, res) =>
    void res.send("page")
  );
  await using server = await serve(app as never);
  const statuses = async (path: string) =>
    await Promise.all(
      ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map(async (method) =>
        (await fetch(server.url + path, { method, redirect: "manual" })).status
      ),
    );
  for (const path of ["/confirm", "/settings/second-step"]) {
    assert.deepEqual(await statuses(path), [200, 200, 200, 401, 401, 401, 401], path);
  }
  assert.deepEqual(await statuses("/other"), Array(7).fill(401));
});
