/**
 * An example of each option of the features. `deno task print` copies them to the pages.
 *
 * @module
 */

import process from "node:process";
import type { AccessTokenOptions } from "../../src/entries/access_tokens.ts";
import type { ActivityLogOptions } from "../../src/entries/activity_log.ts";
import type { AccountDeletionOptions } from "../../src/entries/account_deletion.ts";
import type { AccountPageOptions } from "../../src/entries/account_page.ts";
import type { BrandOptions, BrandSide, Theme } from "../../src/entries/brand.ts";
import type { EmailChangeOptions } from "../../src/entries/email_change.ts";
import type { DataExportOptions } from "../../src/entries/data_export.ts";
import type { ProfileField, ProfileOptions, ProfilePicture } from "../../src/entries/user_profile.ts";
import type { ProviderLogoutOptions } from "../../src/entries/provider_logout.ts";
import type { SecondFactorOptions } from "../../src/entries/second_factor.ts";
import type { SignUpOptions } from "../../src/entries/sign_up.ts";
import type { AdministrationOptions, AdministrationPages } from "../../src/entries/administration.ts";
import type { UserNamesOptions } from "../../src/entries/user_names.ts";
import type {
  AltchaOptions,
  ChallengeOptions,
  ChallengeWidget,
  HCaptchaOptions,
  TurnstileOptions,
} from "../../src/entries/challenge.ts";
import type { WebhookEndpoint, WebhooksOptions } from "../../src/entries/webhooks.ts";
import type { TrustedOriginsOptions } from "../../src/entries/trusted_origins.ts";
import type { All } from "./example_config.ts";

/** Options of `AccessTokens`. */
export const accessTokens: All<AccessTokenOptions> = {
  keptIn: "cookie",
};

/** Options of `AccountPage`. */
export const accountPage: All<AccountPageOptions> = {
  sections: ["ways", { id: "billing", title: "Billing", href: "/billing" }, "sessions"],
  recommend: false,
};

/** Options of `AccountDeletion`. */
export const accountDeletion: All<AccountDeletionOptions> = {
  gracePeriod: 7 * 24 * 60 * 60,
  erase: ({ id }) => console.log(`Erase what belongs to user ${id}`),
};

/** Options of `Brand`, beside those of `theme`. */
export const brand: All<Omit<BrandOptions, keyof Theme>> = {
  layout: "split",
  side: { text: "Ship it today." },
  background: { light: "#fff7ed", dark: "#1c1917" },
  order: ["providers", "passkey", "address"],
  providerButtons: "grid",
  density: "compact",
  icon: "/icon.svg",
  logoGround: "light",
  css: '[data-part="title"] { letter-spacing: 0 }',
};

/** Options of `side` of `Brand`. */
export const brandSide: All<BrandSide> = {
  image: "/side.jpg",
  color: "#0b3d2e",
  text: (language) => language === "de" ? "Heute noch fertig." : "Ship it today.",
  author: "Ada Lovelace, Acme",
};

/** Options of `ActivityLog`. */
export const activityLog: All<ActivityLogOptions> = {
  keptFor: 30 * 24 * 60 * 60,
};

/** Options of `EmailChange`. */
export const emailChange: All<EmailChangeOptions> = {
  undoFor: 14 * 24 * 60 * 60,
};

/** Options of `DataExport`. */
export const dataExport: All<DataExportOptions> = {
  data: ({ user }) => ({ newsletter: { to: user.email, topics: ["news"] } }),
};

/** Options of `Profile`. */
export const profile: All<ProfileOptions> = {
  name: "optional",
  fields: { nickname: { label: "Nickname", type: "text" } },
  follow: true,
  language: true,
  picture: { store: async (picture) => await Promise.resolve(picture && "/pictures/ada.png") },
};

/** Options of the pictures of `Profile`. */
export const profilePicture: All<ProfilePicture> = {
  store: (picture, { userId }) => picture && `https://images.example.com/${userId}`,
  maxSize: 2 * 1024 * 1024,
  origin: "https://images.example.com",
  copyFrom: ["lh3.googleusercontent.com", "avatars.githubusercontent.com"],
};

/** A field of `Profile`. */
export const profileField: All<ProfileField> = {
  label: (language) => language === "de" ? "Tarif" : "Plan",
  type: "choice",
  required: true,
  maxLength: 40,
  choices: { free: "Free", paid: "Paid" },
  editable: false,
};

/** Options of `SecondFactor`. */
export const secondFactor: All<SecondFactorOptions> = {
  required: (user) => user.email?.endsWith("@example.com") ?? false,
  issuer: "Acme",
  rememberFor: 7 * 24 * 60 * 60,
};

/** Options of `SignUp`. */
export const signUp: All<SignUpOptions> = {
  allow: ({ email }) => email?.endsWith("@example.com") ?? false,
  fields: ["name", "company"],
  terms: "2027-01-01",
};

/** Options of `Administration`. */
export const administration: All<AdministrationOptions> = {
  isAdmin: ({ email, emailVerified }) => emailVerified !== null && email === "ada@example.com",
  may: ({ isAdmin, staff, action }) => isAdmin || (staff.name === "Support" && action === "getUser"),
  hidesActing: true,
  pages: true,
  logKeptFor: 90 * 24 * 60 * 60,
};

/** What the pages of `Administration` show. */
export const administrationPages: All<AdministrationPages> = {
  fields: ["plan", "createdAt"],
};

/** Options of `UserNames`. */
export const userNames: All<UserNamesOptions> = {
  address: "optional",
  minLength: 4,
  maxLength: 20,
  reserved: ["acme"],
  renameAfter: 90 * 24 * 60 * 60,
};

/** Options of `ProviderLogout`. */
export const providerLogout: All<ProviderLogoutOptions> = {
  backchannel: true,
};

/** Options of `Turnstile`. */
export const turnstile: All<TurnstileOptions> = {
  siteKey: "1x00000000000000000000AA",
  secretKey: process.env.TURNSTILE_SECRET!,
  forms: ["signUp", "mail"],
  hostname: "app.example.com",
  action: "login",
  timeout: 3,
  onFailure: "accept",
  url: "https://proxy.example.com/siteverify",
};

/** Options of `HCaptcha`. */
export const hCaptcha: All<HCaptchaOptions> = {
  siteKey: "10000000-ffff-ffff-ffff-000000000001",
  secretKey: process.env.HCAPTCHA_SECRET!,
  forms: ["signUp", "mail"],
  hostname: "app.example.com",
  timeout: 3,
  onFailure: "accept",
  url: "https://proxy.example.com/siteverify",
};

/** Options of `Altcha`. */
export const altcha: All<AltchaOptions> = {
  script: "/captcha.js",
  integrity: "sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC",
  styles: "/captcha.css",
  cost: 10_000,
  forms: ["signUp", "mail"],
};

/** Options of `Challenge`. */
export const challenge: All<ChallengeOptions> = {
  check: (_request, { fields }) => fields.answer === "7",
  widget: { html: '<label>3 + 4? <input name="answer" required></label>' },
  forms: ["signUp"],
};

/** The widget of `Challenge`. */
export const challengeWidget: All<ChallengeWidget> = {
  html: '<div class="captcha" data-key="a-site"></div>',
  script: "https://captcha.example.com/v1/api.js",
  module: true,
  integrity: "sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC",
  policy: { "frame-src": ["https://captcha.example.com"] },
};

/** Options of `Webhooks`. */
export const webhooks: All<WebhooksOptions> = {
  endpoints: [{ url: "https://crm.example.com/webhooks", secret: process.env.CRM_WEBHOOK_SECRET }],
  userFields: ["plan"],
};

/** An endpoint of `Webhooks`. */
export const webhookEndpoint: All<WebhookEndpoint> = {
  url: "https://crm.example.com/webhooks",
  secret: [process.env.CRM_WEBHOOK_SECRET, process.env.CRM_WEBHOOK_SECRET_OLD],
  events: ["user.created", "user.deleted"],
  name: "crm",
};

/** Options of `TrustedOrigins`. */
export const trustedOrigins: All<TrustedOriginsOptions> = {
  origins: ["https://app.example.com"],
};
