/**
 * A thread that imports a module of the client, creates a client if the module exports `createClient`, and reports the
 * globals that it has read. A server may lack them. Cloudflare Workers forbids timers, requests, random numbers and an
 * `AbortController` before the first request.
 *
 * @module
 */

const GLOBALS = [
  "AbortController",
  "BroadcastChannel",
  "PublicKeyCredential",
  "document",
  "fetch",
  "localStorage",
  "location",
  "sessionStorage",
  "setInterval",
  "setTimeout",
  "window",
];

const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: string }) => void;
  postMessage(message: unknown): void;
};

scope.onmessage = async ({ data: url }) => {
  const used: string[] = [];
  const watch = (holder: object, name: string): void => {
    const value = Reflect.get(holder, name);
    Object.defineProperty(holder, name, {
      configurable: true,
      get() {
        used.push(name);
        return value;
      },
    });
  };
  for (const name of GLOBALS) watch(globalThis, name);
  watch(Math, "random");
  const { createClient } = await import(url);
  createClient?.();
  scope.postMessage(used);
};
