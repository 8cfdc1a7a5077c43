/**
 * Delivers the messages of the outbox.
 *
 * @module
 */

import type { AdapterWebhookMessage } from "../../adapters/contract/types.ts";
import type { OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import { onOneLine } from "../../values/printable_name.ts";
import { withEvidence } from "./evidence.ts";
import { GIVEN_UP, givenUpId, isGivenUp } from "./ids.ts";
import type { WebhookEndpoint, WebhooksRules } from "./options.ts";
import { KIND } from "./outbox.ts";
import { type Signer, toSigner } from "./package.ts";
import { toBody } from "./payload.ts";
import { assertSecrets, nameOf, rulesOf } from "./rules.ts";
import { afterFailure, KEPT } from "./schedule.ts";
import { type Failure, send } from "./send.ts";
import type { WebhookDelivery, WebhookDeliveryResult } from "./types.ts";

/** How many messages a run sends, if the caller does not say, and at most. */
const [USUAL, MOST] = [500, 10_000];

/** How long a run waits for an answer, in seconds, if the caller does not say, and at most. */
const [USUAL_WAIT, MOST_WAIT] = [15, 60];

/** How many messages are read at once. */
const PAGE = 100;

/** How many users of an endpoint have a message under way at the same time. */
const AT_ONCE = 5;

/** How many messages about one user a run sends to an endpoint: who has thousands does not use it up. */
const OF_USER = 20;

/** After how many outages in succession a run leaves an endpoint alone. */
const OUTAGES = 3;

/** How much longer than a request its lease is, in milliseconds: after it, another run may take the message. */
const LEASE = 30_000;

/** How long a change may take at most, in milliseconds: what hasn't happened by then never will. */
const ABANDONED = 600_000;

/** The failure of a message that can't be written. */
const UNWRITABLE: Failure = { status: null, reason: "a field of the user is no JSON", retryAfter: 0 };

/** An endpoint during a run. */
interface Target {
  readonly endpoint: WebhookEndpoint;
  /** How many more messages may be sent there. */
  left: number;
  /** How often in succession it could not answer. */
  outages: number;
}

/** What a run knows and counts. */
interface Run {
  readonly setup: Setup;
  readonly rules: WebhooksRules;
  readonly sign: Signer;
  /** In milliseconds. */
  readonly timeout: number;
  /** The endpoints of the config, by name. */
  readonly targets: ReadonlyMap<string, Target>;
  delivered: number;
  failed: number;
  waiting: number;
}

/** Sends what is due. */
export const deliver: OutsideCall<Setup> = async ([options], setup): Promise<WebhookDeliveryResult> => {
  const { limit, timeout }: WebhookDelivery = Object(options);
  const rules = rulesOf(setup);
  assertSecrets(rules);
  const left = bounded(limit, USUAL, MOST);
  const run: Run = {
    setup,
    rules,
    sign: await toSigner(),
    timeout: bounded(timeout, USUAL_WAIT, MOST_WAIT) * 1000,
    targets: new Map(rules.endpoints.map((endpoint) => [nameOf(endpoint), { endpoint, left, outages: 0 }])),
    delivered: 0,
    failed: 0,
    waiting: 0,
  };
  const names = [...run.targets.keys()];
  await allOf(names.map((name, index) => deliverTo(name, index === 0, run)));
  await removeOld(run);
  const { delivered, failed, waiting } = run;
  return { delivered, failed, waiting };
};

function bounded(value: unknown, usual: number, most: number): number {
  return typeof value === "number" && value >= 1 ? Math.min(value, most) : usual;
}

/**
 * Delivers the messages of an endpoint, which waits for no other one, in order for each user.
 *
 * @param isFirst Whether it looks at those of endpoints that the config has no more.
 */
async function deliverTo(name: string, isFirst: boolean, run: Run): Promise<void> {
  const { rows } = run.rules.store;
  const target = run.targets.get(name)!;
  const sent = new Map<string, number>();
  // The users for whom a message waits: those after it do so, too.
  const held = new Set<string>();
  let after: AdapterWebhookMessage | null = null;
  for (;;) {
    const page: AdapterWebhookMessage[] = await rows.list(KIND, {}, { after, limit: PAGE });
    const waiting = page.filter(({ id }) => !isGivenUp(id));
    const own = waiting.filter(({ endpoint }) =>
      endpoint === name || (isFirst && !run.targets.has(endpoint))
    );
    const lanes = grouped(own, ({ endpoint, userId }) => JSON.stringify([endpoint, userId]));
    await inTurns([...lanes], async ([lane, ofUser]) => {
      for (const message of ofUser) {
        const count = sent.get(lane) ?? 0;
        if (count < OF_USER && !held.has(lane) && await isDone(message, run)) {
          sent.set(lane, count + 1);
          continue;
        }
        held.add(lane);
        run.waiting++;
      }
    });
    // What follows would only be read.
    if (waiting.length < PAGE || isLeftAlone(target)) return;
    after = waiting.at(-1)!;
  }
}

/** Whether a run sends nothing more to an endpoint. */
function isLeftAlone({ left, outages }: Target): boolean {
  return left < 1 || outages >= OUTAGES;
}

/** Node 20 has no `Map.groupBy`. */
function grouped<T>(list: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) {
    const key = keyOf(each);
    groups.set(key, [...groups.get(key) ?? [], each]);
  }
  return groups;
}

/** Does work for each of a list, for a few at the same time. */
async function inTurns<T>(list: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const waiting = [...list];
  const turns = Array.from({ length: AT_ONCE }, async () => {
    for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) await work(each);
  });
  await allOf(turns);
}

/** Waits for all work, also where some of it fails: none goes on behind the caller's back. */
async function allOf(work: readonly Promise<void>[]): Promise<void> {
  for (const each of await Promise.allSettled(work)) {
    if (each.status === "rejected") throw each.reason;
  }
}

/** Sends a message, if it's due. Returns whether the next one of its user may follow. */
async function isDone(message: AdapterWebhookMessage, run: Run): Promise<boolean> {
  const { rules: { store }, setup: { platform } } = run;
  const now = platform.now();
  const age = now - message.createdAt.getTime();
  const isDue = message.dueAt.getTime() <= now;
  // A run has ended before it could.
  if (message.state === "gaveUp") {
    await putAside(message, run);
    return true;
  }
  const target = run.targets.get(message.endpoint);
  if (!target && age > KEPT) {
    await store.rows.remove(KIND, message);
    return true;
  }
  if (!target || !isDue || isLeftAlone(target)) return false;
  const due = message.state === "unsettled" ? await withEvidence(message, store) : message;
  if (due) return await isSent(due, target, run);
  if (age > ABANDONED) await store.rows.remove(KIND, message);
  return age > ABANDONED;
}

/** Sends a message that no other run sends. Returns whether the next one may follow. */
async function isSent(due: AdapterWebhookMessage, target: Target, run: Run): Promise<boolean> {
  const { rules, setup: { platform }, sign, timeout } = run;
  const { rows } = rules.store;
  target.left--;
  const version = due.version + 1;
  const leased = { ...due, version, dueAt: new Date(platform.now() + timeout + LEASE) };
  if (!await rows.store(KIND, leased, due.version)) return false;
  const body = await toBody(leased, rules);
  const failure = body === null
    ? UNWRITABLE
    : await send(leased, body, { ...target, timeout, sign, platform });
  if (!failure) {
    target.outages = 0;
    run.delivered++;
    await rows.remove(KIND, leased);
    return true;
  }
  const { status } = failure;
  const isOutage = failure !== UNWRITABLE && (status === null || status === 429 || status >= 500);
  target.outages = isOutage ? target.outages + 1 : 0;
  run.failed++;
  const later = afterFailure(leased, failure, platform);
  if (!await rows.store(KIND, later, version) || later.state !== "gaveUp") return false;
  logGivenUp(later, failure, run);
  await putAside(later, run);
  return true;
}

/** Puts a message that was given up where no run reads it. */
async function putAside(
  message: AdapterWebhookMessage,
  { rules: { store: { rows } } }: Run,
): Promise<void> {
  await rows.store(KIND, { ...message, id: givenUpId(message.id) }, null);
  await rows.remove(KIND, message);
}

/** Removes the oldest messages that were given up. */
async function removeOld({ rules: { store: { rows } }, setup: { platform } }: Run): Promise<void> {
  for (;;) {
    const page = await rows.list(KIND, {}, { after: { id: GIVEN_UP }, limit: PAGE });
    const old = page.filter(({ createdAt }) => platform.now() - createdAt.getTime() > KEPT);
    for (const message of old) await rows.remove(KIND, message);
    if (old.length < PAGE) return;
  }
}

function logGivenUp(
  { id, type, userId, endpoint, tries }: AdapterWebhookMessage,
  { reason }: Failure,
  { targets, setup: { logger } }: Run,
): void {
  // A URL may have a secret in its path.
  const { name, url } = targets.get(endpoint)!.endpoint;
  const where = name ?? new URL(url).host;
  logger.warn(
    `webhook-given-up: Event "${type}" of user "${
      onOneLine(userId)
    }" was given up for ${where} after ${tries} tries, the last ` +
      `of which ended with: ${reason}. Once the endpoint accepts events, call \`webhooks.retry("${
        givenUpId(id)
      }")\``,
  );
}
