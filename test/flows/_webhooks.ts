/**
 * A world with `Webhooks()`: endpoints verify what they receive, and answer as the test says.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Webhook } from "npm:standardwebhooks@^1.1.1";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { outside } from "../../src/core/outside.ts";
import {
  type WebhookDeliveryResult,
  type WebhookEndpoint,
  type WebhookEvent,
  Webhooks,
  type WebhooksFeature,
  type WebhooksOptions,
} from "../../src/entries/webhooks.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ReferenceAdapter } from "./_database.ts";
import { type AdministrationWorld, openAdministration } from "./_administration.ts";

/** Two secrets of endpoints. */
export const [KEY, NEXT_KEY] = [
  "whsec_bGF0Y2hrZXktdGVzdC1rZXktb2YtMjQtYnl0ZXM=",
  "whsec_YW5vdGhlci1rZXktb2YtdGVzdHMtMzItYnl0ZXMtbG9uZw==",
];

/** What an endpoint has received. */
export interface Received {
  readonly endpoint: string;
  readonly id: string;
  readonly event: WebhookEvent;
  readonly headers: Headers;
}

/** A world with endpoints. */
export interface WebhooksWorld extends AdministrationWorld {
  readonly webhooks: ReturnType<typeof webhooksOf>;
  /** What endpoints have received, oldest first, whatever they have answered. */
  readonly received: Received[];
  /** What an endpoint answers. Default: 204. */
  answer: (message: Received) => Response | Promise<Response>;
  /** Delivers what is due; returns what has arrived: `crm user.created`, or only the types if there is one endpoint. */
  deliver(): Promise<readonly string[]>;
}

/** Opens one. Each endpoint has a host of its own. */
export function openWebhooks(
  {
    endpoints = [{ url: "https://crm.test/hooks", secret: KEY, name: "crm" }],
    userFields,
    features = [],
    ...config
  }:
    & Parameters<typeof openAdministration>[0]
    & Partial<WebhooksOptions> = {},
): WebhooksWorld {
  const feature = Webhooks({ endpoints, ...userFields && { userFields } });
  const world = openAdministration({ ...config, features: [...features, feature] });
  const self: WebhooksWorld = {
    ...world,
    webhooks: webhooksOf(world),
    received: [],
    answer: () => new Response(null, { status: 204 }),
    async deliver() {
      const before = self.received.length;
      await self.webhooks.deliver();
      return self.received.slice(before).map(({ endpoint, event: { type } }) =>
        endpoints.length > 1 ? `${endpoint} ${type}` : type
      );
    },
  };
  for (const { url, secret, name = url } of [endpoints].flat().filter((each) => URL.canParse(each?.url))) {
    world.platform.sites[new URL(url).origin] = async (request) => {
      const message = await receive(request, { secret, name });
      self.received.push(message);
      return await self.answer(message);
    };
  }
  return self;
}

/** Reads a message. The clock of the world is not that of the package: it compares the signatures alone. */
async function receive(
  request: Request,
  { secret, name }: Required<Pick<WebhookEndpoint, "secret" | "name">>,
): Promise<Received> {
  const { headers } = request;
  const body = await request.text();
  const id = headers.get("webhook-id")!;
  const at = new Date(Number(headers.get("webhook-timestamp")) * 1000);
  const signatures = [secret].flat().map((each) => new Webhook(each!).sign(id, at, body));
  assert.deepEqual(headers.get("webhook-signature")?.split(" "), signatures);
  assert.equal(headers.get("content-type"), "application/json");
  return { endpoint: name, id, event: JSON.parse(body), headers };
}

/** The functions of a config that has the feature. */
export function webhooksOf({ config }: Pick<AdministrationWorld, "config">) {
  return outside(config as AuthConfig & { readonly features: readonly [WebhooksFeature] }).webhooks;
}

/** Nothing is due, and nothing waits. */
export const NOTHING: WebhookDeliveryResult = { delivered: 0, failed: 0, waiting: 0 };

/** An adapter without `beside`: events are stored before the change, and settled after it. */
export function withoutBeside(adapter: Adapter): Adapter {
  const { beside: _, ...rest } = adapter;
  return rest;
}

/** An adapter that creates a user without an account as well, as those of Auth.js do. */
export function withoutOneStep(adapter: Adapter): Adapter {
  const { createUserWithAccount: _, ...rest } = withoutBeside(adapter);
  return rest;
}

/** The kinds of databases that events are stored in. */
export const STORES: Readonly<Record<string, () => Adapter>> = {
  "an adapter with all methods": () => Memory(),
  "an adapter that can't store rows with a change": () => withoutBeside(Memory()),
  "an adapter of Auth.js that takes the ids of the library": () => besideTables(new ReferenceAdapter()),
  "an adapter of Auth.js that makes its own ids": idMaker,
};

/** As one whose ids are numbers. */
function idMaker(): Adapter {
  const adapter = new ReferenceAdapter();
  const { createUser, getUser } = adapter;
  let made = 0;
  return Object.assign(besideTables(adapter), {
    createUser: (user: AdapterUser) => createUser.call(adapter, { ...user, id: `${++made}` }),
    // deno-lint-ignore require-await -- it rejects, as a database does
    getUser: async (id: string) => {
      if (!/^\d+$/.test(id)) throw new Error(`invalid input syntax for type integer: "${id}"`);
      return getUser.call(adapter, id);
    },
  });
}

/** Adds the tables of the library. */
function besideTables(adapter: Adapter): Adapter {
  const {
    rows,
    getAuthenticator,
    createAuthenticator,
    listAuthenticatorsByUserId,
    updateAuthenticatorCounter,
  } = Memory();
  return Object.assign(adapter, {
    rows,
    getAuthenticator,
    createAuthenticator,
    listAuthenticatorsByUserId,
    updateAuthenticatorCounter,
  });
}
