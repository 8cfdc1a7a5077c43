/**
 * IP addresses, as `URL` writes them.
 *
 * @see {@link https://www.iana.org/assignments/iana-ipv4-special-registry | IPv4 special-purpose addresses}
 * @module
 */

/** This machine, private networks, multicast and what is reserved: RFC 6890, RFC 5771, 240.0.0.0/4. */
const LOCAL_V4 =
  /^(?:0|10|127|22[4-9]|2[3-5]\d|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;

/** Returns whether an IPv4 address is of this machine, of a private network or of no single host. */
export function isLocalV4(address: string): boolean {
  return LOCAL_V4.test(address);
}

/** Returns the eight groups of an IPv6 address that `URL` has validated and normalized. */
export function toGroups(address: string): readonly number[] {
  const [left = [], right] = address.split("::").map((half) =>
    half.split(":").filter(Boolean).map((group) => parseInt(group, 16))
  );
  return right === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill(0), ...right];
}

/** Returns the IPv4 address behind the prefix of IPv6 (RFC 4291 §2.5.5.2) or of a translator (RFC 6052 §2.1); `null` without one. */
export function innerV4(groups: readonly number[]): string | null {
  return /^(?:0,0,0,0,0,65535|100,65435,0,0,0,0),/.test(groups.join()) ? toV4(groups[6]!, groups[7]!) : null;
}

/** Writes the IPv4 address that two groups have. */
export function toV4(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
