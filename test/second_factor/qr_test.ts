import assert from "node:assert/strict";
import { test } from "node:test";
import decodeQR from "npm:qr@0.7.0/decode.js";
import { canDrawQr, qrOf } from "../../src/features/second_factor/qr.ts";

const logger = { error: assert.fail, warn: assert.fail, debug() {} };

/** The pixels of a drawing: white, with a black rectangle for each `M… …h…v1h-…z` of its last path. */
function pixelsOf(svg: string, scale: number) {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const data = new Uint8Array((size * scale) ** 2 * 3).fill(255);
  for (const [, left, top, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let y = Number(top) * scale; y < (Number(top) + 1) * scale; y++) {
      const row = y * size * scale;
      data.fill(0, (row + Number(left) * scale) * 3, (row + (Number(left) + Number(length)) * scale) * 3);
    }
  }
  return { width: size * scale, height: size * scale, data };
}

test("qrOf() draws a code that another program reads", async () => {
  for (
    const text of [
      "otpauth://totp/Example:alice%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Example",
      `otpauth://totp/${"Long%20name%20".repeat(12)}?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ`,
    ]
  ) {
    const svg = String(await qrOf(text, { label: "QR code", logger }));
    assert.equal(decodeQR(pixelsOf(svg, 4)), text);
  }
});

test("qrOf() draws dark on light with a light edge, in a size of its own, and says what it is", async () => {
  const svg = String(await qrOf("text", { label: 'The "key"', logger }));
  assert.match(
    svg,
    /^<svg class="qr" width="200" height="200" role="img" aria-label="The &#34;key&#34;" viewBox="0 0 29 29"/,
  );
  assert.match(svg, /<path fill="#fff" d="M0 0h29v29H0z"\/><path fill="#000" d="M4 4h7v1h-7z/);
  const { data, width } = pixelsOf(svg, 1);
  const isEdge = (x: number, y: number) => Math.min(x, y, width - 1 - x, width - 1 - y) < 4;
  for (let at = 0; at < width ** 2; at++) {
    if (isEdge(at % width, Math.floor(at / width))) assert.equal(data[at * 3], 255);
  }
});

test("canDrawQr() finds the package where it is installed", async () => {
  assert.equal(await canDrawQr(logger), true);
});

test("qrOf() is null for a text that no QR code holds", async () => {
  assert.equal(await qrOf("龍".repeat(1000), { label: "QR code", logger }), null);
});
