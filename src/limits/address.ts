/**
 * The address of a client, where it is known for certain. A wrong one would let one attacker lock out all who share it: all
 * users behind one proxy.
 *
 * @module
 */

import { toRequest } from "../http/incoming.ts";
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

const PRIVATE_V4 =
  /^(?:0|10|127|22[4-9]|2[3-5]\d|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;

/** Parses an address; `null` if it is none. An IPv4 address that is written as IPv6 is one of IPv4 (RFC 4291 §2.5.5.2). */
function parseIp(text: string): Ip | null {
  const bare = text.trim().toLowerCase().replace(/^\[|\]$|%.*$/g, "").replace(/^::ffff:(?=\d+\.)/, "");
  if (/^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(bare)) {
    return { client: bare, isPublic: !PRIVATE_V4.test(bare) };
  }
  if (!bare.includes(":") || !URL.canParse(`http://[${bare}]/`)) return null;
  const [head = "", tail] = new URL(`http://[${bare}]/`).hostname.slice(1, -1).split("::");
  const [before, after] = [head, tail ?? ""].map((part) => part ? part.split(":") : []);
  const zeros = tail === undefined ? 0 : 8 - before!.length - after!.length;
  const groups = [...before!, ...Array<string>(zeros).fill("0"), ...after!];
  // An IPv4 address behind the prefix of IPv6, or behind that of a translator (RFC 6052 §2.1).
  if (/^(?:0:0:0:0:0:ffff|64:ff9b:0:0:0:0):/.test(groups.join(":"))) return parseIp(lastV4(groups));
  // Those of 2000::/3 are of the internet (RFC 4291 §2.4).
  return { client: groups.slice(0, 4).join(":"), isPublic: /^[23][\da-f]{3}$/.test(groups[0] ?? "") };
}

/** The IPv4 address in the last 32 bits. */
function lastV4(groups: readonly string[]): string {
  return groups.slice(6).flatMap((each) => [parseInt(each, 16) >> 8, parseInt(each, 16) & 255]).join(".");
}
