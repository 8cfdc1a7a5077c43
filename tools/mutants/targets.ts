/**
 * What decides about accounts, and the tests that have to notice each change of it.
 *
 * @module
 */

/** Source file → the tests that reach it: files and folders beside its own file, `test/<path>_test.ts`. */
export const TARGETS: Readonly<Record<string, readonly string[]>> = {
  "src/crypto/bytes.ts": [],
  "src/crypto/cipher.ts": ["test/crypto/jwe_test.ts"],
  "src/crypto/hashes/bcrypt.ts": [],
  "src/crypto/hashes/kind.ts": ["test/crypto/hashes/bcrypt_test.ts"],
  "src/crypto/jwe.ts": ["test/crypto/seal_test.ts"],
  "src/crypto/keys.ts": ["test/crypto/jwe_test.ts", "test/crypto/mac_test.ts"],
  "src/crypto/mac.ts": [],
  "src/crypto/seal.ts": [],
  "src/crypto/stored_seal.ts": [],
  "src/http/attempt_cookies.ts": ["test/http/cookies_test.ts", "test/http/cookie_limits_test.ts"],
  "src/http/chunked_cookies.ts": ["test/http/cookies_test.ts", "test/http/cookie_limits_test.ts"],
  "src/http/cookie_names.ts": ["test/http/cookies_test.ts", "test/http/cookie_limits_test.ts"],
  "src/http/cookies.ts": ["test/http/cookie_limits_test.ts"],
  "src/http/csrf.ts": ["test/http/csrf_source_test.ts"],
  "src/http/origin.ts": [],
  "src/http/redirect.ts": [],
  "src/http/sealed_cookie.ts": ["test/oauth/flow_test.ts"],
  "src/model/second_factor.ts": [],
  "src/oauth/authorization_response.ts": [],
  "src/oauth/flow.ts": [],
  "src/oauth/id_token.ts": ["test/oauth/id_token_claims_test.ts"],
  "src/second_factor/ask.ts": [],
  "src/second_factor/changes.ts": [],
  "src/second_factor/devices.ts": [],
  "src/second_factor/enrol.ts": [],
  "src/second_factor/mailbox.ts": [],
  "src/second_factor/pending.ts": [],
  "src/second_factor/prove.ts": [],
  "src/second_factor/recovery_codes.ts": [],
  "src/second_factor/totp.ts": [],
  "src/session/cookie.ts": [],
  "src/session/current.ts": [],
  "src/session/database.ts": ["test/session/database_levels_test.ts"],
  "src/session/jwt.ts": [
    "test/session/jwt_generations_test.ts",
    "test/session/jwt_levels_test.ts",
    "test/session/jwt_read_test.ts",
  ],
  "src/session/own_claims.ts": [
    "test/session/jwt_levels_test.ts",
    "test/session/jwt_test.ts",
    "test/session/jwt_read_test.ts",
  ],
  "src/session/token_content.ts": ["test/session/database_levels_test.ts"],
  "src/sign_in/decision.ts": ["test/sign_in/decision_details_test.ts"],
  "src/sign_in/freshness.ts": [],
  "src/sign_in/intent.ts": [],
  "src/sign_in/mail/token.ts": [],
  "src/sign_in/password_outcome.ts": [],
  "src/sign_in/takeover.ts": [
    "test/sign_in/takeover_password_test.ts",
    "test/sign_in/takeover_second_factor_test.ts",
  ],
  "src/values/levels.ts": ["test/session/current_test.ts"],
  "src/values/same_address.ts": ["test/sign_in/decision_test.ts"],
};
