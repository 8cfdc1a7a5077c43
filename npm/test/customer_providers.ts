/**
 * A customer's program that imports each provider. Written by `deno task providers`.
 *
 * @module
 */

import type { ProviderConfig } from "@latchkey/auth/providers";
import FortyTwoByDefault, { FortyTwo } from "@latchkey/auth/providers/42-school";
import AniListByDefault, { AniList } from "@latchkey/auth/providers/anilist";
import AppleByDefault, { Apple } from "@latchkey/auth/providers/apple";
import AsgardeoByDefault, { Asgardeo } from "@latchkey/auth/providers/asgardeo";
import AtlassianByDefault, { Atlassian } from "@latchkey/auth/providers/atlassian";
import Auth0ByDefault, { Auth0 } from "@latchkey/auth/providers/auth0";
import AuthentikByDefault, { Authentik } from "@latchkey/auth/providers/authentik";
import AutodeskByDefault, { Autodesk } from "@latchkey/auth/providers/autodesk";
import AzureADByDefault, { AzureAD } from "@latchkey/auth/providers/azure-ad";
import AzureADB2CByDefault, { AzureADB2C } from "@latchkey/auth/providers/azure-ad-b2c";
import AzureDevOpsByDefault, { AzureDevOps } from "@latchkey/auth/providers/azure-devops";
import BankIDNorwayByDefault, { BankIDNorway } from "@latchkey/auth/providers/bankid-no";
import BattleNetByDefault, { BattleNet } from "@latchkey/auth/providers/battlenet";
import BeyondIdentityByDefault, { BeyondIdentity } from "@latchkey/auth/providers/beyondidentity";
import BitbucketByDefault, { Bitbucket } from "@latchkey/auth/providers/bitbucket";
import BoxByDefault, { Box } from "@latchkey/auth/providers/box";
import BoxyHQSAMLByDefault, { BoxyHQSAML } from "@latchkey/auth/providers/boxyhq-saml";
import BungieByDefault, { Bungie } from "@latchkey/auth/providers/bungie";
import ClickUpByDefault, { ClickUp } from "@latchkey/auth/providers/click-up";
import CodeHostByDefault, { CodeHost } from "@latchkey/auth/providers/codehost";
import CognitoByDefault, { Cognito } from "@latchkey/auth/providers/cognito";
import CoinbaseByDefault, { Coinbase } from "@latchkey/auth/providers/coinbase";
import Concept2ByDefault, { Concept2 } from "@latchkey/auth/providers/concept2";
import CredentialsByDefault, { Credentials } from "@latchkey/auth/providers/credentials";
import DescopeByDefault, { Descope } from "@latchkey/auth/providers/descope";
import DiscordByDefault, { Discord } from "@latchkey/auth/providers/discord";
import DonationAlertsByDefault, { DonationAlerts } from "@latchkey/auth/providers/donation-alerts";
import DribbbleByDefault, { Dribbble } from "@latchkey/auth/providers/dribbble";
import DropboxByDefault, { Dropbox } from "@latchkey/auth/providers/dropbox";
import DuendeIdentityServer6ByDefault, {
  DuendeIdentityServer6,
} from "@latchkey/auth/providers/duende-identity-server6";
import EmailByDefault, { Email } from "@latchkey/auth/providers/email";
import EpicGamesByDefault, { EpicGames } from "@latchkey/auth/providers/epicgames";
import EtsyByDefault, { Etsy } from "@latchkey/auth/providers/etsy";
import EventbriteByDefault, { Eventbrite } from "@latchkey/auth/providers/eventbrite";
import EveOnlineByDefault, { EveOnline } from "@latchkey/auth/providers/eveonline";
import FacebookByDefault, { Facebook } from "@latchkey/auth/providers/facebook";
import FACEITByDefault, { FACEIT } from "@latchkey/auth/providers/faceit";
import FigmaByDefault, { Figma } from "@latchkey/auth/providers/figma";
import ForwardEmailByDefault, { ForwardEmail } from "@latchkey/auth/providers/forwardemail";
import FoursquareByDefault, { Foursquare } from "@latchkey/auth/providers/foursquare";
import FreshBooksByDefault, { FreshBooks } from "@latchkey/auth/providers/freshbooks";
import FronteggByDefault, { Frontegg } from "@latchkey/auth/providers/frontegg";
import FusionAuthByDefault, { FusionAuth } from "@latchkey/auth/providers/fusionauth";
import GiteaByDefault, { Gitea } from "@latchkey/auth/providers/gitea";
import GitHubByDefault, { GitHub } from "@latchkey/auth/providers/github";
import GitLabByDefault, { GitLab } from "@latchkey/auth/providers/gitlab";
import GoogleByDefault, { Google } from "@latchkey/auth/providers/google";
import GumroadByDefault, { Gumroad } from "@latchkey/auth/providers/gumroad";
import HubSpotByDefault, { HubSpot } from "@latchkey/auth/providers/hubspot";
import HuggingfaceByDefault, { Huggingface } from "@latchkey/auth/providers/huggingface";
import IdentityServer4ByDefault, { IdentityServer4 } from "@latchkey/auth/providers/identity-server4";
import InstagramByDefault, { Instagram } from "@latchkey/auth/providers/instagram";
import IntuitByDefault, { Intuit } from "@latchkey/auth/providers/intuit";
import KakaoByDefault, { Kakao } from "@latchkey/auth/providers/kakao";
import KeycloakByDefault, { Keycloak } from "@latchkey/auth/providers/keycloak";
import KickByDefault, { Kick } from "@latchkey/auth/providers/kick";
import KindeByDefault, { Kinde } from "@latchkey/auth/providers/kinde";
import LichessByDefault, { Lichess } from "@latchkey/auth/providers/lichess";
import LINEByDefault, { LINE } from "@latchkey/auth/providers/line";
import LinearByDefault, { Linear } from "@latchkey/auth/providers/linear";
import LinkedInByDefault, { LinkedIn } from "@latchkey/auth/providers/linkedin";
import LogtoByDefault, { Logto } from "@latchkey/auth/providers/logto";
import LoopsByDefault, { Loops } from "@latchkey/auth/providers/loops";
import MailchimpByDefault, { Mailchimp } from "@latchkey/auth/providers/mailchimp";
import MailgunByDefault, { Mailgun } from "@latchkey/auth/providers/mailgun";
import MailRuByDefault, { MailRu } from "@latchkey/auth/providers/mailru";
import MastodonByDefault, { Mastodon } from "@latchkey/auth/providers/mastodon";
import MattermostByDefault, { Mattermost } from "@latchkey/auth/providers/mattermost";
import MediumByDefault, { Medium } from "@latchkey/auth/providers/medium";
import MercadoLibreByDefault, { MercadoLibre } from "@latchkey/auth/providers/mercadolibre";
import MercadoPagoByDefault, { MercadoPago } from "@latchkey/auth/providers/mercadopago";
import MicrosoftEntraIdByDefault, { MicrosoftEntraId } from "@latchkey/auth/providers/microsoft-entra-id";
import MyAnimeListByDefault, { MyAnimeList } from "@latchkey/auth/providers/myanimelist";
import NaverByDefault, { Naver } from "@latchkey/auth/providers/naver";
import NetlifyByDefault, { Netlify } from "@latchkey/auth/providers/netlify";
import NetSuiteByDefault, { NetSuite } from "@latchkey/auth/providers/netsuite";
import NextcloudByDefault, { Nextcloud } from "@latchkey/auth/providers/nextcloud";
import NodemailerByDefault, { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import NotionByDefault, { Notion } from "@latchkey/auth/providers/notion";
import OktaByDefault, { Okta } from "@latchkey/auth/providers/okta";
import OneLoginByDefault, { OneLogin } from "@latchkey/auth/providers/onelogin";
import OryHydraByDefault, { OryHydra } from "@latchkey/auth/providers/ory-hydra";
import OssoByDefault, { Osso } from "@latchkey/auth/providers/osso";
import OsuByDefault, { Osu } from "@latchkey/auth/providers/osu";
import PassageByDefault, { Passage } from "@latchkey/auth/providers/passage";
import PasskeyByDefault, { Passkey } from "@latchkey/auth/providers/passkey";
import PatreonByDefault, { Patreon } from "@latchkey/auth/providers/patreon";
import PaybinByDefault, { Paybin } from "@latchkey/auth/providers/paybin";
import PayPalByDefault, { PayPal } from "@latchkey/auth/providers/paypal";
import PingIdByDefault, { PingId } from "@latchkey/auth/providers/ping-id";
import PinterestByDefault, { Pinterest } from "@latchkey/auth/providers/pinterest";
import PipedriveByDefault, { Pipedrive } from "@latchkey/auth/providers/pipedrive";
import PolarByDefault, { Polar } from "@latchkey/auth/providers/polar";
import PostmarkByDefault, { Postmark } from "@latchkey/auth/providers/postmark";
import RailwayByDefault, { Railway } from "@latchkey/auth/providers/railway";
import RedditByDefault, { Reddit } from "@latchkey/auth/providers/reddit";
import ResendByDefault, { Resend } from "@latchkey/auth/providers/resend";
import RobloxByDefault, { Roblox } from "@latchkey/auth/providers/roblox";
import SailPointByDefault, { SailPoint } from "@latchkey/auth/providers/sailpoint";
import SalesforceByDefault, { Salesforce } from "@latchkey/auth/providers/salesforce";
import SendGridByDefault, { SendGrid } from "@latchkey/auth/providers/sendgrid";
import ShikimoriByDefault, { Shikimori } from "@latchkey/auth/providers/shikimori";
import SimpleLoginByDefault, { SimpleLogin } from "@latchkey/auth/providers/simplelogin";
import SlackByDefault, { Slack } from "@latchkey/auth/providers/slack";
import SpotifyByDefault, { Spotify } from "@latchkey/auth/providers/spotify";
import StartggByDefault, { Startgg } from "@latchkey/auth/providers/startgg";
import StravaByDefault, { Strava } from "@latchkey/auth/providers/strava";
import SynologyByDefault, { Synology } from "@latchkey/auth/providers/synology";
import ThreadsByDefault, { Threads } from "@latchkey/auth/providers/threads";
import TikTokByDefault, { TikTok } from "@latchkey/auth/providers/tiktok";
import TiltifyByDefault, { Tiltify } from "@latchkey/auth/providers/tiltify";
import TodoistByDefault, { Todoist } from "@latchkey/auth/providers/todoist";
import TraktByDefault, { Trakt } from "@latchkey/auth/providers/trakt";
import TumblrByDefault, { Tumblr } from "@latchkey/auth/providers/tumblr";
import TwitchByDefault, { Twitch } from "@latchkey/auth/providers/twitch";
import TwitterByDefault, { Twitter } from "@latchkey/auth/providers/twitter";
import UnitedEffectsByDefault, { UnitedEffects } from "@latchkey/auth/providers/united-effects";
import VercelByDefault, { Vercel } from "@latchkey/auth/providers/vercel";
import VideoAppByDefault, { VideoApp } from "@latchkey/auth/providers/videoapp";
import VippsByDefault, { Vipps } from "@latchkey/auth/providers/vipps";
import VKByDefault, { VK } from "@latchkey/auth/providers/vk";
import WebAuthnByDefault, { WebAuthn } from "@latchkey/auth/providers/webauthn";
import WebexByDefault, { Webex } from "@latchkey/auth/providers/webex";
import WeChatByDefault, { WeChat } from "@latchkey/auth/providers/wechat";
import WikimediaByDefault, { Wikimedia } from "@latchkey/auth/providers/wikimedia";
import WithingsByDefault, { Withings } from "@latchkey/auth/providers/withings";
import WordPressByDefault, { WordPress } from "@latchkey/auth/providers/wordpress";
import WorkOSByDefault, { WorkOS } from "@latchkey/auth/providers/workos";
import YahooByDefault, { Yahoo } from "@latchkey/auth/providers/yahoo";
import YandexByDefault, { Yandex } from "@latchkey/auth/providers/yandex";
import ZITADELByDefault, { ZITADEL } from "@latchkey/auth/providers/zitadel";
import ZohoByDefault, { Zoho } from "@latchkey/auth/providers/zoho";
import ZoomByDefault, { Zoom } from "@latchkey/auth/providers/zoom";

type Factory = (options: never) => ProviderConfig;

/** The providers by their names, and as defaults. */
export const factories: readonly (readonly [Factory, Factory])[] = [
  [FortyTwo, FortyTwoByDefault],
  [AniList, AniListByDefault],
  [Apple, AppleByDefault],
  [Asgardeo, AsgardeoByDefault],
  [Atlassian, AtlassianByDefault],
  [Auth0, Auth0ByDefault],
  [Authentik, AuthentikByDefault],
  [Autodesk, AutodeskByDefault],
  [AzureAD, AzureADByDefault],
  [AzureADB2C, AzureADB2CByDefault],
  [AzureDevOps, AzureDevOpsByDefault],
  [BankIDNorway, BankIDNorwayByDefault],
  [BattleNet, BattleNetByDefault],
  [BeyondIdentity, BeyondIdentityByDefault],
  [Bitbucket, BitbucketByDefault],
  [Box, BoxByDefault],
  [BoxyHQSAML, BoxyHQSAMLByDefault],
  [Bungie, BungieByDefault],
  [ClickUp, ClickUpByDefault],
  [CodeHost, CodeHostByDefault],
  [Cognito, CognitoByDefault],
  [Coinbase, CoinbaseByDefault],
  [Concept2, Concept2ByDefault],
  [Credentials, CredentialsByDefault],
  [Descope, DescopeByDefault],
  [Discord, DiscordByDefault],
  [DonationAlerts, DonationAlertsByDefault],
  [Dribbble, DribbbleByDefault],
  [Dropbox, DropboxByDefault],
  [DuendeIdentityServer6, DuendeIdentityServer6ByDefault],
  [Email, EmailByDefault],
  [EpicGames, EpicGamesByDefault],
  [Etsy, EtsyByDefault],
  [Eventbrite, EventbriteByDefault],
  [EveOnline, EveOnlineByDefault],
  [Facebook, FacebookByDefault],
  [FACEIT, FACEITByDefault],
  [Figma, FigmaByDefault],
  [ForwardEmail, ForwardEmailByDefault],
  [Foursquare, FoursquareByDefault],
  [FreshBooks, FreshBooksByDefault],
  [Frontegg, FronteggByDefault],
  [FusionAuth, FusionAuthByDefault],
  [Gitea, GiteaByDefault],
  [GitHub, GitHubByDefault],
  [GitLab, GitLabByDefault],
  [Google, GoogleByDefault],
  [Gumroad, GumroadByDefault],
  [HubSpot, HubSpotByDefault],
  [Huggingface, HuggingfaceByDefault],
  [IdentityServer4, IdentityServer4ByDefault],
  [Instagram, InstagramByDefault],
  [Intuit, IntuitByDefault],
  [Kakao, KakaoByDefault],
  [Keycloak, KeycloakByDefault],
  [Kick, KickByDefault],
  [Kinde, KindeByDefault],
  [Lichess, LichessByDefault],
  [LINE, LINEByDefault],
  [Linear, LinearByDefault],
  [LinkedIn, LinkedInByDefault],
  [Logto, LogtoByDefault],
  [Loops, LoopsByDefault],
  [Mailchimp, MailchimpByDefault],
  [Mailgun, MailgunByDefault],
  [MailRu, MailRuByDefault],
  [Mastodon, MastodonByDefault],
  [Mattermost, MattermostByDefault],
  [Medium, MediumByDefault],
  [MercadoLibre, MercadoLibreByDefault],
  [MercadoPago, MercadoPagoByDefault],
  [MicrosoftEntraId, MicrosoftEntraIdByDefault],
  [MyAnimeList, MyAnimeListByDefault],
  [Naver, NaverByDefault],
  [Netlify, NetlifyByDefault],
  [NetSuite, NetSuiteByDefault],
  [Nextcloud, NextcloudByDefault],
  [Nodemailer, NodemailerByDefault],
  [Notion, NotionByDefault],
  [Okta, OktaByDefault],
  [OneLogin, OneLoginByDefault],
  [OryHydra, OryHydraByDefault],
  [Osso, OssoByDefault],
  [Osu, OsuByDefault],
  [Passage, PassageByDefault],
  [Passkey, PasskeyByDefault],
  [Patreon, PatreonByDefault],
  [Paybin, PaybinByDefault],
  [PayPal, PayPalByDefault],
  [PingId, PingIdByDefault],
  [Pinterest, PinterestByDefault],
  [Pipedrive, PipedriveByDefault],
  [Polar, PolarByDefault],
  [Postmark, PostmarkByDefault],
  [Railway, RailwayByDefault],
  [Reddit, RedditByDefault],
  [Resend, ResendByDefault],
  [Roblox, RobloxByDefault],
  [SailPoint, SailPointByDefault],
  [Salesforce, SalesforceByDefault],
  [SendGrid, SendGridByDefault],
  [Shikimori, ShikimoriByDefault],
  [SimpleLogin, SimpleLoginByDefault],
  [Slack, SlackByDefault],
  [Spotify, SpotifyByDefault],
  [Startgg, StartggByDefault],
  [Strava, StravaByDefault],
  [Synology, SynologyByDefault],
  [Threads, ThreadsByDefault],
  [TikTok, TikTokByDefault],
  [Tiltify, TiltifyByDefault],
  [Todoist, TodoistByDefault],
  [Trakt, TraktByDefault],
  [Tumblr, TumblrByDefault],
  [Twitch, TwitchByDefault],
  [Twitter, TwitterByDefault],
  [UnitedEffects, UnitedEffectsByDefault],
  [Vercel, VercelByDefault],
  [VideoApp, VideoAppByDefault],
  [Vipps, VippsByDefault],
  [VK, VKByDefault],
  [WebAuthn, WebAuthnByDefault],
  [Webex, WebexByDefault],
  [WeChat, WeChatByDefault],
  [Wikimedia, WikimediaByDefault],
  [Withings, WithingsByDefault],
  [WordPress, WordPressByDefault],
  [WorkOS, WorkOSByDefault],
  [Yahoo, YahooByDefault],
  [Yandex, YandexByDefault],
  [ZITADEL, ZITADELByDefault],
  [Zoho, ZohoByDefault],
  [Zoom, ZoomByDefault],
];
