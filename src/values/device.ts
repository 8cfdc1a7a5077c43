/**
 * A device, as its browser describes it.
 *
 * @module
 */

/** A device: one of the two at least. */
export interface Device {
  /** Name of the browser, such as `Firefox`; `null` if unknown. */
  readonly browser: string | null;
  /** Name of the system, such as `Windows` or `iPhone`; `null` if unknown. */
  readonly system: string | null;
}
