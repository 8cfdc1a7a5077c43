/**
 * Draws a sequence diagram, written in the language of Mermaid, as SVG when the site is built: a page needs no script for
 * it, and its colours follow the page. It knows participants, messages, notes and blocks.
 *
 * @see {@link https://mermaid.js.org/syntax/sequenceDiagram.html | Mermaid, sequence diagrams}
 * @module
 */

/** A sequence diagram. */
export interface Diagram {
  /** Who takes part, from left to right. */
  readonly actors: readonly Actor[];
  /** Steps from top to bottom. */
  readonly steps: readonly Step[];
}

/** Who takes part. */
export interface Actor {
  /** How steps name it. */
  readonly id: string;
  /** How readers see it. */
  readonly name: string;
}

/** A step of a diagram. Places are indexes of `actors`. */
export type Step =
  | {
    readonly kind: "message";
    readonly from: number;
    readonly to: number;
    readonly text: string;
    readonly dashed: boolean;
    readonly head: "arrow" | "none" | "open" | "cross";
  }
  | {
    readonly kind: "note";
    readonly from: number;
    readonly to: number;
    readonly side: Side;
    readonly text: string;
  }
  | { readonly kind: "begin" | "branch"; readonly word: string; readonly text: string }
  | { readonly kind: "end" };

type Side = "left of" | "right of" | "over";

const MESSAGE = /^(.+?)\s*(--?(?:>>?|\)|x))\s*[+-]?\s*([^:]+?)\s*:\s*(.*)$/;
const NOTE = /^note (left of|right of|over) ([^:,]+?)(?:\s*,\s*([^:]+?))?\s*:\s*(.*)$/i;
const ACTOR = /^(?:participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/;
const BLOCK = /^(alt|opt|loop|par|critical|break|else|and|option)\b\s*(.*)$/;
const BRANCHES = new Set(["else", "and", "option"]);

/**
 * Reads a diagram.
 *
 * @throws {Error} at a line that it does not know.
 */
export function parseSequence(code: string): Diagram {
  const [first, ...lines] = code.split("\n").map((line) => line.trim())
    .filter((line) => line && !line.startsWith("%%"));
  if (first !== "sequenceDiagram") {
    throw new Error(`Cannot draw "${first}": begin a diagram with the line "sequenceDiagram"`);
  }
  const actors: Actor[] = [];
  const steps: Step[] = [];
  const place = (id: string) => {
    const found = actors.findIndex((actor) => actor.id === id);
    return found < 0 ? actors.push({ id, name: id }) - 1 : found;
  };
  let open = 0;
  let count = lines.includes("autonumber") ? 1 : NaN;
  for (const line of lines) {
    const [, id, name] = ACTOR.exec(line) ?? [];
    const [, side, left, right, noted] = NOTE.exec(line) ?? [];
    const [, word, label] = BLOCK.exec(line) ?? [];
    const [, from, arrow, to, said] = MESSAGE.exec(line) ?? [];
    if (id) actors[place(id)] = { id, name: name ?? id };
    else if (side) {
      const [a, b] = [place(left!), place(right ?? left!)];
      const span = { from: Math.min(a, b), to: Math.max(a, b) };
      steps.push({ kind: "note", ...span, side: side.toLowerCase() as Side, text: noted! });
    } else if (word) {
      const kind = BRANCHES.has(word) ? "branch" : "begin";
      if (kind === "begin") open++;
      else if (!open) throw new Error(`Cannot draw "${line}": it is in no block`);
      steps.push({ kind, word, text: label! });
    } else if (line === "end" && open-- > 0) steps.push({ kind: "end" });
    else if (from) {
      const text = count ? `${count++}. ${said}` : said!;
      steps.push({ kind: "message", from: place(from), to: place(to!), text, ...styleOf(arrow!) });
    } else if (!/^(autonumber$|activate |deactivate )/.test(line)) {
      throw new Error(`Cannot draw the line "${line}": see docs/.vitepress/sequence.ts for what it can draw`);
    }
  }
  if (open) throw new Error('Cannot draw a block without "end"');
  return { actors, steps };
}

/** Draws a diagram: an SVG for the eye, and the same steps as a list for screen readers. */
export function drawSequence(code: string): string {
  const diagram = parseSequence(code);
  const spoken = diagram.steps.flatMap((step) => sentenceOf(step, diagram.actors))
    .map((text) => `<li>${escape(text)}</li>`);
  return `<figure class="diagram" v-pre><div class="drawing" tabindex="0">${svgOf(diagram)}</div>` +
    `<ol class="spoken">${spoken.join("")}</ol></figure>`;
}

function styleOf(arrow: string): { dashed: boolean; head: "arrow" | "none" | "open" | "cross" } {
  const dashed = arrow.startsWith("--");
  if (arrow.endsWith(">>")) return { dashed, head: "arrow" };
  if (arrow.endsWith(">")) return { dashed, head: "none" };
  return { dashed, head: arrow.endsWith("x") ? "cross" : "open" };
}

function sentenceOf(step: Step, actors: readonly Actor[]): readonly string[] {
  const name = (index: number) => flat(actors[index]!.name);
  if (step.kind === "message") return [`${name(step.from)} to ${name(step.to)}: ${flat(step.text)}`];
  if (step.kind === "note") return [`Note: ${flat(step.text)}`];
  return step.kind === "end" ? [] : [`${step.word} ${flat(step.text)}`];
}

function flat(text: string): string {
  return text.replaceAll(/\s*<br\s*\/?>\s*/g, " ");
}

/** Sizes in pixels; texts are measured by the number of their letters. */
const LETTER = 7.1;
const LINE = 18;
const PAD = 12;
const HEAD = 16;
const LONGEST = 30;

function svgOf({ actors, steps }: Diagram): string {
  const xs = columns(actors, steps);
  const heads = actors.map(({ name }) => linesOf(name, 18));
  const top = Math.max(...heads.map((lines) => lines.length)) * LINE + 2 * HEAD;
  const parts: string[] = [];
  const blocks: { top: number; inset: number; parts: string[] }[] = [];
  const [left, right] = [xs[0]! - half(heads[0]!), xs.at(-1)! + half(heads.at(-1)!)];
  let [low, high] = [left, right];
  let y = top + PAD;
  for (const step of steps) {
    if (step.kind === "message") y = message(step, y);
    else if (step.kind === "note") y = note(step, y);
    else if (step.kind === "end") {
      const block = blocks.pop()!;
      const [x, width] = [left - PAD + block.inset, right - left + 2 * PAD - 2 * block.inset];
      parts.push(rect("block", [x, block.top, width, y - block.top]), ...block.parts);
      y += PAD;
    } else {
      const isNew = step.kind === "begin";
      if (isNew) blocks.push({ top: y, inset: Math.min(blocks.length * 5, 20), parts: [] });
      const { parts: own, inset } = blocks.at(-1)!;
      const [x, end] = [left - PAD + inset, right + PAD - inset];
      if (!isNew) own.push(`<path class="block" stroke-dasharray="4 3" d="M${x} ${y}H${end}"/>`);
      const lines = linesOf(`${step.word} ${step.text}`.trim(), Math.floor((end - x - 2 * PAD) / LETTER));
      own.push(texts(lines, { x: x + PAD, y: y + LINE, anchor: "start", name: "label strong" }));
      y += lines.length * LINE + PAD;
    }
  }
  const bottom = y + PAD / 2;
  const margin = 2 * PAD;
  const [x, width] = [Math.min(low, left) - margin, Math.max(high, right) - Math.min(low, left) + 2 * margin];
  const columnsDrawn = actors.map((_, i) =>
    `<path class="lifeline" d="M${xs[i]} ${top}V${bottom}"/>` +
    rect("actor", [xs[i]! - half(heads[i]!), PAD / 2, 2 * half(heads[i]!), top - PAD / 2]) +
    texts(heads[i]!, {
      x: xs[i]!,
      y: (top - heads[i]!.length * LINE) / 2 + LINE,
      anchor: "middle",
      name: "strong",
    })
  );
  return `<svg aria-hidden="true" width="${width}" style="min-width:${
    Math.min(width, 560)
  }px" viewBox="${x} 0 ${width} ${bottom}">` +
    `${columnsDrawn.join("")}${parts.join("")}</svg>`;

  function message(step: Step & { kind: "message" }, y: number): number {
    const [from, to] = [xs[step.from]!, xs[step.to]!];
    const toSelf = step.from === step.to;
    const lines = linesOf(step.text, toSelf ? LONGEST : widest(step, xs));
    const base = y + lines.length * LINE + 4;
    const head = step.head === "none" ? "" : step.head;
    const dash = step.dashed ? ' stroke-dasharray="5 4"' : "";
    if (toSelf) {
      high = Math.max(high, from + 34 + longest(lines) * LETTER);
      const middle = y + Math.max(lines.length * LINE, 24) / 2;
      parts.push(
        texts(lines, { x: from + 34, y: middle - lines.length * LINE / 2 + LINE - 4, anchor: "start" }),
        `<path class="message"${dash} d="M${from} ${middle - 10}h24v20H${from + 7}"/>`,
        pointer(head, { x: from, y: middle + 10, way: -1 }),
      );
      return y + Math.max(lines.length * LINE, 24) + PAD;
    }
    const way = to > from ? 1 : -1;
    parts.push(
      texts(lines, { x: (from + to) / 2, y: y + LINE - 3, anchor: "middle" }),
      `<path class="message"${dash} d="M${from} ${base}H${head ? to - way * 7 : to}"/>`,
      pointer(head, { x: to, y: base, way }),
    );
    return base + PAD + 4;
  }

  function note(step: Step & { kind: "note" }, y: number): number {
    const isOver = step.side === "over";
    const span = xs[step.to]! - xs[step.from]!;
    const lines = linesOf(step.text, isOver ? Math.max(26, Math.floor(span / LETTER)) : 26);
    const width = Math.max(longest(lines) * LETTER + 2 * PAD, isOver && span ? span + 4 * PAD : 0);
    const center = (xs[step.from]! + xs[step.to]!) / 2;
    const x = isOver ? center - width / 2 : step.side === "left of" ? center - width - PAD : center + PAD;
    [low, high] = [Math.min(low, x), Math.max(high, x + width)];
    const height = lines.length * LINE + PAD;
    parts.push(rect("note", [x, y, width, height]));
    parts.push(texts(lines, { x: x + width / 2, y: y + LINE, anchor: "middle", name: "noted" }));
    return y + height + PAD;
  }
}

/** The middle of each column: far enough from the others for the names and for the messages between them. */
function columns(actors: readonly Actor[], steps: readonly Step[]): readonly number[] {
  const widths = actors.map(({ name }) => half(linesOf(name, 18)));
  const xs = [widths[0] ?? 0];
  for (let i = 1; i < actors.length; i++) {
    let x = xs[i - 1]! + widths[i - 1]! + widths[i]! + 2 * PAD;
    for (const step of steps) {
      if (step.kind !== "message") continue;
      const [from, to] = [Math.min(step.from, step.to), Math.max(step.from, step.to)];
      const width = longest(linesOf(step.text, LONGEST)) * LETTER;
      if (to === i && from < to) x = Math.max(x, xs[from]! + width + 2 * PAD);
      if (from === to && to === i - 1) x = Math.max(x, xs[i - 1]! + 34 + width + PAD);
    }
    xs.push(Math.round(x));
  }
  return xs;
}

function widest({ from, to }: { from: number; to: number }, xs: readonly number[]): number {
  return Math.max(LONGEST, Math.floor((Math.abs(xs[to]! - xs[from]!) - 2 * PAD) / LETTER));
}

function half(lines: readonly string[]): number {
  return Math.max(44, longest(lines) * LETTER / 2 + PAD);
}

function longest(lines: readonly string[]): number {
  return Math.max(...lines.map((line) => line.length));
}

function linesOf(text: string, limit: number): readonly string[] {
  return text.split(/<br\s*\/?>/).flatMap((line) => {
    const lines = [""];
    for (const word of line.trim().split(/\s+/)) {
      const last = lines.at(-1)!;
      if (last && last.length + 1 + word.length > limit) lines.push(word);
      else lines[lines.length - 1] = last ? `${last} ${word}` : word;
    }
    return lines;
  });
}

function texts(
  lines: readonly string[],
  { x, y, anchor, name = "label" }: { x: number; y: number; anchor: "start" | "middle"; name?: string },
): string {
  const rows = lines.map((line, i) => `<tspan x="${x}" y="${y + i * LINE}">${escape(line)}</tspan>`);
  return `<text class="${name}" text-anchor="${anchor}">${rows.join("")}</text>`;
}

function rect(name: string, [x, y, width, height]: readonly [number, number, number, number]): string {
  return `<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${height}" rx="5"/>`;
}

function pointer(head: string, { x, y, way }: { x: number; y: number; way: number }): string {
  const back = x - way * 9;
  if (head === "arrow") return `<path class="head" d="M${x} ${y}L${back} ${y - 4.5}V${y + 4.5}Z"/>`;
  if (head === "open") return `<path class="message" d="M${back} ${y - 5}L${x} ${y}L${back} ${y + 5}"/>`;
  return head && `<path class="message" d="M${back} ${y - 5}L${x} ${y + 5}M${back} ${y + 5}L${x} ${y - 5}"/>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
