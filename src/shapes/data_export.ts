/**
 * The shape of the export of data: its function.
 *
 * @module
 */

import type { FunctionsShape } from "./shape.ts";

/** The functions of `dataExport`, outside of requests. */
export const DATA_EXPORT_FUNCTIONS = { outside: ["read"] } as const satisfies FunctionsShape;

/** The function of `outside(config).dataExport`, for scripts and the staff of an application. */
export interface OutsideDataExport {
  /**
   * Returns the file that the user would download, as bytes of JSON in UTF-8: for a letter to the support, or a script. It is read from
   * the database while it is read here; cancel it if you do not read it to the end.
   *
   * @param userId Id of the user in the database.
   * @throws {UserNotStored} if the database has no such user.
   * @throws {ConfigError} if the config has no `DataExport()`, or no `adapter`, or is invalid.
   * @throws {AdapterError} if the database fails. If that happens later, or `data` of the options fails, the stream does.
   */
  read(userId: string): Promise<ReadableStream<Uint8Array>>;
}
