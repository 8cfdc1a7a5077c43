/**
 * Reads the path data of SVG.
 *
 * @see {@link https://www.w3.org/TR/SVG2/paths.html#PathData | SVG 2 §9.3}
 *
 * @module
 */

/** A point, in units of the drawing. */
export interface Point {
  /** To the right. */
  readonly x: number;
  /** Down. */
  readonly y: number;
}

/**
 * The points that a path goes through, without the control points of its curves.
 *
 * @throws {SyntaxError} if the data are not well-formed.
 */
export function pointsOf(data: string): readonly Point[] {
  const points: Point[] = [];
  let current: Point = { x: 0, y: 0 };
  let start = current;
  for (const { letter, values } of commandsOf(data)) {
    if (/z/i.test(letter)) {
      current = start;
      continue;
    }
    const origin = letter === letter.toLowerCase() ? current : { x: 0, y: 0 };
    current = {
      x: /v/i.test(letter) ? current.x : origin.x + values.at(/h/i.test(letter) ? -1 : -2)!,
      y: /h/i.test(letter) ? current.y : origin.y + values.at(-1)!,
    };
    if (/m/i.test(letter)) start = current;
    points.push(current);
  }
  return points;
}

interface Command {
  readonly letter: string;
  readonly values: readonly number[];
}

/** Arguments of each command: `n` for a number, `f` for a flag. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  m: "nn",
  l: "nn",
  h: "n",
  v: "n",
  c: "nnnnnn",
  s: "nnnn",
  q: "nnnn",
  t: "nn",
  a: "nnnffnn",
  z: "",
};

const NUMBER = /([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*,?\s*/iy;
const FLAG = /([01])\s*,?\s*/y;
const LETTER = /\s*([mzlhvcsqta])\s*/iy;

/** Commands with their arguments. Arguments without a letter repeat the command before them. */
function* commandsOf(data: string): Generator<Command> {
  let letter = "";
  for (let at = 0; at < data.length;) {
    const written = tokenAt(LETTER, data, at);
    // What follows a move is a line.
    letter = written?.token ?? (letter === "m" ? "l" : letter === "M" ? "L" : letter);
    at = written?.end ?? at;
    const kinds = ARGUMENTS[letter.toLowerCase()];
    if (kinds === undefined || (!written && !kinds)) throw unreadable(data, at);
    const values = [...kinds].map((kind) => {
      const read = tokenAt(kind === "f" ? FLAG : NUMBER, data, at);
      if (!read) throw unreadable(data, at);
      at = read.end;
      return Number(read.token);
    });
    yield { letter, values };
  }
}

function tokenAt(pattern: RegExp, data: string, at: number): { token: string; end: number } | null {
  pattern.lastIndex = at;
  const token = pattern.exec(data)?.[1];
  return token === undefined ? null : { token, end: pattern.lastIndex };
}

function unreadable(data: string, at: number): SyntaxError {
  return new SyntaxError(`Cannot read the path at "${data.slice(at, at + 20)}"`);
}
