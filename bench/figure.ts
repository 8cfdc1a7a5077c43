/**
 * A figure of the report.
 *
 * @module
 */

/** A line of the report. */
export interface Figure {
  /** First column. */
  readonly label: string;
  /** Unit of the numbers. */
  readonly unit: string;
  /** Ours. */
  readonly ours: number;
  /** Theirs; `NaN` if they have none. */
  readonly theirs: number;
  /** Goal: the most that ours may be. */
  readonly must?: number;
  /** Goal: the least that ours divided by theirs may be. */
  readonly least?: number;
}
