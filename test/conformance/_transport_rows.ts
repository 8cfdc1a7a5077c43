/**
 * Rows about the transport, with a provider that is a real server on this machine: redirects, limits, broken connections.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { OIDCConfig } from "../../src/model/provider.ts";
import { type Endpoint, failNetwork, type Respond } from "../../src/testing/mod.ts";
import { APP } from "../flows/_world.ts";
import { type Group, type Refusal, refused, type Row, type Stage } from "./_row.ts";

const LIMITS = "RFC 9700 §4.12";
const ENDPOINTS = ["metadata", "token", "jwks", "userinfo"] as const satisfies Endpoint[];

/** Asks the provider for everything. */
const provider = { idToken: false };

const JSON_TYPE = { "content-type": "application/json" };

/** The genuine answer, with another body. */
function sent(headers: HeadersInit, change: (json: string) => BodyInit): Respond {
  return async (_request, genuine) =>
    new Response(change(await (await genuine()).text()), { headers: { ...JSON_TYPE, ...headers } });
}

function gzipped(text: string): ReadableStream<Uint8Array> {
  const { body } = new Response(text);
  return body!.pipeThrough(new CompressionStream("gzip"));
}

const accepted: readonly Row[] = [
  {
    id: "transport-loopback",
    cites: "RFC 8252 §8.3",
    title: "signs in at a provider without encryption on this machine",
    over: "http",
    provider,
    expected: "accepted",
    also: ({ asked }) => assert.equal(asked.length, 4),
  },
  ...ENDPOINTS.map((endpoint): Row => ({
    id: `transport-${endpoint}-gzip`,
    cites: "RFC 9110 §8.4.1",
    title: `accepts a compressed answer of the ${endpoint} endpoint`,
    over: "http",
    provider,
    fault: { respond: { [endpoint]: sent({ "content-encoding": "gzip" }, gzipped) } },
    expected: "accepted",
  })),
  ...ENDPOINTS.map((endpoint): Row => ({
    id: `transport-${endpoint}-BOM`,
    cites: "RFC 8259 §8.1",
    title: `accepts a byte order mark before the answer of the ${endpoint} endpoint`,
    over: "http",
    provider,
    fault: { respond: { [endpoint]: sent({}, (json) => `\ufeff${json}`) } },
    expected: "accepted",
  })),
];

const redirects: readonly Row[] = ENDPOINTS.flatMap((endpoint) =>
  [301, 302, 303, 307, 308].map((status): Row => ({
    id: `transport-${endpoint}-${status}`,
    cites: LIMITS,
    title: `does not follow a redirect of the ${endpoint} endpoint with the status ${status} (OA-18)`,
    over: "http",
    provider,
    fault: ({ idp }) => ({
      respond: {
        [endpoint]: () => new Response(null, { status, headers: { location: `${idp.origin}/elsewhere` } }),
      },
    }),
    expected: refused(new RegExp(`${status}|redirect`)),
    also: ({ idp }) => assert.ok(idp.requests.every(({ url }) => !url.includes("elsewhere"))),
  }))
);

/** An answer without end, which the client must stop reading. */
const endless: Respond = () =>
  new Response(
    new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)) }),
    { headers: JSON_TYPE },
  );

/** Sixteen megabytes of white space in a few kilobytes. */
const bomb: Respond = () =>
  new Response(gzipped(" ".repeat(16 * 1024 * 1024)), {
    headers: { ...JSON_TYPE, "content-encoding": "gzip" },
  });

/** A connection that breaks in the middle of an answer. */
const cut: Respond = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
      pull: (controller) => controller.error(new Error("the connection breaks")),
    }),
    { headers: { ...JSON_TYPE, "content-length": "1000" } },
  );

/** No answer, until the clock of the application says that it has waited ten seconds. */
function silent({ platform }: Stage): Respond {
  return () => {
    platform.tick(10);
    return new Promise(() => {});
  };
}

/** One character every five seconds. */
function slow({ platform }: Stage): Respond {
  return () =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          controller.enqueue(new TextEncoder().encode(" "));
          platform.tick(5);
        },
      }),
      { headers: JSON_TYPE },
    );
}

const LOSSES: Readonly<Record<string, readonly [(stage: Stage) => Respond, title: string, Refusal]>> = {
  endless: [() => endless, "stops reading an endless answer", refused(/1 MiB/)],
  bomb: [() => bomb, "stops reading an answer that unpacks to sixteen megabytes", refused(/1 MiB/)],
  cut: [() => cut, "refuses a truncated answer", refused(/reached/, "ProviderUnavailable")],
  reset: [() => failNetwork, "reports a broken connection", refused(/reached/, "ProviderUnavailable")],
  silent: [silent, "waits ten seconds for an answer", refused(/10 seconds/, "ProviderUnavailable")],
  slow: [slow, "waits ten seconds for the end of an answer", refused(/10 seconds/, "ProviderUnavailable")],
};

const limits: readonly Row[] = ENDPOINTS.flatMap((endpoint) =>
  Object.entries(LOSSES).map(([id, [respond, title, expected]]): Row => ({
    id: `transport-${endpoint}-${id}`,
    cites: LIMITS,
    title: `${title} of the ${endpoint} endpoint (OA-28, OA-29)`,
    over: "http",
    provider,
    fault: (stage) => ({ respond: { [endpoint]: respond(stage) } }),
    expected,
  }))
);

/** What an application may not write, because requests with secrets go there. */
const written: readonly Row[] = Object.entries<Partial<OIDCConfig>>({
  issuer: { issuer: "http://idp.test" },
  wellKnown: { wellKnown: "http://idp.test/metadata" },
  authorization: { authorization: "http://idp.test/authorize" },
  token: { token: "http://idp.test/token" },
  userinfo: { userinfo: "http://idp.test/userinfo" },
  jwks_endpoint: { jwks_endpoint: "http://idp.test/jwks" },
}).map(([id, provider]): Row => ({
  id: `transport-written-${id}`,
  cites: "RFC 6749 §3.1.2.1, §3.2, RFC 9700 §2.6",
  title: `does not start with an ${id} that is not encrypted and not on this machine (OA-19)`,
  provider,
  run: ({ browser }) => browser.open(`${APP}/auth/signin`),
  expected: refused(/http:/, "InvalidEndpoints"),
  also: ({ asked }) => assert.deepEqual(asked, []),
}));

/** The transport. */
export const TRANSPORT_GROUP: Group = {
  name: "Transport",
  rows: [...accepted, ...redirects, ...limits, ...written],
};
