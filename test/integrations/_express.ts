/**
 * Express 5 and 4, and requests to applications with each of them.
 *
 * @module
 */

import { connect } from "node:net";
// @ts-types="npm:@types/express@5.0.6"
import express5 from "npm:express@5.3.0";
// @ts-types="npm:@types/express@5.0.6"
import express4 from "npm:express@4.22.3";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { config } from "./_application.ts";
import { LONGEST_WAIT } from "../_longest_wait.ts";

export { serve } from "./_server.ts";

/** A version of Express, and its wildcard at the end of a path. */
export interface Version {
  readonly name: string;
  readonly express: typeof express5;
  readonly wildcard: string;
}

/** Both versions. */
export const VERSIONS: readonly Version[] = [
  { name: "Express 5", express: express5, wildcard: "*splat" },
  { name: "Express 4", express: express4, wildcard: "*" },
];

/** A copy of the config, which no other test has mounted. */
export function freshConfig(extra: Partial<AuthConfig> = {}): typeof config {
  return { ...config, ...extra } as typeof config;
}

/** A request that fails instead of waiting without end. */
export function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { redirect: "manual", signal: AbortSignal.timeout(LONGEST_WAIT), ...init });
}

/** Sends bytes, and reads all that the server answers. */
export function send(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => void socket.write(text, "latin1"));
    socket.on("data", (chunk) => answer += chunk);
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

/**
 * Sends requests one after the other, and returns the answers. It keeps a connection as long as the server does: a new one
 * takes longer than the request.
 */
export async function sendAll(port: number, targets: readonly string[]): Promise<readonly string[]> {
  const answers: string[] = [];
  while (answers.length < targets.length) {
    const known = answers.length;
    await new Promise<void>((resolve) => {
      let answer = "";
      const socket = connect(port, "127.0.0.1", () => ask());
      const ask = () => socket.write(`GET ${targets[answers.length]} HTTP/1.1\r\nHost: a\r\n\r\n`, "latin1");
      socket.on("data", (chunk) => {
        answer += chunk.toString("latin1");
        if (!isWhole(answer)) return;
        answers.push(answer);
        answer = "";
        if (answers.length < targets.length) ask();
        else socket.destroy();
      });
      socket.on("error", () => {});
      socket.on("close", () => resolve());
    });
    if (answers.length === known) throw new Error(`no answer to ${targets[known]}`);
  }
  return answers;
}

/** Whether an answer is complete: all that its length announces, or the last chunk. */
function isWhole(answer: string): boolean {
  const end = answer.indexOf("\r\n\r\n") + 4;
  if (end < 4) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, end))?.[1];
  if (length !== undefined) return answer.length - end >= Number(length);
  return /\r\ntransfer-encoding: *chunked/i.test(answer.slice(0, end)) ? answer.endsWith("0\r\n\r\n") : true;
}

/** An error handler that answers with the status and the message of the error, and keeps it. */
export function catching(errors: Error[]): express5.ErrorRequestHandler {
  return (error, _req, res, next) => {
    errors.push(error);
    if (res.headersSent) return next(error);
    res.status(error.status ?? 500).send(error.message);
  };
}
