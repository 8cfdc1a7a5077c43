/**
 * Words that people search for, and the pages that answer them: other names of a thing stand on no page.
 *
 * @module
 */

/** Page, from `docs/` → words that lead to it. */
export const SEARCH_TERMS: Readonly<Record<string, readonly string[]>> = {
  "account.md": [
    "change email",
    "change address",
    "device name",
    "list of devices",
    "user profile",
    "manage sessions",
    "settings page",
  ],
  "cli.md": ["doctor", "generate secret", "openssl"],
  "comparison.md": ["alternative", "better-auth", "clerk", "lucia", "versus", "why"],
  "concepts/cookies.md": ["cookie consent", "samesite"],
  "concepts/endpoints.md": ["routes", "rest api"],
  "concepts/linking.md": ["merge accounts", "connect account", "same email"],
  "concepts/security.md": ["owasp"],
  "concepts/sessions.md": ["jwt or database", "stateless"],
  "errors.md": [
    "session expired",
    "redirect_uri_mismatch",
    "callback url mismatch",
    "troubleshooting",
    "not working",
  ],
  "frameworks/client.md": ["useSession", "spa", "front end"],
  "frameworks/react.md": ["useSession", "hooks", "SessionProvider"],
  "migration/auth_js.md": ["next-auth", "nextauth", "migrate"],
  "migration/passwords.md": ["firebase import", "auth0 migration", "import users"],
  "not_included.md": [
    "phone",
    "sms",
    "anonymous",
    "guest",
    "mcp",
    "limitations",
    "missing features",
  ],
  "pages.md": ["screenshots", "look", "design", "sign-in page picture"],
  "providers/boxyhq-saml.md": ["jackson", "ory polis"],
  "providers/passkey.md": ["webauthn", "fingerprint", "face id", "passwordless"],
  "recipes/api_keys.md": ["api key", "personal access token", "machine to machine", "m2m"],
  "recipes/audit_log.md": [
    "sign-in history",
    "login history",
    "compliance",
    "webhook user created",
    "outbox",
  ],
  "recipes/content_security_policy.md": ["csp", "csp nonce", "nonce for scripts", "content security policy"],
  "recipes/databases.md": [
    "prisma",
    "drizzle",
    "edge database",
    "serverless database",
    "cold start",
    "serverless",
    "supabase",
    "turso",
  ],
  "recipes/deployment.md": ["upgrade", "health check", "docker", "kubernetes", "vercel", "production"],
  "recipes/enterprise_sso.md": [
    "saml",
    "scim",
    "enterprise sso",
    "directory sync",
    "sso per domain",
    "okta saml",
  ],
  "recipes/impersonation.md": ["impersonate", "login as user", "admin support"],
  "recipes/limits.md": ["rate limit", "brute force", "throttle", "captcha", "turnstile", "bot"],
  "recipes/mail.md": [
    "react email",
    "outlook safelinks",
    "safe links",
    "magic link",
    "email otp",
    "one-time code",
    "email template",
    "smtp",
  ],
  "recipes/mobile.md": [
    "cli login",
    "device flow",
    "expo",
    "react native",
    "ios",
    "android",
    "bearer token",
    "electron",
    "desktop app",
  ],
  "recipes/other_languages.md": ["verify token python", "jwt verify", "golang", "django", "fastapi", "jwks"],
  "recipes/organizations.md": ["organizations", "teams", "workspaces", "invitations", "b2b", "members"],
  "passwords.md": [
    "email and password",
    "sign up",
    "reset password",
    "verify email",
    "forgot password",
    "bcrypt",
    "argon2",
  ],
  "recipes/password_forms.md": [
    "custom registration page",
    "registration form",
    "useActionState",
    "reset password form",
  ],
  "recipes/second_factor_forms.md": ["custom 2fa page", "otp page", "qr code"],
  "recipes/passwords.md": ["username", "own password table"],
  "recipes/personal_data.md": ["gdpr export", "privacy", "data protection", "right to be forgotten"],
  "recipes/protect.md": ["auth middleware", "middleware", "guard", "private route", "rbac"],
  "recipes/proxies_and_domains.md": [
    "sso subdomain",
    "monorepo cross domain cookie",
    "turborepo workspaces",
    "nginx",
    "caddy",
    "traefik",
    "reverse proxy",
    "docker compose",
    "x-forwarded-for",
    "ngrok",
    "single sign-on domains",
    "cross-domain sso",
    "cors",
    "spa on another domain",
    "credentials include",
  ],
  "recipes/sessions.md": ["stay signed in", "session timeout", "refresh session", "maxAge"],
  "recipes/sign_in_page.md": [
    "passkey signup",
    "useActionState",
    "custom login page",
    "login form",
    "server action",
  ],
  "recipes/sign_out.md": [
    "logout",
    "log out",
    "back-channel logout",
    "delete account",
    "end_session_endpoint",
  ],
  "recipes/tenants.md": ["multi-tenant", "white label", "saas"],
  "recipes/testing.md": ["playwright", "cypress", "vitest", "e2e", "mock session"],
  "recipes/tokens.md": ["access token", "refresh token", "google calendar api", "offline access"],
  "recipes/user_in_session.md": [
    "roles",
    "custom claims",
    "module augmentation",
    "typescript session",
    "user id",
  ],
  "recipes/websockets.md": ["websocket", "socket.io", "realtime"],
  "recipes/who_may_sign_in.md": ["allow list", "whitelist", "domain restriction", "invite only", "ban user"],
  "second_factor.md": ["2fa", "mfa", "totp", "two-factor", "authenticator app", "recovery codes", "step-up"],
  "settings/environment.md": ["env variables", "AUTH_TRUST_HOST", "NEXTAUTH_URL"],
};

/** The HTML that the search reads of a page: its terms are one heading more, without an anchor, which leads to the page. */
export function withTerms(html: string, file: string): string {
  const terms = SEARCH_TERMS[file]?.join(" · ");
  return terms ? `${html}<h2>${terms}<a href="#"></a></h2><p>${terms}</p>` : html;
}

/**
 * How much a hit counts: guides more than the reference and the pages on the house, the terms of a page more than
 * its sections. VitePress writes the text of this function into the page: it uses nothing from outside.
 *
 * @param id Address of the page, and the heading behind `#`.
 */
export function boostDocument(id: string): number {
  const isHouse = /\/(?:reference\/|architecture|decisions|threats|marks)/.test(id);
  if (isHouse) return 0.2;
  return id.includes("#") ? 1 : 2;
}
