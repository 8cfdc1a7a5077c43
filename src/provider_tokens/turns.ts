/**
 * Which renewals may be sent at the moment: while a provider does not answer, each further one could cost its user the
 * connection. So all but those that may be sent twice wait until the provider has answered.
 *
 * @module
 */

import { ProviderUnavailable } from "../errors/errors.ts";
import { isA } from "../errors/thrown.ts";
import type { Exchange } from "../oauth/exchange.ts";
import { renew, type Renewal } from "../oauth/refresh.ts";
import { type Platform, within } from "../platform/platform.ts";

/** For how long an answer says that the provider answers: several renewals may be under way then. In milliseconds. */
const FRESH = 1000;

/** How long a caller waits for its turn, in milliseconds. */
const PATIENCE = 5000;

/** The pause between two probes, in milliseconds. */
const PAUSE = 5000;

/** After how long a provider that answers a probe with nothing that can be read gets a refresh token again, in milliseconds. */
const UNREADABLE = 600_000;

/** How many token endpoints are remembered that owe no answer. */
const MOST = 1000;

/** What this process knows of a token endpoint. */
interface Health {
  /** The renewals and the probe under way. */
  readonly open: Set<Promise<void>>;
  /** When it has answered last. */
  answeredAt: number;
  /** By client, and for `ANY`: when an answer was lost. Without an entry, it has answered since. */
  readonly lostAt: Map<string, number>;
  /** When it was last probed. */
  probedAt: number;
}

/** Any client: the endpoint as a whole. No client has this id. */
const ANY = "";

/** By the clock, then by endpoint: many applications make a config, and its providers, anew for each request or tenant. */
const healths = new WeakMap<Platform["now"], Map<string, Health>>();

function healthOf({ server, platform: { now } }: Exchange): Health {
  const known = healths.get(now) ?? new Map<string, Health>();
  healths.set(now, known);
  const key = server.token_endpoint ?? "";
  const health = known.get(key) ??
    { open: new Set(), answeredAt: -Infinity, lostAt: new Map(), probedAt: -Infinity };
  known.set(key, health);
  if (known.size > MOST) {
    const idle = [...known].find(([, { open, lostAt }]) => !open.size && !lostAt.size);
    known.delete(idle?.[0] ?? "");
  }
  return health;
}

/** Whose losses a client heeds: those of all, until one gets an answer, and its own, if the provider hangs for it alone. */
function heeded({ client }: Exchange): readonly string[] {
  return [ANY, client.client_id];
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
  const health = healthOf(exchange);
  const until = platform.now() + PATIENCE;
  const isLost = () => heeded(exchange).some((each) => health.lostAt.has(each));
  while (
    !isSafe && (isLost() || (health.open.size && platform.now() >= health.answeredAt + FRESH))
  ) {
    const left = until - platform.now();
    const isProbed = health.open.size || platform.now() < health.probedAt + PAUSE;
    if (!isProbed) void probe(exchange, health);
    if (left <= 0 || !health.open.size) {
      throw new ProviderUnavailable(
        `Cannot renew the access token: "${provider.id}" has not answered another renewal. Nothing was sent`,
        { provider: provider.id },
      );
    }
    await within(left, platform, () => Promise.race(health.open)).catch(() => {});
  }
  return begin(exchange, health);
}

function begin(exchange: Exchange, health: Health): Turn {
  let end = () => {};
  const turn = new Promise<void>((resolve) => {
    end = () => {
      health.open.delete(turn);
      resolve();
    };
  });
  health.open.add(turn);
  const send = async (refreshToken: string) => {
    const renewal = await renew(refreshToken, exchange);
    const now = exchange.platform.now();
    // If it has not answered, nothing is lost. One that answers that it cannot answer now has a status.
    if (renewal.kind === "unknown") {
      for (const each of heeded(exchange)) health.lostAt.set(each, health.lostAt.get(each) ?? now);
    } else if (
      renewal.kind === "renewed" || !isA(renewal.error, ProviderUnavailable) || renewal.error.cause?.status
    ) {
      health.answeredAt = now;
      for (const each of heeded(exchange)) health.lostAt.delete(each);
    }
    end();
    return renewal;
  };
  return Object.assign(send, { end });
}

/** Sends a refresh token that no one has: a provider that works refuses it. */
async function probe(exchange: Exchange, health: Health): Promise<void> {
  const { now } = exchange.platform;
  health.probedAt = now();
  const renewal = await begin(exchange, health)(`latchkey-probe-${now()}`);
  health.probedAt = now();
  const isRead = renewal.kind === "unknown" &&
    typeof (renewal.error.cause as { status?: unknown } | undefined)?.status === "number";
  if (!isRead) return;
  for (const each of heeded(exchange)) {
    if (now() > health.lostAt.get(each)! + UNREADABLE) health.lostAt.delete(each);
  }
}
