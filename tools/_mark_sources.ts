/**
 * Where each mark comes from: simple-icons, or a drawing here.
 *
 * @module
 */

import type { Mark } from "../src/model/provider.ts";

/** Id of a provider → slug in simple-icons. */
export const ICONS: Readonly<Record<string, string>> = {
  "42-school": "42",
  ...sameName("anilist apple atlassian auth0 authentik autodesk bitbucket box bungie coinbase discord"),
  ...sameName("dribbble dropbox epicgames etsy facebook faceit figma foursquare fusionauth gitea github"),
  ...sameName("gitlab gumroad hubspot huggingface instagram intuit keycloak kick lichess line"),
  ...sameName("linear mailchimp mastodon mattermost medium mercadopago myanimelist naver netlify"),
  ...sameName("nextcloud notion okta osu patreon paypal pinterest railway reddit roblox shikimori"),
  ...sameName("simplelogin spotify strava synology threads tiktok todoist trakt tumblr twitch vercel vk"),
  ...sameName("webex wechat wordpress zoho zoom"),
  "battlenet": "battledotnet",
  "click-up": "clickup",
  "ory-hydra": "ory",
  // That of Kakao is a word. Its button to sign in has the bubble.
  "kakao": "kakaotalk",
  "mailru": "maildotru",
  "startgg": "startdotgg",
  "twitter": "x",
  "wikimedia": "wikimediafoundation",
};

/** Icons that must have the colour of the text beside them, according to their owners. */
export const WITH_TEXT: readonly string[] = ["apple"];

/** A drawing that is not from simple-icons. */
export interface Drawing {
  /** Whose mark it is. */
  readonly title: string;
  /** Where it comes from: lines of text. */
  readonly source: string;
  /** The drawing. */
  readonly mark: Mark;
}

/** Id of a provider → a drawing. */
export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  "google": {
    title: "Google",
    source: 'The "G" in its four colours and on white, as Google publishes it for buttons:\n' +
      "https://developers.google.com/identity/branding-guidelines",
    mark: {
      viewBox: "0 0 48 48",
      background: "#fff",
      paths: [
        {
          d: "M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19" +
            "C12.43 13.72 17.74 9.5 24 9.5z",
          fill: "#ea4335",
        },
        {
          d: "M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6" +
            "c4.51-4.18 7.09-10.36 7.09-17.65z",
          fill: "#4285f4",
        },
        {
          d: "M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24" +
            "c0 3.88.92 7.54 2.56 10.78l7.97-6.19z",
          fill: "#fbbc05",
        },
        {
          d: "M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91" +
            "l-7.98 6.19C6.51 42.62 14.62 48 24 48z",
          fill: "#34a853",
        },
      ],
    },
  },
  // The mark of Azure AD B2C too: Microsoft signs its buttons with four squares.
  "microsoft-entra-id": {
    title: "Microsoft",
    source: "Four squares, drawn for this library",
    mark: {
      viewBox: "0 0 24 24",
      paths: [
        { d: "M2 2h9.5v9.5H2z", fill: "#f25022" },
        { d: "M12.5 2H22v9.5h-9.5z", fill: "#7fba00" },
        { d: "M2 12.5h9.5V22H2z", fill: "#00a4ef" },
        { d: "M12.5 12.5H22V22h-9.5z", fill: "#ffb900" },
      ],
    },
  },
};

function sameName(ids: string): Readonly<Record<string, string>> {
  return Object.fromEntries(ids.split(" ").map((id) => [id, id]));
}

/** Colours of owners who have changed them since simple-icons drew the mark. By the name of the icon. */
export const COLORS: Readonly<Record<string, string>> = { line: "#06c755" };
