/**
 * The state of a fake provider.
 *
 * @module
 */

import { encode } from "jose/base64url";
import { webPlatform } from "../../platform/platform.ts";
import type { Profile } from "../../values/types.ts";
import type { RegisteredClient } from "./_client_authentication.ts";
import { createSigningKey, type SigningKey } from "./_signing_key.ts";
import type { Tamper } from "./tamper.ts";
import type { FakeProviderMetadata, ReceivedRequest, SigningAlgorithm } from "./types.ts";

/** State that the endpoints of one provider share. */
export interface World {
  readonly metadata: FakeProviderMetadata;
  readonly client: RegisteredClient;
  readonly alg: SigningAlgorithm;
  readonly requests: ReceivedRequest[];
  readonly codes: Map<string, Grant>;
  readonly accessTokens: Map<string, Grant>;
  /** The refresh tokens of each grant, the newest last. */
  readonly refreshTokens: Map<string, RefreshableGrant>;
  readonly refreshing: "kept" | "rotated" | null;
  /** Oldest first. `null` until first used. */
  readonly keys: (Promise<SigningKey> | null)[];
  readonly now: () => number;
  user: Profile;
  denial: string | undefined;
  tamper: Tamper;
}

/** A grant of a user. */
export interface Grant {
  readonly user: Profile;
  readonly scope: string;
  readonly nonce: string | null;
  readonly redirectUri: string;
  readonly challenge: string | null;
  /** Milliseconds since the epoch. */
  readonly grantedAt: number;
}

/** A grant with refresh tokens. It is changed when it ends. */
export interface RefreshableGrant {
  readonly grant: Grant;
  /** The token that works; `null` if the grant has ended. */
  newest: string | null;
}

/**
 * Key number `index`, generated at its first use. Its ID is that of no other key: an application that still has the keys of a
 * provider that was started again fetches the new ones.
 */
export function keyAt({ keys, alg }: World, index: number): Promise<SigningKey> {
  return keys[index] ??= createSigningKey(alg, `key-${index + 1}-${encode(webPlatform.random(9))}`);
}

/** Creates a code or a token. The prefix makes it easy to find in a log. */
export function createToken(kind: "access" | "code" | "refresh"): string {
  return `fake-${kind}-${encode(webPlatform.random(24))}`;
}
