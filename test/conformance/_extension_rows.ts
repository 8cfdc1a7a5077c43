/**
 * Rows about pushed authorization requests (RFC 9126) and proofs of possession (RFC 9449).
 *
 * @module
 */

import assert from "node:assert/strict";
import { EmbeddedJWK } from "jose/jwk/embedded";
import { jwtVerify } from "jose/jwt/verify";
import type { Respond, Tamper } from "../../src/testing/mod.ts";
import { type Group, refused, type Row, type Stage } from "./_row.ts";

const REQUEST_URI = "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c";

/** What a provider that demands pushed requests has received and seen. */
interface Pushed {
  readonly forms: URLSearchParams[];
  readonly carried: string[][];
}

const pushes = new WeakMap<object, Pushed>();

/** A provider that accepts only pushed requests. @param answer Its answer to a pushed request. */
function demandingPush({ idp, platform }: Stage, answer: () => Response = accepting): Tamper {
  const pushed: Pushed = { forms: [], carried: [] };
  pushes.set(idp, pushed);
  platform.sites[idp.origin] = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/par") {
      const { authorization } = Object.fromEntries(request.headers);
      pushed.forms.push(new URLSearchParams(await request.text()));
      return authorization?.startsWith("Basic ")
        ? answer()
        : Response.json({ error: "invalid_client" }, { status: 401 });
    }
    if (pathname !== "/authorize") return await idp.fetch(request);
    pushed.carried.push([...searchParams.keys()]);
    const isKnown = searchParams.get("request_uri") === REQUEST_URI;
    return await idp.fetch(isKnown ? `${idp.origin}/authorize?${pushed.forms.at(-1)}` : request, {
      redirect: "manual",
    });
  };
  return {
    metadata: {
      pushed_authorization_request_endpoint: `${idp.origin}/par`,
      require_pushed_authorization_requests: true,
    },
  };
}

function accepting(): Response {
  return Response.json({ request_uri: REQUEST_URI, expires_in: 60 }, { status: 201 });
}

const pushed: readonly Row[] = [
  {
    id: "PAR",
    cites: "RFC 9126 §2, §4",
    title:
      "pushes the authorization request if the metadata demand it, and lets the browser carry a reference",
    fault: (stage) => demandingPush(stage),
    expected: "accepted",
    also: ({ idp }) => {
      const { forms, carried } = pushes.get(idp)!;
      assert.equal(forms.length, 1);
      for (const name of ["state", "nonce", "code_challenge", "redirect_uri", "scope"]) {
        assert.ok(forms[0]!.has(name));
      }
      assert.equal(forms[0]!.has("request_uri"), false);
      assert.deepEqual(carried, [["client_id", "request_uri"]]);
    },
  },
  ...Object.entries<readonly [() => Response, RegExp]>({
    "200": [() => Response.json({ request_uri: REQUEST_URI, expires_in: 60 }), /200/],
    "without-request-uri": [() => Response.json({ expires_in: 60 }, { status: 201 }), /request_uri/],
    "request-uri-list": [
      () => Response.json({ request_uri: [REQUEST_URI], expires_in: 60 }, { status: 201 }),
      /request_uri/,
    ],
    "without-lifetime": [() => Response.json({ request_uri: REQUEST_URI }, { status: 201 }), /expires_in/],
    "lifetime-zero": [
      () => Response.json({ request_uri: REQUEST_URI, expires_in: 0 }, { status: 201 }),
      /expires_in/,
    ],
    "HTML": [
      () => new Response("<h1>Hello</h1>", { status: 201, headers: { "content-type": "text/html" } }),
      /pushed/,
    ],
    "redirect": [
      () => new Response(null, { status: 307, headers: { location: "https://evil.test/" } }),
      /307/,
    ],
    "refused": [() => Response.json({ error: "invalid_scope" }, { status: 400 }), /invalid_scope/],
  }).map(([id, [answer, log]]): Row => ({
    id: `PAR-answer-${id}`,
    cites: "RFC 9126 §2.2, §2.3",
    title: `refuses this answer to a pushed request: ${id}`,
    fault: (stage) => demandingPush(stage, answer),
    expected: refused(log),
    also: ({ idp }) => assert.deepEqual(pushes.get(idp)!.carried, []),
  })),
  ...Object.entries<unknown>({
    missing: undefined,
    http: "http://idp.test/par",
    private: "https://10.0.0.1/par",
    number: 1,
    script: "javascript:alert(1)",
  }).map(
    ([id, endpoint]): Row => ({
      id: `PAR-endpoint-${id}`,
      cites: "RFC 9126 §5",
      title: `sends no request if pushed ones are demanded and their endpoint cannot be used (${id})`,
      fault: (stage) => {
        const { metadata } = demandingPush(stage);
        return { metadata: { ...metadata, pushed_authorization_request_endpoint: endpoint } };
      },
      expected: refused(/pushed_authorization_request_endpoint/),
      also: ({ idp }) => assert.deepEqual(pushes.get(idp)!, { forms: [], carried: [] }),
    }),
  ),
];

const bound = { idToken: false, client: { dpop_bound_access_tokens: true } };

/** Proofs that a provider has verified, by the provider. */
const proofs = new WeakMap<object, Record<string, unknown>[]>();

/** A provider that binds its tokens, and demands a nonce so many times. */
function binding({ idp, platform }: Stage, demands: number): Tamper {
  const seen: Record<string, unknown>[] = [];
  proofs.set(idp, seen);
  const verify = async (request: Request) => {
    const { payload } = await jwtVerify(request.headers.get("dpop")!, EmbeddedJWK, {
      typ: "dpop+jwt",
      currentDate: new Date(platform.now()),
      maxTokenAge: 1,
      requiredClaims: ["jti", "htm", "htu", "iat"],
    });
    seen.push(payload);
    assert.deepEqual([payload.htm, payload.htu], [request.method, request.url]);
    return payload;
  };
  let left = demands;
  const token: Respond = async (request, genuine) => {
    const { nonce } = await verify(request);
    if (left-- <= 0) {
      assert.equal(nonce, demands ? `nonce-${demands}` : undefined);
      return await genuine();
    }
    const headers = { "dpop-nonce": `nonce-${demands - left}` };
    return Response.json({ error: "use_dpop_nonce" }, { status: 400, headers });
  };
  const userinfo: Respond = async (request) => {
    const { ath } = await verify(request);
    const [scheme, accessToken] = request.headers.get("authorization")!.split(" ");
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(accessToken));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    assert.deepEqual([scheme, ath], [
      "DPoP",
      hash.replaceAll("+", "-").replaceAll("/", "_").replace("=", ""),
    ]);
    return Response.json({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
  };
  return { tokens: { token_type: "DPoP" }, respond: { token, userinfo } };
}

const possessed: readonly Row[] = [
  ...[0, 1].map((demands): Row => ({
    id: demands ? "DPoP-nonce" : "DPoP",
    cites: demands ? "RFC 9449 §8" : "RFC 9449 §5, §7",
    title: demands
      ? "repeats a token request with the nonce that the provider demands"
      : "proves the possession of its key to the token and the userinfo endpoint",
    provider: bound,
    fault: (stage) => binding(stage, demands),
    expected: "accepted",
    also: ({ idp }) => {
      const ids = proofs.get(idp)!.map(({ jti }) => jti);
      assert.equal(ids.length, 2 + demands);
      assert.equal(new Set(ids).size, ids.length);
    },
  })),
  {
    id: "DPoP-nonce-without-end",
    cites: "RFC 9449 §8",
    title: "gives up if the provider demands one nonce after the other",
    provider: bound,
    fault: (stage) => binding(stage, 100),
    expected: refused(/use_dpop_nonce/),
    also: ({ idp }) => assert.equal(proofs.get(idp)!.length, 2),
  },
  {
    id: "DPoP-nonce-without-header",
    cites: "RFC 9449 §8",
    title: "gives up at once if the provider demands a nonce and sends none",
    provider: bound,
    fault: (stage) => {
      const { tokens, respond } = binding(stage, 0);
      const token: Respond = async (request, genuine) => {
        await respond!.token!(request, genuine);
        return Response.json({ error: "use_dpop_nonce" }, { status: 400 });
      };
      return { tokens, respond: { ...respond, token } };
    },
    expected: refused(/use_dpop_nonce/),
    also: ({ idp }) => assert.equal(proofs.get(idp)!.length, 1),
  },
  {
    id: "DPoP-not-bound",
    cites: "RFC 9449 §5",
    title: "refuses a bearer token where it asked for a bound one",
    provider: bound,
    fault: (stage) => ({ ...binding(stage, 0), tokens: { token_type: "Bearer" } }),
    expected: refused(/token_type/),
  },
];

/** Extensions of OAuth. */
export const EXTENSION_GROUP: Group = { name: "PAR and DPoP", rows: [...pushed, ...possessed] };
