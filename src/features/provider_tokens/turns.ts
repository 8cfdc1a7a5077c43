/**
 * Which renewals may be sent at the moment: while a provider does not answer, each further one could cost its user the
 * connection. So all but those that may be sent twice wait until the provider has answered.
 *
 * @module
 */

import { ProviderUnavailable } from "../../errors/errors.ts";
import type { Exchange } from "../../oauth/exchange.ts";
import { REQUESTS } from "./lease.ts";
import { renew, type Renewal } from "../../oauth/refresh.ts";
import { type Platform, within } from "../../platform/platform.ts";

/** For how long an answer says that the provider answers: several renewals may be under way then. In milliseconds. */
const FRESH = 1000;

/** How long a caller waits for its turn, in milliseconds. */
const MOST_WAIT = 5000;

/** The pause between two probes, in milliseconds. */
const PAUSE = 5000;

/** After how long a provider that answers a probe with nothing that can be read gets a refresh token again, in milliseconds. */
const UNREADABLE = 600_000;

/** How many token endpoints are remembered that owe no answer. */
const MOST = 1000;

/** What this process knows of a token endpoint, or of one client there. */
interface Health {
  /** The renewals and the probe under way, and when each has begun. */
  readonly open: Map<Promise<void>, number>;
  /** When it has answered last. */
  answeredAt: number;
  /** When the last answer was lost; `null` if it has answered since. */
  lostAt: number | null;
  /** When it was last probed. */
  probedAt: number;
}

/** By the clock, then by endpoint and client: many applications make a config, and its providers, anew for each request. */
const healths = new WeakMap<Platform["now"], Map<string, Health>>();

/**
 * Of the client, and of its endpoint: one that hangs does so for the clients of all tenants. It may owe an answer to one client
 * only, so each finds out by itself whether it gets one.
 */
function healthsOf(exchange: Exchange): { readonly own: Health; readonly all: Health } {
  const { server: { token_endpoint: endpoint }, client: { client_id: client } } = exchange;
  return { own: healthOf([endpoint, client], exchange), all: healthOf([endpoint], exchange) };
}

function healthOf(of: readonly unknown[], { platform: { now } }: Exchange): Health {
  const known = healths.get(now) ?? new Map<string, Health>();
  healths.set(now, known);
  const key = JSON.stringify(of);
  const health = known.get(key) ??
    { open: new Map(), answeredAt: -Infinity, lostAt: null, probedAt: -Infinity };
  known.set(key, health);
  if (known.size > MOST) {
    const idle = [...known].find(([, { open, lostAt }]) => !open.size && lostAt === null);
    known.delete(idle?.[0] ?? "");
  }
  return health;
}

/** The right to send one refresh token. */
export interface Turn {
  /** Sends it. Never rejects. */
  (refreshToken: string): Promise<Renewal>;
  /** Gives the right back if it was not used. */
  end?(): void;
}

/**
 * Waits until a refresh token may be sent.
 *
 * @param isSafe Whether it may be sent again if the answer is lost.
 * @throws {ProviderUnavailable} if the provider has not answered others, and does not answer a probe.
 */
export async function takeTurn(exchange: Exchange, isSafe: boolean): Promise<Turn> {
  const { provider, platform } = exchange;
  const { own, all } = healthsOf(exchange);
  const until = platform.now() + MOST_WAIT;
  for (const health of [own, all]) loseOld(health, platform.now());
  const owes = ({ lostAt, open, answeredAt }: Health, fresh: number) =>
    lostAt !== null || (open.size > 0 && platform.now() >= answeredAt + fresh);
  while (!isSafe && (owes(own, FRESH) || owes(all, PAUSE))) {
    const left = until - platform.now();
    const isProbed = own.open.size || platform.now() < own.probedAt + PAUSE;
    if (!isProbed) void probe(exchange);
    if (left <= 0 || !own.open.size) {
      throw new ProviderUnavailable(
        `Cannot renew the access token: "${provider.id}" has not answered another renewal. Nothing was sent`,
        { provider: provider.id },
      );
    }
    await within(left, platform, () => Promise.race(own.open.keys())).catch(() => {});
  }
  return begin(exchange);
}

/** Takes turns for lost that last longer than their requests can: the platform has ended the request that has begun them. */
function loseOld(health: Health, now: number): void {
  for (const [turn, began] of health.open) {
    if (now < began + REQUESTS) continue;
    health.open.delete(turn);
    health.lostAt ??= now;
  }
}

function begin(exchange: Exchange): Turn {
  const both = Object.values(healthsOf(exchange));
  let end = () => {};
  const turn = new Promise<void>((resolve) => {
    end = () => {
      for (const { open } of both) open.delete(turn);
      resolve();
    };
  });
  for (const { open } of both) open.set(turn, exchange.platform.now());
  const send = async (refreshToken: string) => {
    const renewal = await renew(refreshToken, exchange);
    const now = exchange.platform.now();
    if (renewal.kind === "unknown") { for (const health of both) health.lostAt ??= now; }
    // Else it has not answered, and nothing is lost: each answer that is refused has a status.
    else if (renewal.kind === "renewed" || (renewal.error.cause as { status?: unknown })?.status) {
      for (const health of both) Object.assign(health, { answeredAt: now, lostAt: null });
    }
    end();
    return renewal;
  };
  return Object.assign(send, { end });
}

/** Sends a refresh token that no one has: a provider that works refuses it. */
async function probe(exchange: Exchange): Promise<void> {
  const { now } = exchange.platform;
  const { own, all } = healthsOf(exchange);
  own.probedAt = now();
  const renewal = await begin(exchange)(`latchkey-probe-${now()}`);
  own.probedAt = now();
  const isRead = renewal.kind === "unknown" &&
    typeof (renewal.error.cause as { status?: unknown } | undefined)?.status === "number";
  for (const health of [own, all]) {
    if (isRead && now() > health.lostAt! + UNREADABLE) health.lostAt = null;
  }
}
