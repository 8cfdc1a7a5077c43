/**
 * The code of the export of data, as a config gets it: its section and its function, whose modules are loaded on demand.
 *
 * @module
 */

import { later } from "../../http/route.ts";
import type { DataExportOptions } from "./options.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";

/** The section of the account page, and the function. */
export const dataExport: Capability = {
  name: "dataExport",
  options: { data: true } satisfies Keys<DataExportOptions>,
  rules: (options) => options as DataExportOptions,
  tabs: () => ["data"],
  account: async () => (await import("./account.ts")).DATA_SECTION,
  outside: { read: later(() => import("./account.ts"), "read") },
};
