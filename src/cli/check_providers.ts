/**
 * Checks the providers of a config over the network: metadata, endpoints, keys, PKCE, client credentials, clock.
 *
 * @module
 */

import { clientFindings, redirectUriOf, UNKNOWN_ORIGIN } from "./check_client.ts";
import { packageFindings } from "./check_packages.ts";
import { authMethodOf } from "../oauth/client_authentication.ts";
import { bestOf, readClock, type Reading } from "./clock.ts";
import type { ProviderAnswer } from "../http/provider_answer.ts";
import type { Finding } from "../setup/finding.ts";
import { toWrong } from "./report.ts";
import type { Server } from "../oauth/server.ts";
import type { Setup, SetupProvider } from "../setup/setup.ts";
import type { OAuthProvider } from "../oauth/types.ts";

/** A provider that was checked. */
export interface CheckedProvider {
  /** Its id. */
  readonly id: string;
  /** Findings on it. */
  readonly findings: readonly Finding[];
  /** The difference of the clocks, from the dates of its answers; `null` if none has a date. */
  readonly clock: Reading | null;
}

/** Checks a provider. */
export async function checkProvider(
  provider: SetupProvider,
  { setup, path, offline }: {
    /** The setup. */
    readonly setup: Setup;
    /** Path of the module that has the config. */
    readonly path: string;
    /** Whether to send no requests. */
    readonly offline: boolean;
  },
): Promise<CheckedProvider> {
  const { id } = provider;
  if (provider.type !== "oauth" && provider.type !== "oidc") {
    const packages = await packageFindings(provider, path);
    return { id, clock: null, findings: packages.length ? packages : [READY[provider.type]] };
  }
  const callback: Finding = {
    name: "callback",
    status: "ok",
    text: `${redirectUriOf(provider, setup)} must be registered at the provider`,
  };
  if (offline) {
    const skipped: Finding = { name: "network", status: "skipped", text: "no request was sent (--offline)" };
    return { id, clock: null, findings: [callback, skipped] };
  }
  const { findings, clock } = await ask(provider, setup);
  return { id, clock, findings: [callback, ...findings] };
}

/** The finding on a provider that needs nothing from outside. */
const READY: Readonly<Record<"email" | "credentials" | "webauthn", Finding>> = {
  email: { name: "mail", status: "ok", text: "the options are complete; no mail was sent" },
  credentials: { name: "authorize", status: "ok", text: "the function is there" },
  webauthn: { name: "package", status: "ok", text: "@simplewebauthn/server is installed" },
};

type Asked = Pick<CheckedProvider, "findings" | "clock">;

async function ask(provider: OAuthProvider, setup: Setup): Promise<Asked> {
  const { serverOf } = await import("../oauth/server.ts");
  let server: Server;
  try {
    server = await serverOf(provider, setup.platform);
  } catch (error) {
    return { clock: null, findings: [toWrong("metadata", error)] };
  }
  const metadata: Finding[] = provider.discoveryUrl
    ? [{ name: "metadata", status: "ok", text: `of ${server.issuer}, from ${provider.discoveryUrl}` }]
    : [];
  const readings: Reading[] = [];
  const asked = { provider, server, origin: setup.origin ?? UNKNOWN_ORIGIN };
  const [endpoints, client, ...ofCapabilities] = await Promise.all([
    askEndpoints(provider, server, { setup, readings }),
    clientFindings({ provider, server, setup }, readings),
    ...[...setup.capabilities].map(({ findings }) => findings?.(asked, setup) ?? []),
  ]);
  const clock = bestOf(readings);
  return {
    clock,
    findings: [
      ...metadata,
      ...endpoints,
      ...pkceFindings(provider, server),
      ...methodFindings(provider, server),
      ...client,
      ...ofCapabilities.flat(),
    ],
  };
}

/** Sends a request to the endpoints that need no client: an error is an answer, too. */
async function askEndpoints(
  provider: OAuthProvider,
  server: Server,
  { setup, readings }: { readonly setup: Setup; readonly readings: Reading[] },
): Promise<readonly Finding[]> {
  const urls = {
    userinfo: provider.idToken ? undefined : server.userinfo_endpoint,
    keys: provider.type === "oidc" ? server.jwks_uri : undefined,
  };
  const asked = Object.entries(urls).flatMap(([name, url]) => url === undefined ? [] : [{ name, url }]);
  const findings = await Promise.all(asked.map(async ({ name, url }): Promise<Finding> => {
    try {
      const { answer, reading } = await readClock(url, provider, setup.platform);
      if (reading) readings.push(reading);
      return name === "keys" ? keysFinding(answer, url) : userinfoFinding(answer, url, provider);
    } catch (error) {
      return toWrong(name, error);
    }
  }));
  const missing = provider.type === "oidc" && !server.jwks_uri;
  return missing
    ? [...findings, {
      name: "keys",
      status: "wrong",
      text: 'the metadata name no "jwks_uri"',
      advice: "Write the URL of the keys as `jwks_endpoint` of the provider",
    }]
    : findings;
}

function userinfoFinding({ status }: ProviderAnswer, url: string, { userinfo }: OAuthProvider): Finding {
  const name = "userinfo";
  // A function of the provider may send another request, to which the endpoint answers.
  return !userinfo.request && (status === 404 || status >= 500)
    ? {
      name,
      status: "warning",
      text: `${url} answers with status ${status}`,
      advice: "Compare the URL with the documentation of the provider",
    }
    : { name, status: "ok", text: `${url} answers` };
}

function keysFinding({ status, content }: ProviderAnswer, url: string): Finding {
  let keys: unknown;
  try {
    keys = (JSON.parse(content) as { readonly keys?: unknown } | null)?.keys;
  } catch {
    // Falls through to the same finding.
  }
  if (status === 200 && Array.isArray(keys) && keys.length) {
    return {
      name: "keys",
      status: "ok",
      text: `${url} has ${keys.length === 1 ? "one key" : `${keys.length} keys`}`,
    };
  }
  return {
    name: "keys",
    status: "wrong",
    text: `${url} answers with status ${status}, and without a JSON Web Key Set that has keys`,
    advice:
      "Without keys no ID token can be verified. Compare the URL with the documentation of the provider",
  };
}

/** Compares `checks` with what the metadata say (RFC 8414 §2). */
function pkceFindings({ checks, codeChallengeMethod }: OAuthProvider, server: Server): readonly Finding[] {
  const { code_challenge_methods_supported: listed } = server as unknown as Readonly<Record<string, unknown>>;
  const supports = Array.isArray(listed) ? listed.includes(codeChallengeMethod) : null;
  if (checks.has("pkce")) {
    return [
      supports === false
        ? {
          name: "pkce",
          status: "warning",
          text: `the library uses PKCE with ${codeChallengeMethod}, which the metadata do not list`,
          advice: 'If sign-ins fail, write `checks: ["state"]` in the provider',
        }
        : {
          name: "pkce",
          status: "ok",
          text: `${codeChallengeMethod}${supports ? ", which the provider supports" : ""}`,
        },
    ];
  }
  return supports
    ? [{
      name: "pkce",
      status: "warning",
      text: "the provider supports PKCE, and `checks` leaves it out",
      advice: 'Leave `checks` out, or add "pkce"',
    }]
    : [];
}

/** Compares how the client authenticates with what the metadata say (RFC 8414 §2). */
function methodFindings(provider: OAuthProvider, server: Server): readonly Finding[] {
  const { token_endpoint_auth_methods_supported: listed } = server as unknown as Readonly<
    Record<string, unknown>
  >;
  const method = authMethodOf(provider, server);
  if (!Array.isArray(listed) || listed.includes(method)) return [];
  return [{
    name: "method",
    status: "warning",
    text: `the client authenticates with ${method}, and the metadata list ${listed.join(", ")}`,
    advice: `Write the one that is registered, such as \`client: { token_endpoint_auth_method: "${
      listed[0]
    }" }\``,
  }];
}
