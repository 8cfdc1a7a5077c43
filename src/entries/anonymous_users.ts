/**
 * Anonymous users: the feature `AnonymousUsers`.
 *
 * @module
 */

export { AnonymousUsers, type AnonymousUsersFeature } from "../features/anonymous_users/anonymous_users.ts";
export type {
  AnonymousUsersCalls,
  AnonymousUsersToRemove,
  OutsideAnonymousUsers,
} from "../shapes/anonymous_users.ts";
