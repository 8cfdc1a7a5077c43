/**
 * Renews an access token at a provider of the catalogue, whose answer the test gives.
 *
 * @module
 */

import { resolveProvider } from "../../src/oauth/provider.ts";
import { prepareRenewal, renew, type Renewal } from "../../src/oauth/refresh.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { createProvider, type ProviderCase, readCases, tokenRequestOf } from "./_catalogue.ts";

/** The refresh token that is sent. */
export const REFRESH_TOKEN = "refresh-token-1";

/** The time of each renewal, in seconds since the epoch. */
export const NOW = Date.UTC(2030, 0, 1) / 1000;

/** A request as it arrived at the provider. */
export interface Sent {
  /** Method and URL. */
  readonly request: string;
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body, as text. */
  readonly body: string;
}

/** What came of a renewal. */
export interface RenewalResult {
  /** How it has ended. */
  readonly renewal: Renewal;
  /** The requests, without those for metadata. */
  readonly sent: readonly Sent[];
}

/** All cases by the ids of their providers. */
export async function casesById(): Promise<ReadonlyMap<string, ProviderCase>> {
  return new Map((await readCases()).map(([, each]) => [createProvider(each).id, each]));
}

/** Renews. @param answer JSON and status of the answer. */
export async function renewAt(
  each: ProviderCase,
  answer: { readonly json: unknown; readonly status?: number },
): Promise<RenewalResult> {
  const sent: Sent[] = [];
  const site = async (request: Request) => {
    if (each.metadata && request.method === "GET") return Response.json(each.metadata);
    const { method, url, headers } = request;
    const body = await request.text();
    sent.push({ request: `${method} ${url}`, headers: Object.fromEntries(headers), body });
    return Response.json(answer.json, { status: answer.status ?? 200 });
  };
  const urls = [tokenRequestOf(each).split(" ")[1]!, each.discovery ?? each.metadata?.issuer];
  const sites = Object.fromEntries(urls.flatMap((url) => url ? [[new URL(url).origin, site]] : []));
  const platform = testPlatform({ sites, now: NOW * 1000 });
  const provider = resolveProvider(createProvider(each), { platform });
  return { renewal: await renew(REFRESH_TOKEN, await prepareRenewal(provider, platform)), sent };
}
