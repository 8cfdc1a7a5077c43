/**
 * Maps that keep a number of entries: the newest ones.
 *
 * @module
 */

/** Sets an entry of a map as the newest one, and removes the oldest one beyond those that it keeps. */
export function setNewest<K, V>(map: Map<K, V>, [key, value]: readonly [K, V], most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most) map.delete(oldest!);
}
