// Globals of Node that Deno leaves out of `@types/node`, because its own libraries have them.

declare const console: import("node:console").Console;
declare const crypto: import("node:crypto").webcrypto.Crypto;
