/**
 * Decoys: credentials that do not exist. They are part of each list of credentials, so that it does not reveal whether an
 * address has a user.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-username-enumeration | WebAuthn §14.6.2}
 * @module
 */

import { type Bytes, concat, parseBase64Url, toBase64Url, toUuid } from "../../crypto/bytes.ts";
import type { Setup } from "../../setup/setup.ts";
import { deriveDecoy } from "./user_entity.ts";

/** The decoys for a name. */
interface Decoys {
  /** The id of a user who does not exist. */
  readonly userId: string;
  /** The credentials, two of each kind. */
  readonly credentials: readonly Decoy[];
}

/** A credential that does not exist. */
export interface Decoy {
  /** In base64url. */
  readonly id: string;
  /** The visible form of the id. */
  readonly kind: Kind;
  /** 0 for the first decoy of its kind, 1 for the second. */
  readonly rank: number;
}

/** Length of an id in bytes, or `UUID`: some password managers use UUIDs of version 4. */
type Kind = 16 | "UUID" | 20 | 32 | 48 | 64;

const KINDS: readonly Kind[] = [16, "UUID", 20, 32, 48, 64];

/** Two decoys of each kind hide up to two real credentials of it. */
const RANKS = [0, 1];

/** Derives the decoys for a name: always the same ones, as real credentials do not change either. */
export async function decoysFor(name: string, context: Pick<Setup, "secrets">): Promise<Decoys> {
  const ranked = KINDS.flatMap((kind) => RANKS.map((rank) => ({ kind, rank })));
  return {
    userId: toUuid(await deriveDecoy("decoy user", name, context), 4),
    credentials: await Promise.all(
      ranked.map(async (decoy) => ({ ...decoy, id: await idFor(name, decoy, context) })),
    ),
  };
}

/**
 * Hides real ids among decoys: each replaces a decoy of its kind, and the list is sorted. An observer can still recognise
 * an id of another kind, or a third one of a kind.
 *
 * @param ids In base64url.
 */
export function hideAmong(decoys: readonly Decoy[], ids: readonly string[]): string[] {
  const kinds = ids.map(kindOf);
  const others = decoys.filter(({ kind, rank }) => kinds.filter((it) => it === kind).length <= rank);
  return [...ids, ...others.map(({ id }) => id)].sort();
}

async function idFor(
  name: string,
  { kind, rank }: Omit<Decoy, "id">,
  context: Pick<Setup, "secrets">,
): Promise<string> {
  const halves = [0, 1].map((half) => deriveDecoy(`decoy ${kind} ${rank} ${half}`, name, context));
  const bytes = concat(...await Promise.all(halves)).subarray(0, kind === "UUID" ? 16 : kind);
  return toBase64Url(withForm(bytes, kind));
}

/** Gives an id the form of its kind: 16 random bytes must not look like a UUID by accident. */
function withForm(bytes: Bytes, kind: Kind): Bytes {
  if (kind === "UUID") {
    return bytes.map((byte, i) => i === 6 ? byte & 0x0f | 0x40 : i === 8 ? byte & 0x3f | 0x80 : byte);
  }
  return kind === 16 && isUuid(bytes) ? bytes.map((byte) => byte ^ 0xff) : bytes;
}

function kindOf(id: string): Kind | null {
  const bytes = parseBase64Url(id);
  if (bytes?.length === 16) return isUuid(bytes) ? "UUID" : 16;
  return KINDS.find((kind) => kind === bytes?.length) ?? null;
}

/** Version and variant of a random UUID. @see {@link https://www.rfc-editor.org/rfc/rfc9562#section-5.4 | RFC 9562 §5.4} */
function isUuid(bytes: Bytes): boolean {
  const { 6: version = 0, 8: variant = 0 } = bytes;
  return version >> 4 === 4 && variant >> 6 === 2;
}
