/**
 * The address of a client, where it is known for certain. A wrong one would let one attacker lock out all who share it: all
 * users behind one proxy.
 *
 * @module
 */

import { toRequest } from "../http/incoming.ts";
import { innerV4, isLocalV4, toGroups } from "../http/ip_address.ts";
import { peerOf } from "../http/peer.ts";
import type { Incoming, RequestHeaders } from "../http/types.ts";
import type { LimitsSettings } from "../model/limits.ts";

/** How to find the address of a client. */
interface AddressSource {
  /** The function of the application. */
  readonly address?: LimitsSettings["address"];
  /** The header in which the platform writes it, and clients cannot. */
  readonly header?: string | undefined;
}

/** Headers of proxies: the connection is that of the proxy then. A client may send one too; then it has no address here. */
const OF_PROXIES = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "x-client-ip",
  "via",
  "cdn-loop",
  "cf-connecting-ip",
  "true-client-ip",
  "fastly-client-ip",
  "fly-client-ip",
  "x-vercel-forwarded-for",
  "x-nf-client-connection-ip",
  "x-envoy-external-address",
];

/** A port behind an address of IPv4, or one of IPv6 in brackets. Some proxies write it, and each connection has another. */
const PORT = /^(\d+(?:\.\d+){3}|\[.+\]):\d+$/;

/** The longest text of an application that stands for a client, in characters. */
const MAX_TEXT = 200;

/** The address of the client of a request: of IPv6 the first 64 bits, which one customer has. `null` if it is unknown. */
export async function clientAddressOf(
  incoming: Incoming,
  { address, header }: AddressSource,
): Promise<string | null> {
  if (address) {
    const told = await address(toRequest(incoming), { connection: peerOf(incoming.received) });
    const bare = told?.trim().replace(PORT, "$1");
    return bare ? parseIp(bare)?.client ?? bare.slice(0, MAX_TEXT) : null;
  }
  const { headers, received } = incoming;
  // Another network in front of the platform: for the platform, all its users have one address.
  if (header !== undefined) {
    return headers.get("cdn-loop") === null ? parseIp(headers.get(header) ?? "")?.client ?? null : null;
  }
  const peer = parseIp(peerOf(received) ?? "");
  return peer?.isPublic && !isForwarded(headers) ? peer.client : null;
}

function isForwarded(headers: RequestHeaders): boolean {
  return OF_PROXIES.some((name) => headers.get(name) !== null);
}

/** An IP address. */
interface Ip {
  /** What tells clients apart. */
  readonly client: string;
  /** Whether it is of the internet: not of a private network, nor of this machine. */
  readonly isPublic: boolean;
}

/** Parses an address; `null` if it is none. An IPv4 address that is written as IPv6 is one of IPv4 (RFC 4291 §2.5.5.2). */
function parseIp(text: string): Ip | null {
  const bare = text.trim().toLowerCase().replace(/^\[|\]$|%.*$/g, "").replace(/^::ffff:(?=\d+\.)/, "");
  if (/^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(bare)) {
    return { client: bare, isPublic: !isLocalV4(bare) };
  }
  if (!bare.includes(":") || !URL.canParse(`http://[${bare}]/`)) return null;
  const groups = toGroups(new URL(`http://[${bare}]/`).hostname.slice(1, -1));
  const inner = innerV4(groups);
  if (inner !== null) return parseIp(inner);
  const client = groups.slice(0, 4).map((group) => group.toString(16)).join(":");
  // Those of 2000::/3 are of the internet (RFC 4291 §2.4).
  return { client, isPublic: groups[0]! >>> 13 === 1 };
}
