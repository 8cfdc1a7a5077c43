/**
 * Recognizes hosts that are not on the public Internet, by name or address.
 *
 * @see {@link https://www.iana.org/assignments/iana-ipv6-special-registry | IPv6 special-purpose addresses}
 * @module
 */

import { innerV4, isLocalV4, toGroups, toV4 } from "../http/ip_address.ts";

/** Addresses for protocols, documentation, relays and measurements (RFC 6890 and its successors). */
const SPECIAL_V4 = /^(?:192\.0\.[02]|192\.88\.99|198\.1[89]|198\.51\.100|203\.0\.113)\./;

/** Top-level domains outside the public DNS (RFC 6761, RFC 6762, RFC 8375, ICANN SAC113). */
const PRIVATE_NAMES = /(^|\.)(localhost|localdomain|local|internal|home\.arpa)$/;

/**
 * Returns whether a host is on this machine or in a private network, by its address or name. It does not recognize a
 * public name that resolves to a private address.
 *
 * @param hostname From `URL.hostname`, which normalizes decimal, octal and hexadecimal addresses.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.+$/, "");
  if (host.startsWith("[")) return isPrivateV6(toGroups(host.slice(1, -1)));
  if (/^\d+(\.\d+){3}$/.test(host)) return isPrivateV4(host);
  // The machine completes a name without a dot with its search domains.
  return !host.includes(".") || PRIVATE_NAMES.test(host);
}

function isPrivateV4(address: string): boolean {
  return isLocalV4(address) || SPECIAL_V4.test(address);
}

/** Only global unicast addresses are public. An address that embeds an IPv4 address is as public as that one. */
function isPrivateV6(groups: readonly number[]): boolean {
  const [first, second, third] = groups as [number, number, number];
  // 6to4 addresses (RFC 3056) have it after the prefix.
  const inner = first === 0x2002 ? toV4(second, third) : innerV4(groups);
  if (inner !== null) return isPrivateV4(inner);
  const isGlobal = first >>> 13 === 1;
  const isProtocol = first === 0x2001 && second < 0x200;
  const isDocumentation = (first === 0x2001 && second === 0xdb8) || (first === 0x3fff && second < 0x1000);
  return !isGlobal || isProtocol || isDocumentation;
}
