/**
 * Reads values that application code has thrown: errors, or any other values. They can be frozen, shared by several
 * requests, or have properties that throw on access. These functions never throw.
 *
 * @module
 */

/** `instanceof`, also for a `Proxy` whose traps throw. */
export function isA<T>(thrown: unknown, type: abstract new (...args: never[]) => T): thrown is T {
  try {
    return thrown instanceof type;
  } catch {
    return false;
  }
}

/** A property of a thrown value; `undefined` if it cannot be read. */
export function propertyOf(thrown: unknown, name: PropertyKey): unknown {
  try {
    return (thrown as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

/** A thrown value as text: `TypeError: no database` for an error. */
export function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return "a value that cannot be written as text";
  }
}

/** The message of an error; for any other value its text. */
export function messageOf(thrown: unknown): string {
  return isA(thrown, Error) ? textOf(propertyOf(thrown, "message")) : textOf(thrown);
}

/**
 * A copy of an error with another cause: same class, same properties, same stack. The error itself is not changed.
 *
 * @returns `null` if the error cannot be copied.
 */
export function withCause<E extends Error>(error: E, cause: E["cause"]): E | null {
  try {
    const copy = new Error();
    for (const name of Reflect.ownKeys(error)) {
      const { enumerable = false } = Reflect.getOwnPropertyDescriptor(error, name) ?? {};
      define(copy, name, { value: propertyOf(error, name), enumerable });
    }
    define(copy, "cause", { value: cause, enumerable: Object.hasOwn(error, "cause") });
    return Object.setPrototypeOf(copy, Object.getPrototypeOf(error)) as E;
  } catch {
    return null;
  }
}

function define(target: object, name: PropertyKey, attributes: PropertyDescriptor): void {
  Object.defineProperty(target, name, { ...attributes, writable: true, configurable: true });
}

/**
 * A thrown value and its causes, at most four: without them, a message such as `fetch failed` does not help. An error can be
 * its own cause.
 */
export function causesOf(thrown: unknown): readonly unknown[] {
  if (thrown === undefined || thrown === null) return [];
  const chain = [thrown];
  for (let cause = causeOf(thrown); cause && chain.length < 4; cause = causeOf(cause)) {
    if (chain.includes(cause)) break;
    chain.push(cause);
  }
  return chain;
}

/** The cause of an error. The library's own errors have it in `cause.err`. */
function causeOf(thrown: unknown): Error | null {
  const cause = propertyOf(thrown, "cause");
  const under = isA(cause, Error) ? cause : propertyOf(cause, "err");
  return isA(under, Error) ? under : null;
}

/** The lines of the stack, without the message, which may have several lines. */
export function framesOf(thrown: unknown): readonly string[] {
  const stack = propertyOf(thrown, "stack");
  return typeof stack === "string" ? stack.split("\n").filter((line) => /^ +at /.test(line)) : [];
}
