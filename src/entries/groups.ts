/**
 * Groups and roles that the providers of companies say a user has: for roles that your application checks at each sign-in.
 *
 * @module
 */

export {
  claimedGroups,
  entraGroups,
  googleGroups,
  type GroupsOptions,
  keycloakRoles,
  type KeycloakRolesOptions,
} from "../oauth/groups.ts";
