/**
 * A feature with its code.
 *
 * @module
 */

import type { Feature } from "../model/feature.ts";
import { capability } from "../values/markers.ts";
import type { Capability } from "./setup.ts";

/** A feature with its code. */
export interface CodedFeature<Name extends string = string, Options extends object = object>
  extends Feature<Name, Options> {
  /** The code. */
  readonly [capability]: Capability;
}

/** Returns a feature with its code. */
export function toFeature<Name extends string, Options extends object>(
  name: Name,
  options: Options,
  code: Capability,
): Feature<Name, Options> {
  // JavaScript may leave them out: the capability says what to write.
  const coded: CodedFeature<Name, Options> = { name, options: options ?? {}, [capability]: code };
  return coded;
}
