/**
 * Sign-in with WeChat.
 *
 * @module
 */

import { WITHOUT_PKCE } from "./_checks.ts";
import { rewriteTokens, type TokenResponse } from "./_token_response.ts";
import { OAuth } from "../sign_in/oauth/capability.ts";
import type {
  OAuthConfig,
  OAuthUserConfig,
  OpenProfile,
  ProviderUser,
  TokenRequestContext,
} from "../model/provider.ts";

/**
 * The user, as `GET /sns/userinfo` returns it.
 *
 * @see {@link https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html | WeChat login}
 */
export interface WeChatProfile extends OpenProfile {
  /** Id of the user in this application. It never changes. */
  readonly openid: string;
  /** Id of the user in all applications of one WeChat Open Platform account. Absent if the application is in none. */
  readonly unionid?: string;
  /** Display name. */
  readonly nickname?: string;
  /** `1` male, `2` female, `0` unknown. */
  readonly sex?: number;
  /** Province. Often empty. */
  readonly province?: string;
  /** City. Often empty. */
  readonly city?: string;
  /** Country, such as `CN`. Often empty. */
  readonly country?: string;
  /** URL of the picture. Empty without one. */
  readonly headimgurl?: string;
  /** Privileges of the user. */
  readonly privilege?: readonly string[];
}

/** Options of `WeChat()`. */
export type WeChatOptions = OAuthUserConfig<WeChatProfile> & {
  /** Where users sign in: `OfficialAccount` (default) in WeChat's own browser, `WebsiteApp` in any browser. */
  readonly platformType?: "OfficialAccount" | "WebsiteApp";
};

/**
 * Describes WeChat.
 *
 * - Register: for pages within WeChat, an official account (a service account) at mp.weixin.qq.com: add the host of the
 *   application as domain for web page authorization. For other browsers, a website application at open.weixin.qq.com:
 *   its authorization callback domain is the host of the application. Both are without scheme and path: the redirect URI is
 *   `<origin>/auth/callback/wechat`.
 * - Console: https://mp.weixin.qq.com/ (official accounts), https://open.weixin.qq.com/ (website applications)
 * - Local: WeChat refuses `http://localhost:8000/auth/callback/wechat`, because its host is not the registered one: use a
 *   tunnel from that host to your machine.
 * - Environment: `AUTH_WECHAT_ID` (the AppID), `AUTH_WECHAT_SECRET` (the AppSecret).
 * - Options: `platformType`: `OfficialAccount` (default) for pages within WeChat, `WebsiteApp` for other browsers,
 *   where the user scans a QR code.
 * - Email: never sent.
 * - The id of an account is its `unionid`, as with Auth.js. WeChat sends it only if the official account or website
 *   application is bound to an account of the WeChat Open Platform. Without it, no one can sign in: bind it, or use the
 *   id that the user has in this application alone:
 *   `profile: (user) => ({ id: user.openid, name: user.nickname, email: null, image: user.headimgurl || null })`.
 * - PKCE is off, because WeChat does not support it.
 * - An official account accepts a `state` of at most 128 characters, and so no redirect proxy, whose state is longer.
 * - The request has the parameters in WeChat's order, and `appid` in place of `client_id`. Further ones come after them.
 * - A refresh token ends after 30 days, and renewals do not need the secret.
 *
 * @param options Settings of the application. They override the defaults.
 * @see {@link https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html | WeChat login}
 * @see {@link https://developers.weixin.qq.com/doc/service/en/api/webdev/access/api_snsrefreshtoken.html | Refresh an access token}
 *
 * @example
 * ```ts
 * import { WeChat } from "@latchkey/auth/providers/wechat";
 *
 * const provider = WeChat({ platformType: "WebsiteApp" });
 * console.assert(provider.id === "wechat");
 * ```
 */
export function WeChat(options: WeChatOptions = {}): OAuthConfig<WeChatProfile> {
  const isWebsite = options.platformType === "WebsiteApp";
  const page = isWebsite ? "qrconnect" : "oauth2/authorize";
  return OAuth({
    id: "wechat",
    name: "WeChat",
    type: "oauth",
    authorization: {
      url: `https://open.weixin.qq.com/connect/${page}#wechat_redirect`,
      params: ({ clientId }) => ({ appid: clientId, scope: isWebsite ? "snsapi_login" : "snsapi_userinfo" }),
      request: toRequest,
    },
    token: {
      url: "https://api.weixin.qq.com/sns/oauth2/access_token",
      redeem: requestTokens,
      conform: (response) => rewriteTokens(response, toTokens),
      refresh: requestRenewal,
      refreshErrors: ["errcode_40030"],
    },
    userinfo: {
      url: "https://api.weixin.qq.com/sns/userinfo",
      params: { access_token: "{tokens.access_token}", openid: "{tokens.openid}", lang: "zh_CN" },
      headers: { authorization: undefined },
    },
    checks: WITHOUT_PKCE,
    profile: toUser,
    verifiedEmail: false,
    style: { brandColor: "#fff", mark: () => import("./marks/wechat.ts") },
    options,
  });
}

export default WeChat;

/** The order that WeChat demands. It compares the URL with a pattern, and shows an error page for any other. */
const ORDER = ["appid", "redirect_uri", "response_type", "scope", "state"];

/** WeChat has its own name for the client identifier, and may refuse a parameter before the end of its pattern. */
function toRequest(params: URLSearchParams): URLSearchParams {
  const others = [...params.keys()].filter((name) => name !== "client_id" && !ORDER.includes(name));
  return new URLSearchParams(
    [...ORDER, ...others].flatMap((name) => params.getAll(name).map((value) => [name, value])),
  );
}

/** Codes with which WeChat refuses the client: a wrong secret, a wrong id, no id, no secret. */
const CLIENT_ERRORS: readonly unknown[] = [40001, 40013, 40125, 41002, 41004];

/** The endpoint has its own names for the credentials, and reads them from the query. */
async function requestTokens(
  { url, params, clientId, clientSecret, fetch }: TokenRequestContext,
): Promise<Response> {
  const query = new URLSearchParams({
    appid: clientId,
    secret: clientSecret ?? "",
    code: params.get("code") ?? "",
    grant_type: "authorization_code",
  });
  return await fetch(`${url}?${query}`, { headers: { accept: "application/json" } });
}

/** The endpoint for renewals stands beside the one for codes. It wants no secret. */
async function requestRenewal({ url, params, clientId, fetch }: TokenRequestContext): Promise<Response> {
  const query = new URLSearchParams({
    appid: clientId,
    grant_type: "refresh_token",
    refresh_token: params.get("refresh_token") ?? "",
  });
  return await fetch(`${new URL("refresh_token", url)}?${query}`, {
    headers: { accept: "application/json" },
  });
}

/** Errors have status 200, and tokens have no type. */
function toTokens({ errcode, errmsg, ...tokens }: TokenResponse): TokenResponse {
  if (!errcode) return { token_type: "bearer", ...tokens };
  const error = CLIENT_ERRORS.includes(errcode) ? "invalid_client" : `errcode_${errcode}`;
  return { error, error_description: errmsg };
}

function toUser(profile: WeChatProfile): ProviderUser {
  return {
    id: profile.unionid,
    name: profile.nickname,
    email: null,
    image: profile.headimgurl || null,
  };
}
