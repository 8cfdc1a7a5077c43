/**
 * What challenges do, in one module: a form loads it whole.
 *
 * @module
 */

export { assertSolved } from "./check.ts";
export { OWN } from "./own.ts";
export { drawPart } from "./part.ts";
