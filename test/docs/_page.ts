/**
 * A page in a browser, for blocks that run there: `location`, `fetch`, and a `document` that has each element that the
 * code looks for.
 *
 * @module
 */

import type { Browser } from "@latchkey/auth/testing";

/** A page while its script runs. */
export interface ScriptPage {
  /** The element that a selector finds. */
  element(selector: string): ScriptElement;
  /** The URLs that the script has gone to, oldest first. */
  readonly left: readonly string[];
}

/** An element: what it shows, and its events. */
export interface ScriptElement extends EventTarget {
  /** Its text. */
  textContent: string | null;
  /** Whether it is hidden. */
  hidden: boolean;
  /** Fields of a form, by name. */
  value: string;
}

/** Runs code in a page of a browser, and takes the page away afterwards. */
export async function inPage(
  browser: Browser,
  url: string,
  run: (page: ScriptPage) => Promise<void>,
): Promise<void> {
  const elements = new Map<string, ScriptElement>();
  const left: string[] = [];
  const element = (selector: string): ScriptElement => {
    const known = elements.get(selector) ??
      Object.assign(new EventTarget(), { textContent: "", hidden: false, value: "" });
    elements.set(selector, known);
    return known;
  };
  const timers = new Map<unknown, () => void>();
  const { setTimeout, clearTimeout } = globalThis;
  const globals = {
    location: { href: url, assign: (target: string) => void left.push(target), reload() {} },
    document: {
      querySelector: element,
      addEventListener() {},
      removeEventListener() {},
      visibilityState: "visible",
    },
    // There is one tab.
    BroadcastChannel: undefined,
    setTimeout(callback: () => void, milliseconds: number): unknown {
      const id = setTimeout(() => timers.delete(id) && callback(), milliseconds);
      timers.set(id, callback);
      return id;
    },
    clearTimeout(id: number): void {
      timers.delete(id);
      clearTimeout(id);
    },
    fetch: (input: string, init?: RequestInit) => browser.fetch(new URL(input, url).href, init),
  };
  const before = Object.keys(globals).map((name) =>
    [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const
  );
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  try {
    await run({ element, left });
  } finally {
    // The client waits some seconds for the browser to leave the page. It has left.
    for (const [id, callback] of timers) {
      clearTimeout(id as number);
      callback();
    }
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}
