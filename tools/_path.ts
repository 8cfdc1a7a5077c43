/**
 * Path data of SVG: reads them, and writes them with fewer characters.
 *
 * @see {@link https://www.w3.org/TR/SVG2/paths.html#PathData | SVG 2 §9.3}
 *
 * @module
 */

/** A command with absolute coordinates. */
export interface Segment {
  /** In upper case. */
  readonly command: Command;
  /** Its arguments. */
  readonly values: readonly number[];
}

type Command = keyof typeof AXES;

/** For each argument, whether it is an x or y coordinate; `-` is another number, `f` a flag. */
const AXES = {
  M: "xy",
  L: "xy",
  H: "x",
  V: "y",
  C: "xyxyxy",
  S: "xyxy",
  Q: "xyxy",
  T: "xy",
  A: "---ffxy",
  Z: "",
};

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Reads path data.
 *
 * @throws {SyntaxError} if they are not well-formed.
 */
export function parsePath(data: string): readonly Segment[] {
  const segments: Segment[] = [];
  let rest = data.trimStart();
  let letter = "";
  let current: Point = { x: 0, y: 0 };
  let start = current;
  const take = (pattern: RegExp): string => {
    const [whole, token] = pattern.exec(rest) ?? [];
    if (whole === undefined) throw new SyntaxError(`Cannot read the path at "${rest.slice(0, 20)}"`);
    rest = rest.slice(whole.length);
    return token!;
  };
  while (rest) {
    if (/^[a-z]/i.test(rest)) letter = take(/^([mzlhvcsqta])[\s]*/i);
    else if (letter === "m" || letter === "M") letter = letter === "m" ? "l" : "L";
    const command = letter.toUpperCase() as Command;
    if (!(command in AXES) || (command === "Z" && /^[^a-z]/i.test(rest))) {
      throw new SyntaxError(`Cannot read "${rest}"`);
    }
    const origin = letter === command ? { x: 0, y: 0 } : current;
    const values = [...AXES[command]].map((axis) => {
      const value = Number(take(axis === "f" ? FLAG : NUMBER));
      return axis === "x" ? value + origin.x : axis === "y" ? value + origin.y : value;
    });
    segments.push({ command, values });
    current = command === "Z" ? start : endOf({ command, values }, current);
    if (command === "M") start = current;
  }
  return segments;
}

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*,?\s*/i;
const FLAG = /^([01])\s*,?\s*/;

/** The points that a path goes through, without the control points of its curves. */
export function pointsOf(segments: readonly Segment[]): readonly Point[] {
  let current: Point = { x: 0, y: 0 };
  return segments.flatMap((segment) => {
    if (segment.command === "Z") return [];
    current = endOf(segment, current);
    return [current];
  });
}

/**
 * Writes path data. Each coordinate is rounded by itself, so that errors do not add up.
 *
 * @param digits Decimals to keep.
 */
export function writePath(segments: readonly Segment[], digits: number): string {
  const scale = 10 ** digits;
  let [current, start]: readonly Point[] = [{ x: 0, y: 0 }, { x: 0, y: 0 }] as const;
  let previous = "";
  return segments.map(({ command, values }) => {
    // Whole numbers, so that differences are exact.
    const axes = AXES[command];
    const whole = values.map((value, at) => Math.round(axes[at] === "f" ? value : value * scale));
    const relative = whole.map((value, at) =>
      axes[at] === "x" ? value - current!.x : axes[at] === "y" ? value - current!.y : value
    );
    const texts = ([[command, whole], [command.toLowerCase(), relative]] as const)
      .map(([letter, numbers]) => argumentsOf(letter, numbers, { axes, scale, previous }));
    const [absolute, short] = texts as [string, string];
    const text = absolute.length < short.length ? absolute : short;
    previous = text === absolute ? command : command.toLowerCase();
    current = command === "Z" ? start! : endOf({ command, values: whole }, current!);
    if (command === "M") start = current;
    return text;
  }).join("");
}

function argumentsOf(
  letter: string,
  numbers: readonly number[],
  { axes, scale, previous }: { readonly axes: string; readonly scale: number; readonly previous: string },
): string {
  const texts = numbers.map((number, at) =>
    axes[at] === "f" ? String(number) : String(number / scale).replace(/^(-?)0\./, "$1.")
  );
  const repeats = letter === previous && !/[mz]/i.test(letter);
  return texts.reduce(
    // A minus ends the number before it, and so does a second point.
    (text, number, at) =>
      text + (/^-/.test(number) || (/^\./.test(number) && /\.\d*$/.test(text)) || (at === 0 && !repeats)
        ? ""
        : " ") +
      number,
    repeats ? "" : letter,
  );
}

function endOf({ command, values }: Segment, current: Point): Point {
  if (command === "H") return { x: values[0]!, y: current.y };
  if (command === "V") return { x: current.x, y: values[0]! };
  return { x: values.at(-2) ?? current.x, y: values.at(-1) ?? current.y };
}
