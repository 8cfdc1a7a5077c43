/**
 * The options of the export of data.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { Key } from "../../values/typed_map.ts";
import type { Awaitable } from "../../values/types.ts";

/** The options of the export of data. */
export interface DataExportOptions {
  /**
   * What the application stores about the user: it stands in the file as `application`. Each field is a value that JSON can have, or a
   * promise of one. A list, or what is iterated like one, such as a generator, is read while the client takes the file, so that a large
   * table needs no memory; a generator ends when the client goes away. If it fails, so does the download, and the log says why: also where
   * it is not a plain object, or has a function in it. Leave out secrets, and what is about other people. Default: nothing.
   */
  readonly data?: (exported: ExportedUser) => Awaitable<Readonly<Record<string, unknown>>>;
}

/** The user whose data is exported. */
export interface ExportedUser {
  /** Id of the user. */
  readonly userId: string;
  /** The user as stored. */
  readonly user: AdapterUser;
}

/** Names the options of the export, as the application has written them: `file.ts` checks them. */
export const DATA_EXPORT: Key<DataExportOptions> = { name: "dataExport" };
