/**
 * Administration: the feature `Administration`.
 *
 * @module
 */

export { Administration, type AdministrationFeature } from "../features/administration/administration.ts";
export { type Actor, actorOf } from "../features/administration/actor.ts";
export type {
  AdministrationOptions,
  AdministrationPages,
  AskedAction,
} from "../features/administration/options.ts";
export type {
  AdministrationAction,
  AdministrationOperation,
  AdministrationOutside,
} from "../shapes/administration.ts";
export type {
  AdministeredSession,
  AdministeredUser,
  AdministrationCalls,
  AdministrationFunctions,
  Ban,
  CreatedSession,
  CreatedSessionTerms,
  CreatedUser,
  ListedUsers,
  ListedUsersQuery,
  OutsideAdministration,
} from "../features/administration/types.ts";
export type {
  ListedStaffActions,
  LoggedAction,
  StaffAction,
  StaffActionsQuery,
  StaffReason,
} from "../features/administration/log_types.ts";
export type { ActivityChanges } from "../shapes/activity_log.ts";
export type { ImportedUser, ImportedUsers, RefusedUser } from "../features/administration/import_types.ts";
