/**
 * Applications in processes of their own, the identity provider that they sign in with, and the browser of a visitor.
 *
 * @module
 */

import {
  type Browser,
  type FakeProvider,
  fakeProvider,
  type FakeProviderOptions,
  testBrowser,
} from "../../src/testing/mod.ts";
import { plainEnv } from "./_trees.ts";
import { afterTests } from "../_after.ts";
import { freePort } from "../_free_port.ts";

/** A program that serves an application. */
export interface Program {
  /** Where it runs. */
  readonly folder: string;
  /** Program and arguments; for a program that does not read `PORT`, made from its port. */
  readonly run: readonly string[] | ((port: string) => readonly string[]);
  /** More environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** An application that runs. */
export interface App {
  /** Its address. */
  readonly origin: string;
  /** Identity provider. */
  readonly idp: FakeProvider;
  /** Opens a browser without cookies. */
  visitor(): Browser;
  /** What it has printed so far. */
  printed(): string;
}

/** Secret of the sessions. */
export const SECRET = "a-secret-of-forty-characters-for-tests-0";

const FAMILIAR = { AUTH_SECRET: SECRET, AUTH_TRUST_HOST: "true", NODE_ENV: "production", NO_COLOR: "1" };

/** Starts an application and a provider of its own. Both end after the tests of the file. */
export async function startApp({ folder, run, env }: Program): Promise<App> {
  const [port, idp] = [freePort(), startProvider()];
  const [program, ...args] = typeof run === "function" ? run(String(port)) : run;
  const origin = `http://localhost:${port}`;
  const child = new Deno.Command(program!, {
    args,
    cwd: folder,
    clearEnv: true,
    env: {
      ...plainEnv(),
      ...FAMILIAR,
      PORT: String(port),
      ORIGIN: origin,
      IDP_ISSUER: idp.issuer,
      IDP_ID: idp.clientId,
      IDP_SECRET: idp.clientSecret,
      ...env,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const printed = [follow(child.stdout), follow(child.stderr)];
  afterTests(async () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await child.status;
    // What it has started may hold the streams open.
    await Promise.all(printed.map(({ stop }) => stop()));
  });
  const text = () => printed.map((stream) => stream.text()).join("");
  await answers(origin, () => child.status, text);
  const sites = { [origin]: forward, [idp.origin]: forward };
  return { origin, idp, visitor: () => testBrowser(sites), printed: text };
}

/** Starts the identity provider of the testing tools as a server. */
export function startProvider(options: FakeProviderOptions = {}): FakeProvider {
  const port = freePort();
  const idp = fakeProvider({ issuer: `http://localhost:${port}`, signingAlgorithm: "ES256", ...options });
  const closing = new AbortController();
  const server = Deno.serve(
    { port, onListen() {}, signal: closing.signal },
    (request) => idp.fetch(request),
  );
  afterTests(async () => {
    // `shutdown()` would wait for connections that an application keeps open.
    closing.abort();
    await server.finished;
  });
  return idp;
}

/** How long a server may take to answer, in milliseconds: a test that waits for ever says nothing. */
const LONGEST = 120_000;

/** Sends a request of the test browser on to a server. */
async function forward(request: Request): Promise<Response> {
  return await fetch(request, { redirect: "manual", signal: AbortSignal.timeout(LONGEST) });
}

function follow(stream: ReadableStream<Uint8Array>) {
  let text = "";
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  const ended = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  })();
  const stop = async () => {
    await reader.cancel();
    await ended;
  };
  return { text: () => text, stop };
}

/** Waits until the server answers. @throws {Error} with what it has printed, if it ends before or takes too long. */
async function answers(
  origin: string,
  status: () => Promise<Deno.CommandStatus>,
  text: () => string,
): Promise<void> {
  let code: number | undefined;
  status().then((ended) => code = ended.code);
  for (const start = Date.now(); Date.now() - start < 60_000;) {
    try {
      // The first answer may wait until the application has compiled its page.
      const options = { redirect: "manual", signal: AbortSignal.timeout(LONGEST) } as const;
      await (await fetch(`${origin}/`, options)).body?.cancel();
      return;
    } catch {
      if (code !== undefined) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`The application does not answer (exit code ${code}):\n${text()}`);
}
