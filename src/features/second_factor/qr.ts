/**
 * QR codes, by the package `uqr`, which an application installs if its users shall scan the key of their authenticator app.
 *
 * @module
 */

import { type Html, markup } from "../../markup/html.ts";
import { once } from "../../platform/once.ts";
import type { LoggerInstance } from "../../values/types.ts";

/** Options of `qrOf()`. */
interface QrLook {
  /** Label of the QR code, for users who do not see it. */
  readonly label: string;
  /** Gets a warning once if the package is missing. */
  readonly logger: LoggerInstance;
}

/** Width of the light edge, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/**
 * Draws a text as a QR code: dark on light, also on a dark page, because many apps read no other. `null` without
 * the package, or if the text is too long.
 */
export async function qrOf(text: string, { label, logger }: QrLook): Promise<Html | null> {
  const encode = await findEncoder(logger);
  if (!encode) return null;
  let rows: ReturnType<typeof encode>["data"];
  try {
    rows = encode(text, { ecc: "M", border: QUIET_ZONE }).data;
  } catch {
    // No QR code holds the long name of a user: the page has the key.
    return null;
  }
  const size = String(rows.length);
  // Without a width, it fills a page that has no style sheet for it.
  return markup`<svg class="qr" width="200" height="200" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${pathOf(rows)}"/></svg>`;
}

/** Whether the package is installed. If not, the log says once what to do. Integrations call it at start. */
export async function canDrawQr(logger: LoggerInstance): Promise<boolean> {
  return await findEncoder(logger) !== null;
}

async function findEncoder(logger: LoggerInstance): Promise<QrPackage["encode"] | null> {
  const found = await load();
  if (!found) logger.warn(`missing-qr: ${MISSING}`);
  return found?.encode ?? null;
}

/** The package, as far as the library uses it. */
interface QrPackage {
  encode(text: string, options: { readonly ecc: "M"; readonly border: number }): {
    readonly data: readonly (readonly boolean[])[];
  };
}

const MISSING =
  "The page that turns on the second factor shows the key as text only: its QR code needs the package `uqr`. Run " +
  "`npm install uqr`";

/** Bundlers leave out a package that is missing if its import stands in `try`. */
const load = /* @__PURE__ */ once(async (): Promise<QrPackage | null> => {
  try {
    return await import("npm:uqr@~0.1.3");
  } catch {
    return null;
  }
});

/** A line for each run of dark modules. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.map((row, y) => {
    const line = row.map((isDark) => isDark ? "1" : "0").join("");
    return [...line.matchAll(/1+/g)].map(({ 0: run, index }) =>
      `M${index} ${y}h${run.length}v1h-${run.length}z`
    )
      .join("");
  }).join("");
}
