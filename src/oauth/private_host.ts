/**
 * Recognizes hosts that are not on the public Internet, by name or address.
 *
 * @see {@link https://www.iana.org/assignments/iana-ipv4-special-registry | IPv4 special-purpose addresses}
 * @see {@link https://www.iana.org/assignments/iana-ipv6-special-registry | IPv6 special-purpose addresses}
 * @module
 */

/** Blocks of IPv4 addresses that are not public: RFC 6890 and its successors, multicast, and 240.0.0.0/4. */
const PRIVATE_V4: readonly (readonly [block: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

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
  if (/^\d+(\.\d+){3}$/.test(host)) return isPrivateV4(toNumber(host));
  // The machine completes a name without a dot with its search domains.
  return !host.includes(".") || PRIVATE_NAMES.test(host);
}

function isPrivateV4(address: number): boolean {
  return PRIVATE_V4.some(([block, bits]) => address >>> (32 - bits) === toNumber(block) >>> (32 - bits));
}

/** Only global unicast addresses are public. An address that embeds an IPv4 address is as public as that one. */
function isPrivateV6(groups: readonly number[]): boolean {
  const [first, second, third] = groups as [number, number, number];
  const isPrivate = (high: number, low: number) => isPrivateV4((high << 16 | low) >>> 0);
  const startsWith = (prefix: readonly number[]) => prefix.every((group, index) => groups[index] === group);
  // IPv4-mapped (RFC 4291 §2.5.5.2) and NAT64 (RFC 6052 §2.1) addresses end with the IPv4 address. 6to4 addresses
  // (RFC 3056) have it after the prefix.
  if (startsWith([0, 0, 0, 0, 0, 0xffff]) || startsWith([0x64, 0xff9b, 0, 0, 0, 0])) {
    return isPrivate(groups[6]!, groups[7]!);
  }
  if (first === 0x2002) return isPrivate(second, third);
  const isGlobal = first >>> 13 === 1;
  const isProtocol = first === 0x2001 && second < 0x200;
  const isDocumentation = (first === 0x2001 && second === 0xdb8) || (first === 0x3fff && second < 0x1000);
  return !isGlobal || isProtocol || isDocumentation;
}

function toNumber(address: string): number {
  return address.split(".").reduce((number, byte) => (number << 8 | Number(byte)) >>> 0, 0);
}

/** Returns the eight groups of an IPv6 address that `URL` has validated and normalized. */
function toGroups(address: string): readonly number[] {
  const [left = [], right] = address.split("::").map((half) =>
    half.split(":").filter(Boolean).map((group) => parseInt(group, 16))
  );
  return right === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill(0), ...right];
}
