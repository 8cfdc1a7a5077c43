/**
 * Domains in Unicode, as earlier versions have stored them.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc3492 | RFC 3492}
 * @module
 */

/** Writes the labels of a domain that are in ASCII for other letters (RFC 5890) in these letters. What is none stays. */
export function toUnicodeDomain(domain: string): string {
  return domain.replaceAll(/(?<=^|[.@])xn--([a-z\d-]{1,59})(?=$|\.)/g, (label, code) => {
    try {
      return decode(code);
    } catch {
      return label;
    }
  });
}

/** Decodes Punycode (RFC 3492 §6.2). @throws {RangeError} if it stands for no letter. */
function decode(code: string): string {
  const dash = code.lastIndexOf("-");
  const letters = dash > 0 ? code.slice(0, dash).split("") : [];
  let [point, index, bias] = [128, 0, 72];
  for (let at = dash > 0 ? dash + 1 : 0; at < code.length;) {
    const before = index;
    let weight = 1;
    for (let k = 36;; k += 36) {
      const digit = Number.parseInt(code[at++] ?? "-", 36);
      // In base 36 digits come first, in Punycode the letters do.
      const value = digit < 10 ? digit + 26 : digit - 10;
      const least = Math.min(26, Math.max(1, k - bias));
      index += value * weight;
      // What is no digit is `NaN`, and ends as no letter.
      if (!(value >= least)) break;
      weight *= 36 - least;
    }
    const count = letters.length + 1;
    let delta = Math.floor((index - before) / (before === 0 ? 700 : 2));
    delta += Math.floor(delta / count);
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35);
    bias += Math.floor((36 * delta) / (delta + 38));
    point += Math.floor(index / count);
    index %= count;
    letters.splice(index++, 0, String.fromCodePoint(point));
  }
  return letters.join("");
}
