/**
 * A network in which every host is an identity provider with the same user, who has the fields of all of them.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHmac, createSign, generateKeyPairSync } from "node:crypto";

/** The authorization code that every provider gives. */
export const CODE = "code-1";

/** Client secret at every provider. */
export const SECRET = "secret";

/** Options that some modules need beside client and issuer. */
export const OPTIONS = {
  dribbble: { scope: "public" },
  netsuite: { accountID: "1", userinfo: "https://1.restlets.api.netsuite.com/app/site/hosting/restlet.nl" },
  notion: { redirectUri: "https://app.test/auth/callback/notion" },
};

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const JWK = { ...publicKey.export({ format: "jwk" }), kid: "key-1", alg: "RS256", use: "sig" };
const ACCESS_TOKEN = "access-1";

const PICTURE = "https://img.example.com/ada.png";
const NAME = "Ada Lovelace";
const EMAIL = "ada@example.com";

/** One user with the names that most providers have for their fields. */
const PROFILE = {
  id: "4711",
  sub: "4711",
  user_id: "4711",
  account_id: "4711",
  name: NAME,
  first_name: "Ada",
  last_name: "Lovelace",
  full_name: NAME,
  display_name: NAME,
  displayName: NAME,
  login: "ada",
  username: "ada",
  nickname: "ada",
  email: EMAIL,
  email_verified: true,
  emails: [{ email: EMAIL, primary: true, verified: true }],
  picture: PICTURE,
  avatar: "a_1",
  avatar_url: PICTURE,
  profile_image: PICTURE,
};

/** Profiles of the providers whose answers have fields of their own. */
const PROFILES = {
  "42-school": { usual_full_name: NAME, image: { link: PICTURE } },
  "azure-ad-b2c": { emails: [EMAIL] },
  "azure-devops": { emailAddress: EMAIL, coreAttributes: { Avatar: { value: { value: "AAAA" } } } },
  battlenet: { battle_tag: "Ada#1" },
  bitbucket: { links: { avatar: { href: PICTURE } } },
  "boxyhq-saml": { firstName: "Ada", lastName: "Lovelace" },
  bungie: {
    Response: { bungieNetUser: { membershipId: "4711", displayName: NAME, profilePicturePath: "/ada.png" } },
  },
  "click-up": { user: { id: 4711, username: "ada", profilePicture: PICTURE } },
  coinbase: { data: { id: "4711", name: NAME, email: EMAIL, avatar_url: PICTURE } },
  concept2: { data: { id: "4711", username: "ada", email: EMAIL, profile_image: PICTURE } },
  dropbox: { name: { display_name: NAME }, profile_photo_url: PICTURE },
  eveonline: { CharacterID: 4711, CharacterName: NAME },
  facebook: { picture: { data: { url: PICTURE } } },
  faceit: { guid: "4711" },
  figma: { handle: NAME, img_url: PICTURE },
  foursquare: {
    response: { user: { id: "4711", firstName: "Ada", lastName: "Lovelace", contact: { email: EMAIL } } },
  },
  freshbooks: { response: { id: 4711, first_name: "Ada", last_name: "Lovelace", email: EMAIL } },
  // The address of a user who does not show it is asked for in a second request.
  github: { id: 4711, email: null },
  gitlab: { id: 4711, sub: undefined },
  hubspot: { user: EMAIL },
  kakao: {
    id: 4711,
    kakao_account: { email: EMAIL, profile: { nickname: NAME, profile_image_url: PICTURE } },
  },
  mailchimp: { accountname: NAME, login: { login_id: 4711, email: EMAIL } },
  mastodon: { avatar_static: PICTURE },
  medium: { data: { id: "4711", name: NAME, imageUrl: PICTURE } },
  naver: { response: { id: "4711", nickname: NAME, email: EMAIL, profile_image: PICTURE } },
  netsuite: { id: 4711 },
  nextcloud: { ocs: { data: { id: "ada", displayname: NAME, email: EMAIL } } },
  notion: {
    bot: { owner: { user: { id: "4711", name: NAME, person: { email: EMAIL }, avatar_url: PICTURE } } },
  },
  osu: { id: 4711 },
  patreon: { data: { id: "4711", attributes: { full_name: NAME, email: EMAIL, image_url: PICTURE } } },
  pipedrive: { data: { id: 4711, name: NAME, email: EMAIL, icon_url: PICTURE } },
  spotify: { images: [{ url: PICTURE }] },
  strava: { id: 4711, firstname: "Ada", lastname: "Lovelace", profile: PICTURE },
  threads: { data: { id: "4711", username: "ada", threads_profile_picture_url: PICTURE } },
  tiktok: { data: { user: { open_id: "4711", display_name: NAME, avatar_url: PICTURE } } },
  todoist: { user: { id: "4711", email: EMAIL, full_name: NAME, avatar_big: PICTURE } },
  trakt: { ids: { slug: "ada" }, images: { avatar: { full: PICTURE } } },
  twitter: { data: { id: "4711", name: NAME, profile_image_url: PICTURE } },
  vk: { response: [{ id: 4711, first_name: "Ada", last_name: "Lovelace", photo_100: PICTURE }] },
  webex: { emails: [EMAIL], avatar: PICTURE },
  wechat: { unionid: "4711", openid: "4711", headimgurl: PICTURE },
  wordpress: { ID: 4711, avatar_URL: PICTURE },
  workos: { raw_attributes: { picture: PICTURE } },
  yandex: { default_email: EMAIL, default_avatar_id: "1" },
  zoho: { ZUID: 4711, First_Name: "Ada", Last_Name: "Lovelace", Email: EMAIL },
  zoom: { pic_url: PICTURE },
};

/** Fields that some providers add to the answer of their token endpoint. */
const TOKENS = {
  nextcloud: { user_id: "ada" },
  twitch: { scope: ["openid", "user:read:email"] },
  vk: { email: EMAIL, user_id: 4711 },
  wechat: { openid: "4711", token_type: undefined },
};

/**
 * Answers a request as the provider does whose sign-in is under way.
 *
 * @param current Its id, type and issuer, and the nonce that it was asked with.
 */
export function answerAs(request, current) {
  const url = new URL(request.url);
  if (url.pathname.includes("/.well-known/")) return metadata(url, current);
  if (url.pathname.endsWith("/jwks")) return Response.json({ keys: [JWK] });
  if (isTokenRequest(request, url)) return Response.json(tokensOf(current));
  if (url.pathname.endsWith("/user/emails")) {
    return Response.json([{ email: EMAIL, primary: true, verified: true }]);
  }
  // Of Microsoft: the picture is an image, and this user has none.
  if (url.pathname.endsWith("/$value")) return new Response(null, { status: 404 });
  const profile = { ...PROFILE, ...PROFILES[current.id] };
  if (current.id !== "bankid-no") return Response.json(profile);
  const signed = jwt({ ...profile, iss: current.issuer, aud: "client" });
  return new Response(signed, { headers: { "content-type": "application/jwt" } });
}

function isTokenRequest({ method }, { pathname }) {
  return method !== "GET" && /token|oauth2\/authorize$/i.test(pathname);
}

/** A provider has its metadata where OpenID Connect Discovery says, and nowhere else. */
function metadata({ href }, { issuer }) {
  const base = issuer.replace(/\/$/, "");
  if (href !== `${base}/.well-known/openid-configuration`) return new Response(null, { status: 404 });
  return Response.json({
    issuer,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    userinfo_endpoint: `${base}/userinfo`,
    jwks_uri: `${base}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256", "HS256"],
    code_challenge_methods_supported: ["S256"],
  });
}

function tokensOf({ id, type, issuer, nonce }) {
  const claims = { ...PROFILE, ...PROFILES[id], iss: issuer, aud: "client", ...(nonce && { nonce }) };
  return {
    access_token: ACCESS_TOKEN,
    token_type: "Bearer",
    expires_in: 3600,
    ...(type === "oidc" && { id_token: jwt(claims, id === "line" ? "HS256" : "RS256") }),
    ...TOKENS[id],
  };
}

function jwt(claims, alg = "RS256") {
  const now = Math.floor(Date.now() / 1000);
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = encode({ alg, typ: "JWT", ...(alg === "RS256" && { kid: JWK.kid }) });
  const input = `${head}.${encode({ iat: now, exp: now + 3600, ...claims })}`;
  if (alg === "HS256") return `${input}.${createHmac("sha256", SECRET).update(input).digest("base64url")}`;
  return `${input}.${createSign("RSA-SHA256").update(input).sign(privateKey, "base64url")}`;
}
