/**
 * Compares the clock of this computer with that of a provider.
 *
 * @module
 */

import type { ProviderAnswer } from "../http/provider_answer.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import type { Platform } from "../platform/platform.ts";
import type { Finding } from "../setup/finding.ts";

/** A comparison with the clock of another computer. */
export interface Reading {
  /** Seconds by which our clock is ahead; negative if it is behind. */
  readonly ahead: number;
  /** Host of the other computer. */
  readonly host: string;
}

/** Seconds from which a difference is no accident: headers have whole seconds, and answers take time. */
const NOTABLE = 5;

/**
 * Sends a request to an endpoint of a provider, and reads the clock in the answer.
 *
 * @throws {ProviderUnavailable} if there is no answer.
 */
export async function readClock(
  url: string,
  provider: Pick<OAuthProvider, "request">,
  { now, accept = "application/json" }: Pick<Platform, "now"> & {
    /** Media type to ask for. Default: JSON. */
    readonly accept?: string;
  },
): Promise<{ readonly answer: ProviderAnswer; readonly reading: Reading | null }> {
  const before = now();
  const answer = await provider.request(url, {
    headers: { accept, "user-agent": "latchkey-auth" },
  });
  const middle = (before + now()) / 2;
  const date = Date.parse(answer.headers.get("date") ?? "");
  if (Number.isNaN(date)) return { answer, reading: null };
  // A cache has kept the answer since then (RFC 9111 §5.1).
  const age = Number(answer.headers.get("age") ?? 0) * 1000;
  return { answer, reading: { ahead: Math.round((middle - date - age) / 1000), host: new URL(url).host } };
}

/**
 * Returns the reading that counts: one that agrees with our clock, else the nearest, because a cache may have kept the
 * others. In order of the hosts, so that the report does not depend on which answer came first.
 */
export function bestOf(readings: readonly Reading[]): Reading | null {
  const byHost = [...readings].sort((a, b) => a.host < b.host ? -1 : a.host > b.host ? 1 : 0);
  const [nearest] = [...byHost].sort((a, b) => Math.abs(a.ahead) - Math.abs(b.ahead));
  return byHost.find(({ ahead }) => Math.abs(ahead) < NOTABLE) ?? nearest ?? null;
}

/**
 * Returns the finding on our clock. If one provider agrees with it, the clocks of the others are wrong.
 *
 * @param tolerance Difference that ID tokens may have, in seconds.
 */
export function clockFinding(readings: readonly Reading[], tolerance: number): Finding {
  const best = bestOf(readings);
  if (!best) return { name: "clock", status: "skipped", text: "no provider answered with the time" };
  const { ahead, host } = best;
  if (Math.abs(ahead) < NOTABLE) {
    return { name: "clock", status: "ok", text: `within ${NOTABLE} seconds of that of ${host}` };
  }
  const text = `this computer is ${describe(ahead)} ${host}`;
  const advice =
    "Let the computer set its clock, with NTP: ID tokens are refused if the difference is more than " +
    `${tolerance} seconds`;
  return { name: "clock", status: Math.abs(ahead) > tolerance ? "wrong" : "warning", text, advice };
}

/** Returns a warning on the clock of a provider, if that of another provider agrees with ours. */
export function providerClockFindings(
  reading: Reading | null,
  all: readonly Reading[],
  tolerance: number,
): readonly Finding[] {
  const isOursRight = all.some(({ ahead }) => Math.abs(ahead) < NOTABLE);
  if (!reading || !isOursRight || Math.abs(reading.ahead) <= tolerance) return [];
  return [{
    name: "clock",
    status: "warning",
    text: `this computer is ${describe(reading.ahead)} ${reading.host}, and agrees with another provider`,
    advice: "Its ID tokens may be refused. Tell the operator of that server",
  }];
}

function describe(ahead: number): string {
  const seconds = Math.abs(ahead);
  const [size, unit] = seconds < 120 ? [1, "seconds"] : seconds < 7200 ? [60, "minutes"] : [3600, "hours"];
  return `${Math.round(seconds / size)} ${unit} ${ahead > 0 ? "ahead of" : "behind"}`;
}
