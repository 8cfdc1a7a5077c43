/**
 * The network and the clock of a test in the process of a built application: loaded before it. The other half is in
 * `_built.ts`.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { Server } from "node:http";
import process from "node:process";

const { PORT, TEST_CLOCK, TEST_NETWORK } = process.env;
const { fetch } = globalThis;

Date.now = () => Number(readFileSync(TEST_CLOCK, "utf8"));

// Recipes for Express write the port.
const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  return Reflect.apply(listen, this, args[0] === 8000 ? [Number(PORT), "127.0.0.1"] : args);
};

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { method, redirect, signal } = request;
  if (/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(request.url).hostname)) return await fetch(request);
  const headers = new Headers(request.headers);
  headers.set("x-url", request.url);
  headers.set("x-redirect", redirect);
  const body = request.body ? await request.arrayBuffer() : undefined;
  const response = await fetch(TEST_NETWORK, { method, headers, body, redirect: "manual", signal });
  if (response.headers.has("x-failed")) throw new TypeError(await response.text());
  return response;
};
