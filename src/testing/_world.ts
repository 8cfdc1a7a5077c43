/**
 * What a fake provider remembers, and how its endpoints get at it.
 *
 * @module
 */

import { encode } from "jose/base64url";
import { webPlatform } from "../platform.ts";
import type { Profile } from "../types.ts";
import type { RegisteredClient } from "./_client_authentication.ts";
import { createSigningKey, type SigningAlgorithm, type SigningKey } from "./_signing_key.ts";
import type { FakeProviderMetadata, ReceivedRequest } from "./fake_provider.ts";
import type { Tamper } from "./tamper.ts";

/** Everything one provider remembers. */
export interface World {
  readonly metadata: FakeProviderMetadata;
  readonly client: RegisteredClient;
  readonly alg: SigningAlgorithm;
  readonly requests: ReceivedRequest[];
  readonly codes: Map<string, Grant>;
  readonly accessTokens: Map<string, Grant>;
  /** Oldest first; `null` until it is needed. */
  readonly keys: (Promise<SigningKey> | null)[];
  readonly now: () => number;
  user: Profile;
  denial: string | undefined;
  tamper: Tamper;
}

/** What a user has granted. */
export interface Grant {
  readonly user: Profile;
  readonly scope: string;
  readonly nonce: string | null;
  readonly redirectUri: string;
  readonly challenge: string | null;
  /** Milliseconds since the epoch. */
  readonly grantedAt: number;
}

/** Key number `index`, generated when it is first asked for. */
export function keyAt({ keys, alg }: World, index: number): Promise<SigningKey> {
  return keys[index] ??= createSigningKey(alg, `key-${index + 1}`);
}

/** Creates a code or an access token. The prefix makes it easy to find in a log. */
export function createToken(kind: "access" | "code"): string {
  return `fake-${kind}-${encode(webPlatform.random(24))}`;
}
