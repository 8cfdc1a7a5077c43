/**
 * The conformance list: all groups of rows.
 *
 * @module
 */

import { CLAIM_GROUP } from "./_claim_rows.ts";
import { CLIENT_GROUP } from "./_client_rows.ts";
import { DISCOVERY_GROUP } from "./_discovery_rows.ts";
import { EXTENSION_GROUP } from "./_extension_rows.ts";
import { KEY_GROUP } from "./_key_rows.ts";
import { RESPONSE_GROUP } from "./_response_rows.ts";
import type { Group } from "./_row.ts";
import { SIGNATURE_GROUP } from "./_signature_rows.ts";
import { TOKEN_GROUP } from "./_token_rows.ts";
import { TRANSPORT_GROUP } from "./_transport_rows.ts";
import { USERINFO_GROUP } from "./_userinfo_rows.ts";

/** All groups, in the order of a sign-in. */
export const GROUPS: readonly Group[] = [
  DISCOVERY_GROUP,
  CLIENT_GROUP,
  RESPONSE_GROUP,
  TOKEN_GROUP,
  SIGNATURE_GROUP,
  KEY_GROUP,
  CLAIM_GROUP,
  USERINFO_GROUP,
  EXTENSION_GROUP,
  TRANSPORT_GROUP,
];
