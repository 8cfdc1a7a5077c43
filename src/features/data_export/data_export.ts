/**
 * The feature of the export of data.
 *
 * @module
 */

import type { Feature, WithFunctions } from "../../model/feature.ts";
import type { DataExportOptions } from "./options.ts";
import type { OutsideDataExport } from "../../shapes/data_export.ts";
import { toFeature } from "../../setup/feature.ts";
import { dataExport } from "./capability.ts";

/** The feature, with the function of `outside(config).dataExport`. */
export interface DataExportFeature
  extends
    Feature<"dataExport", DataExportOptions>,
    WithFunctions<"dataExport", object, object, OutsideDataExport> {}

/**
 * Users download what is stored about them, as JSON: on the account page, which `AccountPage()` adds. Without that, there is only the
 * function for code outside of requests. Needs an `adapter`.
 *
 * @param options Default: those of each field.
 *
 * @example
 * ```ts
 * import { AccountPage } from "@latchkey/auth/account-page";
 * import { DataExport } from "@latchkey/auth/data-export";
 *
 * const config = {
 *   features: [AccountPage(), DataExport({ data: ({ userId }) => ({ orders: [{ by: userId, total: 12 }] }) })],
 * };
 * console.log(config.features.map(({ name }) => name)); // ["accountPage", "dataExport"]
 * ```
 */
export function DataExport(options: DataExportOptions = {}): DataExportFeature {
  return toFeature("dataExport", options, dataExport);
}
