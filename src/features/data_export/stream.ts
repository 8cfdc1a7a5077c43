/**
 * Writes JSON piece by piece, as fast as it is read.
 *
 * @module
 */

/** Names, and values or promises of them. What is iterated becomes a list, item by item. */
export type Members = AsyncIterable<Member> | Iterable<Member>;

/** A name and its value. */
export type Member = readonly [name: string, value: unknown];

/** Writes the members of an object, each item of a list in a line. The caller ends the object. */
export async function* writeMembers(members: Members): AsyncGenerator<string, void> {
  let before = "{\n";
  for await (const [name, promised] of members) {
    const value = await promised;
    yield `${before}${JSON.stringify(name)}: `;
    before = ",\n";
    if (isList(value)) yield* writeItems(name, value);
    else yield toText(name, value);
  }
  if (before === "{\n") yield "{";
}

async function* writeItems(
  name: string,
  items: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<string, void> {
  let before = "[\n";
  for await (const item of items) {
    yield before + toText(name, item);
    before = ",\n";
  }
  yield before === "[\n" ? "[]" : "\n]";
}

function toText(name: string, value: unknown): string {
  const check = (_key: string, each: unknown) => {
    assertText(name, each);
    assertFlat(name, each);
    return each;
  };
  return JSON.stringify(value, check) ?? "null";
}

/** Refuses what JSON leaves out without a word. @throws {TypeError} if it is a function or a symbol. */
export function assertText(name: string, value: unknown): void {
  if (typeof value !== "function" && typeof value !== "symbol") return;
  throw new TypeError(`Cannot write "${name}": it has a ${typeof value}. Call the function, or write a text`);
}

/** Refuses what JSON makes an empty object of. @throws {TypeError} if it is a promise, or a list that is not an array. */
function assertFlat(name: string, value: unknown): void {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  const isPromise = typeof (value as Partial<Promise<unknown>>).then === "function";
  if (!isPromise && (!isList(value) || Object.keys(value).length > 0 || Array.isArray(value))) return;
  throw new TypeError(
    isPromise
      ? `Cannot write "${name}": it has a promise deeper than a field of \`data\` may. Await it`
      : `Cannot write "${name}": it has a list deeper than a field of \`data\` may. Write an array`,
  );
}

function isList(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  return typeof value === "object" && value !== null &&
    (Symbol.asyncIterator in value || Symbol.iterator in value);
}

/** How many characters are read at once. */
const PIECE = 65_536;

/** What surrounds the text. */
interface Watch {
  /** Called with each piece before it is handed on. Rejects if it must not be. */
  readonly beforePiece: () => Promise<void>;
  /** Called with what has failed after the first piece, which the reader gets as well. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Makes a stream of a text. Reads the first piece at once, so that what fails by then fails here. Whoever cancels the stream ends
 * the text, and with it what it is made of.
 */
export async function toStream(
  text: AsyncGenerator<string, void>,
  { beforePiece, onFailure }: Watch,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let isOver = false;
  const read = async () => {
    let piece = "";
    try {
      while (piece.length < PIECE) {
        const { value, done } = await text.next();
        isOver = done === true;
        if (isOver) break;
        piece += value;
      }
      await beforePiece();
    } catch (error) {
      await text.return();
      throw error;
    }
    return encoder.encode(piece);
  };
  let next: Uint8Array | null = await read();
  const source: UnderlyingSource<Uint8Array> = {
    async pull(controller) {
      try {
        const piece = next ?? await read();
        next = null;
        if (piece.length) controller.enqueue(piece);
        if (isOver) controller.close();
      } catch (error) {
        onFailure(error);
        throw error;
      }
    },
    cancel: async () => void await text.return(),
  };
  // Nothing is read ahead of the client.
  return new ReadableStream(source, { highWaterMark: 0 });
}
