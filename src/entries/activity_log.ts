/**
 * The log of activities: the feature `ActivityLog`.
 *
 * @module
 */

export type { Feature, WithFunctions } from "../model/feature.ts";
export { ActivityLog, type ActivityLogFeature } from "../features/activity_log/activity_log.ts";
export type { ActivityLogOptions } from "../features/activity_log/options.ts";
export type { Activity, ActivityLogCalls, ActivityPage, OutsideActivityLog } from "../shapes/activity_log.ts";
