/**
 * The end of a session that is in use.
 *
 * @see {@link https://github.com/OWASP/ASVS/blob/v5.0.0/5.0/en/0x16-V7-Session-Management.md | ASVS 5.0, 7.3.2}
 * @module
 */

/**
 * When a session ends however much it is used, in milliseconds since the epoch. One whose beginning is unknown is not prolonged.
 *
 * @param signedInAt When its user has proven who they are, in milliseconds since the epoch; `null` if unknown, `UNPROVEN` if never.
 * @param expires When it ends unless it is prolonged, in milliseconds since the epoch.
 * @param absoluteMaxAge How long a session lasts at most, in milliseconds.
 * @returns `Infinity` for no end.
 */
export function absoluteEnd(signedInAt: number | null, expires: number, absoluteMaxAge: number): number {
  return !signedInAt && absoluteMaxAge < Infinity ? expires : signedInAt! + absoluteMaxAge;
}
