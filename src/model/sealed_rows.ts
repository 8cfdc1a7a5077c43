/**
 * Rows of the database whose content the secrets of the config have sealed.
 *
 * @module
 */

import type { OpenedSeal } from "../crypto/stored_seal.ts";

/** How many rows each kind of secret has sealed. */
export interface SealedRows {
  /** Rows that the newest secret has sealed. */
  readonly newest: number;
  /** Rows that an older secret has sealed. */
  readonly older: number;
  /** Rows that none of the secrets opens. */
  readonly unreadable: number;
}

/** The sealed rows of one kind, and how to speak of them. */
export interface SealedKind<Setup> {
  /** One of them: `secret of an authenticator app`. */
  readonly one: string;
  /** Several of them: `secrets of authenticator apps`. */
  readonly many: string;
  /** What users cannot do whose rows no secret opens. */
  readonly lost: string;
  /** What to do for these users if the secret is lost. */
  readonly help: string;
  /** Counts which secrets have sealed the rows. @throws {AdapterError} if the database fails. */
  readonly count: (setup: Setup) => Promise<SealedRows>;
  /**
   * Seals with the newest secret what an older one has sealed.
   *
   * @returns The numbers before: the `older` rows are sealed again.
   * @throws {AdapterError} if the database fails. What is sealed again by then stays so.
   */
  readonly reseal: (setup: Setup) => Promise<SealedRows>;
}

/** How to read rows, and to seal one again. */
interface SealedReader<Row> {
  /** Opens the content of a row; `null` if none of the secrets opens it. */
  open(row: Row): Promise<OpenedSeal<object> | null>;
  /** Seals a row again. Default: the rows are counted alone. */
  reseal?(row: Row): Promise<unknown>;
}

/** Counts rows, and seals again what an older secret has sealed. */
export async function walkSealed<Row>(
  rows: AsyncIterable<Row>,
  { open, reseal }: SealedReader<Row>,
): Promise<SealedRows> {
  const counts = { newest: 0, older: 0, unreadable: 0 };
  for await (const row of rows) {
    const opened = await open(row);
    counts[opened === null ? "unreadable" : opened.isNewest ? "newest" : "older"]++;
    if (opened && !opened.isNewest) await reseal?.(row);
  }
  return counts;
}
