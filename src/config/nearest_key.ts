/**
 * Finds the option that a misspelt one was meant to be.
 *
 * @module
 */

/** The nearest known key, at most three letters and a third of the key away; else `null`. */
export function nearestKey(key: string, known: object): string | null {
  const slip = plain(key);
  const [best] = Object.keys(known)
    .map((name) => ({ name, distance: distanceOf(slip, plain(name)) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.min(3, Math.floor(slip.length / 3)) ? best.name : null;
}

/** Removes case and separators: `client_id` equals `clientId`. */
function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[-_]/g, "").slice(0, 60);
}

/** Levenshtein distance: the number of letters to insert, remove or replace. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [i, letter] of [...from].entries()) {
    let [aboveLeft = 0, ...above] = row;
    let left = i + 1;
    row = [left];
    for (const [j, over] of above.entries()) {
      left = Math.min(left + 1, over + 1, aboveLeft + (letter === to[j] ? 0 : 1));
      aboveLeft = over;
      row.push(left);
    }
  }
  return row.at(-1) ?? 0;
}
