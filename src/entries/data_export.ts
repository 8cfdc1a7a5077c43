/**
 * The export of data: the feature `DataExport`.
 *
 * @module
 */

export type { Feature, WithFunctions } from "../model/feature.ts";
export { DataExport, type DataExportFeature } from "../features/data_export/data_export.ts";
export type { DataExportOptions, ExportedUser } from "../features/data_export/options.ts";
export type { OutsideDataExport } from "../shapes/data_export.ts";
