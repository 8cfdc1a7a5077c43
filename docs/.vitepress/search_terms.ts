/**
 * Words that people search for, and the headings that answer them: other names of a thing stand on no page.
 *
 * @module
 */

import { linkOf } from "./pages.ts";

/** Heading, as a link from `docs/` → words that lead to it. The search finds them as if they were in the heading. */
export const SEARCH_TERMS: Readonly<Record<string, readonly string[]>> = {
  "account.md#a-changed-address": ["change email", "change email address", "update email"],
  "account.md#delete-the-account": ["delete account", "delete user", "remove account", "close account"],
  "account.md#the-account-page": ["device name", "list of devices", "user profile", "settings page"],
  "cli.md#check-a-config": ["doctor"],
  "cli.md#make-a-secret": ["generate secret", "openssl"],
  "comparison.md#compared-with-others": ["alternative", "better-auth", "versus", "why"],
  "concepts/checks.md#forms-of-your-site-csrf": ["csrf token", "forgery"],
  "concepts/cookies.md#the-cookies": ["cookie names", "session cookie", "httponly"],
  "concepts/cookies.md#attributes-and-prefixes": ["samesite"],
  "concepts/cookies.md#without-consent": ["cookie consent", "cookie banner"],
  "concepts/endpoints.md#all-endpoints": ["routes", "rest api"],
  "concepts/linking.md#accounts-and-linking": [
    "merge accounts",
    "connect account",
    "same email",
    "same email address",
  ],
  "concepts/security.md#security": ["owasp"],
  "concepts/sessions.md#how-long-it-lasts": ["session expired", "expired session"],
  "concepts/sessions.md#two-strategies": ["jwt or database", "stateless", "jwt session"],
  "errors.md#error-in-the-url": ["error codes"],
  "errors.md#errors-and-warnings": ["troubleshooting", "not working"],
  "frameworks/client.md#the-browser-client": ["spa", "front end"],
  "frameworks/react.md#read-the-session": ["useSession"],
  "frameworks/react.md#react": ["hooks", "SessionProvider"],
  "languages.md#languages": ["i18n", "translate", "translation", "locale"],
  "administration.md#administration": ["admin panel", "list users", "manage users"],
  "administration.md#ban-a-user": ["ban user"],
  "migration/arctic.md#from-arctic": ["arctic migration", "pilcrow", "lucia oauth"],
  "migration/auth_js.md#from-authjs-5": ["nextauth", "authjs", "next-auth migration"],
  "migration/hosted_services.md#from-clerk-auth0-supabase-or-firebase": [
    ...["import users", "clerk migration", "auth0 migration", "supabase auth", "firebase import"],
  ],
  "migration/openauth.md#from-openauth": ["openauthjs", "openauth migration", "sst auth"],
  "migration/passwords.md#passwords-of-another-library": ["import password hashes"],
  "not_included.md#for-your-application": [
    "phone number",
    "sms otp",
    "mcp",
    "oauth server",
    "idp",
    "authorization server",
  ],
  "not_included.md#what-it-doesnt-do": ["limitations", "missing features"],
  "pages.md#what-your-users-see": ["screenshots", "look", "design", "theme", "dark mode"],
  "passkeys_only.md#passkeys-only": ["passkey only login"],
  "passkeys_only.md#what-is-lost-and-what-helps": ["lost passkey", "passkey recovery", "account recovery"],
  "passwords.md#passwords": ["register", "registration"],
  "passwords.md#what-users-see": ["forgot password", "reset password", "verify email", "email verification"],
  "passwords.md#what-you-can-rely-on": ["argon2", "bcrypt", "password strength"],
  "providers/boxyhq-saml.md#boxyhq-saml": ["jackson", "ory polis"],
  "providers/google.md#errors": ["redirect_uri_mismatch", "callback url mismatch"],
  "providers/google.md#google": ["log in with google"],
  "providers/passkey.md#passkey": ["webauthn", "fingerprint", "face id", "passwordless"],
  "recipes/api_keys.md#api-keys": ["personal access token", "machine to machine", "m2m"],
  "recipes/audit_log.md#an-audit-log": ["sign-in history", "login history", "compliance"],
  "recipes/content_security_policy.md#a-content-security-policy-for-your-own-pages": ["csp"],
  "recipes/content_security_policy.md#a-nonce-for-each-answer": ["csp nonce", "nonce for scripts"],
  "recipes/databases.md#an-adapter-of-the-library-beside-prisma-or-drizzle": ["prisma", "drizzle", "orm"],
  "recipes/databases.md#pool-settings": ["connection pool", "pgbouncer"],
  "recipes/databases.md#remove-expired-rows": ["cleanup", "clean up", "cron", "expired sessions"],
  "recipes/databases.md#serverless-functions-and-the-edge": [
    "edge database",
    "serverless database",
    "cold start",
    "turso",
  ],
  "recipes/deployment.md#before-you-deploy": ["production", "checklist"],
  "recipes/deployment.md#docker": ["dockerfile", "docker compose", "health check", "kubernetes"],
  "recipes/deployment.md#update-without-downtime": ["upgrade", "rolling update", "zero downtime"],
  "recipes/enterprise_sso.md#remove-who-has-left-with-scim": ["directory sync", "deprovisioning"],
  "recipes/enterprise_sso.md#saml-and-scim-for-your-customers": ["enterprise sso", "sso", "okta saml"],
  "recipes/enterprise_sso.md#sign-in-with-the-customers-identity-provider": ["per domain"],
  "recipes/impersonation.md#impersonation": ["impersonate", "login as user", "admin support"],
  "challenge.md#captchas": ["captcha on sign-up", "bot", "recaptcha", "challenge"],
  "challenge.md#turnstile-or-hcaptcha": ["turnstile", "hcaptcha", "cloudflare captcha"],
  "recipes/limits.md#limits-and-captchas": [
    "rate limit",
    "rate limiting",
    "brute force",
    "throttle",
    "lockout",
  ],
  "recipes/mail.md#a-link-and-a-code-by-an-email-service": [
    "magic link",
    "email otp",
    "one-time code",
  ],
  "recipes/mail.md#your-own-email": ["react email", "email template", "mjml"],
  "recipes/mail.md#email": ["outlook safelinks", "safe links", "link scanner"],
  "recipes/mobile.md#a-command-line-tool": ["cli login", "device flow"],
  "recipes/mobile.md#an-api-on-another-server": ["bearer token", "authorization header"],
  "recipes/mobile.md#sign-in-from-a-native-app": ["ios", "android", "electron", "desktop app"],
  "recipes/mobile.md#the-app-with-expo": ["react native"],
  "recipes/organizations.md#organizations-and-invitations": [
    "organization",
    "teams",
    "workspaces",
    "b2b",
    "members",
  ],
  "recipes/other_languages.md#a-server-in-go-or-python": [
    "golang",
    "django",
    "fastapi",
    "verify token",
    "jwt verify",
    "jwks",
  ],
  "recipes/password_forms.md#forms-of-your-own-for-passwords": [
    "custom registration page",

    "password form",
  ],
  "recipes/password_managers.md#one-passkey-for-several-domains": [
    "related origins",
    ".well-known/webauthn",
    "passkey two domains",
  ],
  "recipes/password_managers.md#the-pages-of-an-account": [
    ".well-known/change-password",
    ".well-known/passkey-endpoints",
    "1password",
    "bitwarden",
  ],
  "recipes/passwords.md#sign-in-with-a-name": ["own password table"],
  "recipes/personal_data.md#export": ["gdpr export", "download data"],
  "recipes/personal_data.md#personal-data-gdpr": ["privacy", "data protection"],
  "recipes/personal_data.md#erase": ["right to be forgotten"],
  "recipes/protect.md#let-only-some-users-in": ["rbac", "permissions", "admin only"],
  "recipes/protect.md#protect-everything-but-a-few-paths": ["auth middleware", "middleware"],
  "recipes/protect.md#protect-pages-and-apis": ["guard", "private route", "protected route"],
  "recipes/protect.md#go-to-another-page-after-the-sign-in": ["redirect after login", "callbackUrl"],
  "recipes/protect.md#welcome-new-users": ["onboarding", "first sign-in"],
  "recipes/proxies_and_domains.md#a-front-end-on-another-domain": [
    "cors",
    "spa on another domain",
    "credentials include",
  ],
  "recipes/proxies_and_domains.md#a-monorepo": ["turborepo"],
  "recipes/proxies_and_domains.md#behind-a-reverse-proxy": [
    "x-forwarded-for",
    "ngrok",
  ],
  "recipes/proxies_and_domains.md#below-a-path": ["subpath", "nginx subpath", "basePath", "subdirectory"],
  "recipes/proxies_and_domains.md#one-sign-in-for-several-subdomains": [
    "sso subdomain",
    "share session",
    "cookie domain",
  ],
  "recipes/proxies_and_domains.md#several-domains-with-one-sign-in": [
    "single sign-on domains",
    "cross-domain sso",
  ],
  "recipes/second_factor_forms.md#pages-of-your-own-for-second-factors": ["custom 2fa page", "otp page"],
  "recipes/sessions.md#how-long-a-session-lasts": ["maxAge", "session timeout", "session lifetime"],
  "recipes/sessions.md#change-the-session-stored-in-a-database": ["update session", "refresh session"],
  "recipes/sessions.md#remember-me": ["stay signed in", "keep me logged in"],
  "recipes/sessions.md#rotate-the-secret": ["AUTH_SECRET", "key rotation", "secret rotation"],
  "recipes/sign_in_page.md#a-sign-in-page-of-your-own": ["custom login page", "login form", "log in"],
  "recipes/sign_in_page.md#a-one-click-button-without-scripts": ["login button", "server action"],
  "recipes/sign_in_page.md#skip-the-page-if-you-have-one-provider": ["redirect to provider", "direct login"],
  "recipes/sign_out.md#a-sign-out-button": ["logout", "log out", "logout button"],
  "recipes/sign_out.md#sign-out-at-the-provider-too": [
    "back-channel",
    "end_session_endpoint",
    "federated",
  ],
  "recipes/sign_out.md#sign-out-everywhere": [
    "logout everywhere",
    "log out all devices",
    "revoke sessions",
    "invalidate session",
  ],
  "recipes/tenants.md#several-tenants": ["multi-tenant", "multitenancy", "white label", "saas"],
  "recipes/testing.md#begin-signed-in-with-playwright": ["e2e"],
  "recipes/testing.md#sign-ins-with-vitest": ["mock session", "unit test"],
  "recipes/tokens.md#the-providers-api-and-access-tokens": [
    "access token",
    "refresh token",
    "google calendar api",
    "offline access",
  ],
  "recipes/tokens.md#in-a-job": ["cron job", "background job"],
  "recipes/user_in_session.md#a-role-from-your-database": ["roles", "user role", "add role"],
  "recipes/user_in_session.md#keep-the-name-and-the-picture-fresh": [
    "avatar",
    "update profile",
    "each login",
  ],
  "recipes/user_in_session.md#roles-from-groups-with-a-database": ["groups in the database"],
  "recipes/user_in_session.md#roles-from-the-groups-of-a-company": [
    ...["groups", "azure groups", "entra groups", "okta groups", "keycloak roles", "google workspace groups"],
  ],
  "recipes/user_in_session.md#the-id-of-the-user": ["user id", "session.user.id"],
  "recipes/user_in_session.md#types-for-claims-of-the-token": ["custom claims"],
  "recipes/user_in_session.md#which-type-to-extend-for-a-field": [
    "module augmentation",
    "typescript session",
  ],
  "recipes/websockets.md#websockets": ["socket.io", "realtime"],
  "recipes/who_may_sign_in.md#block-a-user": ["disable user", "suspend"],
  "recipes/who_may_sign_in.md#only-addresses-of-your-company": ["domain restriction", "google workspace"],
  "recipes/who_may_sign_in.md#only-people-you-have-invited": [
    "invite only",
    "waiting list",
  ],
  "recipes/who_may_sign_in.md#who-may-sign-in": ["allow list", "allowlist", "whitelist"],
  "schema.md#tables": ["database schema", "sql tables"],
  "second_factor.md#a-new-phone-or-a-lost-one": ["lost phone", "recovery codes", "backup codes"],
  "second_factor.md#a-second-factor-2fa": [
    "2fa",
    "mfa",
    "totp",
    "two-factor",
    "two factor authentication",
    "multi-factor",
    "authenticator app",
  ],
  "second_factor.md#ask-for-it-where-it-counts": ["step-up", "sudo mode", "re-authenticate"],
  "second_factor.md#require-it": ["enforce 2fa", "2fa for admins"],
  "settings/environment.md#environment-variables": ["env variables", ".env", "AUTH_TRUST_HOST"],
  "sign_up.md#ask-for-a-name-and-your-own-fields": ["extra fields", "custom fields", "additional fields"],
  "sign_up.md#sign-up": ["sign up", "signup", "create account"],
  "sign_up.md#terms": ["terms of service", "accept terms"],
  "sign_up.md#who-may-sign-up": ["disable sign-up", "close registration", "waitlist"],
  "anonymous_users.md#users-before-they-sign-up": ["guest", "guest checkout"],
  "user_names.md#user-names": ["usernames", "handle"],
  "user_names.md#sign-up-and-in-with-a-name": ["username", "sign in with username", "username login"],
  "user_names.md#without-an-address": ["user without email"],
  "start/README.md#with-an-assistant": ["ai agent", "llm", "copilot", "cursor", "claude"],
  "webhooks.md#webhooks": ["webhook", "webhook user created", "outbox", "sync users", "svix"],
};

/** A heading in the index of the search. */
interface Heading {
  /** Address of the page, and the heading behind `#`. */
  readonly id: string;
}

/**
 * How the search finds a heading: by its own words, by `SEARCH_TERMS`, by those of the headings above it and by its text.
 *
 * @param base Path that the site has on its server.
 */
export function searchSettings(base: string) {
  const terms = new Map(
    Object.entries(SEARCH_TERMS).map(([link, words]) => {
      const [file, anchor] = link.split("#") as [string, string];
      return [`${base.slice(0, -1)}${linkOf(file)}#${anchor}`, words.join(" ")];
    }),
  );
  return {
    options: {
      fields: ["title", "titles", "text", "terms"],
      // Is called for each heading when the index is made, and never in a browser.
      extractField: (heading: Heading, field: string) =>
        field === "terms" ? terms.get(heading.id) : heading[field as keyof Heading],
    },
    searchOptions: { boost: { terms: 6, title: 4, text: 2, titles: 1 }, boostDocument, processTerm },
  };
}

/**
 * How much a hit counts: guides more than lists of settings and of errors, and these more than the reference and the
 * pages on the house. VitePress writes the text of this function and of the next one into the page: they use nothing from
 * outside.
 */
function boostDocument(id: string): number {
  if (/\/(?:reference\/|architecture|decisions|threats|marks)/.test(id)) return 0.2;
  return /\/(?:settings\/|errors)./.test(id) ? 0.6 : 1;
}

/** Leaves out the words of a question that say nothing about its subject. */
function processTerm(term: string): string | null {
  const isEmpty =
    /^(?:a|an|and|are|at|by|can|do|does|for|from|how|i|is|it|me|my|of|on|or|the|to|what|when|where|with|without|you|your)$/i;
  return isEmpty.test(term) ? null : term.toLowerCase();
}
