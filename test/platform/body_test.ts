import assert from "node:assert/strict";
import { test } from "node:test";
import { readText } from "../../src/platform/body.ts";

/** A body that arrives in these pieces, and whether the rest was called off. */
function bodyOf(pieces: readonly Uint8Array[]) {
  const rest = [...pieces];
  let [taken, isCancelled] = [0, false];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = rest.shift();
      if (!piece) return controller.close();
      taken += 1;
      controller.enqueue(piece);
    },
    cancel() {
      isCancelled = true;
    },
  }, { highWaterMark: 0 });
  return { body, taken: () => taken, isCancelled: () => isCancelled };
}

test("readText() reads UTF-8, also if a character arrives in pieces", async () => {
  const bytes = new TextEncoder().encode("Zoë 🙂");
  assert.equal(await readText(bodyOf([bytes]), 100), "Zoë 🙂");
  assert.equal(await readText(bodyOf([...bytes].map((byte) => Uint8Array.of(byte))), 100), "Zoë 🙂");
  assert.equal(await readText(bodyOf([bytes.slice(0, -1)]), 100), "Zoë \ufffd");
});

test("readText() returns an empty string without a body", async () => {
  assert.equal(await readText({ body: null }, 0), "");
  assert.equal(await readText(bodyOf([]), 0), "");
});

test("readText() reads up to the limit, and returns null for one byte more", async () => {
  const bytes = new TextEncoder().encode("ëë");
  assert.equal(await readText(bodyOf([bytes]), 4), "ëë");
  assert.equal(await readText(bodyOf([bytes]), 3), null);
});

test("readText() reads nothing beyond the limit, and calls off the rest", async () => {
  const piece = new Uint8Array(10);
  const { body, taken, isCancelled } = bodyOf(Array.from({ length: 100 }, () => piece));
  assert.equal(await readText({ body }, 25), null);
  assert.deepEqual([taken(), isCancelled()], [3, true]);
});

test("readText() does not wait for a sender that does not stop", async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel: () => new Promise(() => {}),
  });
  assert.equal(await readText({ body }, 5), null);
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel: () => Promise.reject(new Error("no")),
  });
  assert.equal(await readText({ body: broken }, 5), null);
  // A rejection that nobody handles would end the process, and fails the test, once this turn is over.
  await new Promise((resolve) => setTimeout(resolve));
});

test("readText() rejects if the body breaks off", async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error("reset")),
  });
  await assert.rejects(() => readText({ body }, 5), /reset/);
});
