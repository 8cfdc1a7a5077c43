/**
 * What decides about accounts, and the tests that have to notice each change of it.
 *
 * @module
 */

/** Source file → the tests that reach it: files and folders beside its own file, `test/<path>_test.ts`. */
export const TARGETS: Readonly<Record<string, readonly string[]>> = {
  "src/crypto/bytes.ts": ["test/crypto/seal_test.ts", "test/crypto/jwe_test.ts"],
  "src/crypto/cipher.ts": ["test/crypto/jwe_test.ts"],
  "src/crypto/jwe.ts": ["test/crypto/seal_test.ts"],
  "src/crypto/keys.ts": ["test/crypto/jwe_test.ts", "test/crypto/mac_test.ts"],
  "src/crypto/mac.ts": [],
  "src/crypto/seal.ts": [],
  "src/http/attempt_cookies.ts": ["test/http/cookies_test.ts", "test/oauth/flow_test.ts"],
  "src/http/chunked_cookies.ts": ["test/http/cookies_test.ts"],
  "src/http/cookie_names.ts": ["test/http/cookies_test.ts", "test/session/cookie_test.ts"],
  "src/http/cookies.ts": [],
  "src/http/csrf.ts": [
    "test/flows/csrf_test.ts",
    "test/flows/foreign_gets_test.ts",
    "test/flows/origin_test.ts",
  ],
  "src/http/origin.ts": ["test/http/csrf_test.ts", "test/flows/origin_test.ts", "test/flows/hosts_test.ts"],
  "src/http/redirect.ts": ["test/flows/redirects_test.ts", "test/flows/refused_redirects_test.ts"],
  "src/http/sealed_cookie.ts": [
    "test/http/cookies_test.ts",
    "test/oauth/flow_test.ts",
    "test/flows/states_test.ts",
  ],
  "src/oauth/authorization_response.ts": [
    "test/oauth/response_oracle_test.ts",
    "test/oauth/receive_response_test.ts",
  ],
  "src/oauth/flow.ts": ["test/flows/states_test.ts"],
  "src/oauth/id_token.ts": [
    "test/oauth/id_token_oracle_test.ts",
    "test/oauth/signatures_test.ts",
    "test/oauth/jws_test.ts",
    "test/oauth/identity_test.ts",
    "test/conformance/conformance_test.ts",
  ],
  "src/session/cookie.ts": ["test/session/jwt_test.ts"],
  "src/session/current.ts": ["test/flows/step_up_test.ts", "test/flows/signed_in_test.ts"],
  "src/sign_in/decision.ts": [
    "test/sign_in/account_test.ts",
    "test/sign_in/complete_test.ts",
    "test/flows/linking_test.ts",
    "test/flows/webauthn_registration_test.ts",
    "test/flows/webauthn_attacks_test.ts",
  ],
  "src/sign_in/intent.ts": [
    "test/flows/step_up_test.ts",
    "test/flows/adding_test.ts",
    "test/flows/linking_test.ts",
  ],
  "src/sign_in/link.ts": [
    "test/flows/step_up_test.ts",
    "test/flows/adding_test.ts",
    "test/flows/linking_test.ts",
  ],
  "src/sign_in/mail/token.ts": ["test/flows/mailed_token_test.ts"],
  "src/sign_in/takeover.ts": ["test/flows/takeover_test.ts", "test/flows/takeover_faults_test.ts"],
  "src/values/same_address.ts": ["test/sign_in/decision_test.ts"],
};
