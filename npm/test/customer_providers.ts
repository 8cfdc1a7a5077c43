/**
 * A customer's program that imports each provider. Written by `deno task print`.
 *
 * @module
 */

import type { ProviderConfig } from "@latchkey/auth/providers";
import FortyTwoByDefault from "@latchkey/auth/providers/42-school";
import { FortyTwo } from "@latchkey/auth/providers/42-school";
import AniListByDefault from "@latchkey/auth/providers/anilist";
import { AniList } from "@latchkey/auth/providers/anilist";
import AppleByDefault from "@latchkey/auth/providers/apple";
import { Apple } from "@latchkey/auth/providers/apple";
import AsgardeoByDefault from "@latchkey/auth/providers/asgardeo";
import { Asgardeo } from "@latchkey/auth/providers/asgardeo";
import AtlassianByDefault from "@latchkey/auth/providers/atlassian";
import { Atlassian } from "@latchkey/auth/providers/atlassian";
import Auth0ByDefault from "@latchkey/auth/providers/auth0";
import { Auth0 } from "@latchkey/auth/providers/auth0";
import AuthentikByDefault from "@latchkey/auth/providers/authentik";
import { Authentik } from "@latchkey/auth/providers/authentik";
import AutodeskByDefault from "@latchkey/auth/providers/autodesk";
import { Autodesk } from "@latchkey/auth/providers/autodesk";
import AzureADByDefault from "@latchkey/auth/providers/azure-ad";
import { AzureAD } from "@latchkey/auth/providers/azure-ad";
import AzureADB2CByDefault from "@latchkey/auth/providers/azure-ad-b2c";
import { AzureADB2C } from "@latchkey/auth/providers/azure-ad-b2c";
import AzureDevOpsByDefault from "@latchkey/auth/providers/azure-devops";
import { AzureDevOps } from "@latchkey/auth/providers/azure-devops";
import BankIDNorwayByDefault from "@latchkey/auth/providers/bankid-no";
import { BankIDNorway } from "@latchkey/auth/providers/bankid-no";
import BattleNetByDefault from "@latchkey/auth/providers/battlenet";
import { BattleNet } from "@latchkey/auth/providers/battlenet";
import BeyondIdentityByDefault from "@latchkey/auth/providers/beyondidentity";
import { BeyondIdentity } from "@latchkey/auth/providers/beyondidentity";
import BitbucketByDefault from "@latchkey/auth/providers/bitbucket";
import { Bitbucket } from "@latchkey/auth/providers/bitbucket";
import BoxByDefault from "@latchkey/auth/providers/box";
import { Box } from "@latchkey/auth/providers/box";
import BoxyHQSAMLByDefault from "@latchkey/auth/providers/boxyhq-saml";
import { BoxyHQSAML } from "@latchkey/auth/providers/boxyhq-saml";
import BungieByDefault from "@latchkey/auth/providers/bungie";
import { Bungie } from "@latchkey/auth/providers/bungie";
import ClickUpByDefault from "@latchkey/auth/providers/click-up";
import { ClickUp } from "@latchkey/auth/providers/click-up";
import CodeHostByDefault from "@latchkey/auth/providers/codehost";
import { CodeHost } from "@latchkey/auth/providers/codehost";
import CognitoByDefault from "@latchkey/auth/providers/cognito";
import { Cognito } from "@latchkey/auth/providers/cognito";
import CoinbaseByDefault from "@latchkey/auth/providers/coinbase";
import { Coinbase } from "@latchkey/auth/providers/coinbase";
import Concept2ByDefault from "@latchkey/auth/providers/concept2";
import { Concept2 } from "@latchkey/auth/providers/concept2";
import CredentialsByDefault from "@latchkey/auth/providers/credentials";
import { Credentials } from "@latchkey/auth/providers/credentials";
import DescopeByDefault from "@latchkey/auth/providers/descope";
import { Descope } from "@latchkey/auth/providers/descope";
import DiscordByDefault from "@latchkey/auth/providers/discord";
import { Discord } from "@latchkey/auth/providers/discord";
import DonationAlertsByDefault from "@latchkey/auth/providers/donation-alerts";
import { DonationAlerts } from "@latchkey/auth/providers/donation-alerts";
import DribbbleByDefault from "@latchkey/auth/providers/dribbble";
import { Dribbble } from "@latchkey/auth/providers/dribbble";
import DropboxByDefault from "@latchkey/auth/providers/dropbox";
import { Dropbox } from "@latchkey/auth/providers/dropbox";
import DuendeIdentityServer6ByDefault from "@latchkey/auth/providers/duende-identity-server6";
import { DuendeIdentityServer6 } from "@latchkey/auth/providers/duende-identity-server6";
import EmailByDefault from "@latchkey/auth/providers/email";
import { Email } from "@latchkey/auth/providers/email";
import EpicGamesByDefault from "@latchkey/auth/providers/epicgames";
import { EpicGames } from "@latchkey/auth/providers/epicgames";
import EtsyByDefault from "@latchkey/auth/providers/etsy";
import { Etsy } from "@latchkey/auth/providers/etsy";
import EventbriteByDefault from "@latchkey/auth/providers/eventbrite";
import { Eventbrite } from "@latchkey/auth/providers/eventbrite";
import EveOnlineByDefault from "@latchkey/auth/providers/eveonline";
import { EveOnline } from "@latchkey/auth/providers/eveonline";
import FacebookByDefault from "@latchkey/auth/providers/facebook";
import { Facebook } from "@latchkey/auth/providers/facebook";
import FACEITByDefault from "@latchkey/auth/providers/faceit";
import { FACEIT } from "@latchkey/auth/providers/faceit";
import FigmaByDefault from "@latchkey/auth/providers/figma";
import { Figma } from "@latchkey/auth/providers/figma";
import ForwardEmailByDefault from "@latchkey/auth/providers/forwardemail";
import { ForwardEmail } from "@latchkey/auth/providers/forwardemail";
import FoursquareByDefault from "@latchkey/auth/providers/foursquare";
import { Foursquare } from "@latchkey/auth/providers/foursquare";
import FreshBooksByDefault from "@latchkey/auth/providers/freshbooks";
import { FreshBooks } from "@latchkey/auth/providers/freshbooks";
import FronteggByDefault from "@latchkey/auth/providers/frontegg";
import { Frontegg } from "@latchkey/auth/providers/frontegg";
import FusionAuthByDefault from "@latchkey/auth/providers/fusionauth";
import { FusionAuth } from "@latchkey/auth/providers/fusionauth";
import GiteaByDefault from "@latchkey/auth/providers/gitea";
import { Gitea } from "@latchkey/auth/providers/gitea";
import GitHubByDefault from "@latchkey/auth/providers/github";
import { GitHub } from "@latchkey/auth/providers/github";
import GitLabByDefault from "@latchkey/auth/providers/gitlab";
import { GitLab } from "@latchkey/auth/providers/gitlab";
import GoogleByDefault from "@latchkey/auth/providers/google";
import { Google } from "@latchkey/auth/providers/google";
import GumroadByDefault from "@latchkey/auth/providers/gumroad";
import { Gumroad } from "@latchkey/auth/providers/gumroad";
import HubSpotByDefault from "@latchkey/auth/providers/hubspot";
import { HubSpot } from "@latchkey/auth/providers/hubspot";
import HuggingfaceByDefault from "@latchkey/auth/providers/huggingface";
import { Huggingface } from "@latchkey/auth/providers/huggingface";
import IdentityServer4ByDefault from "@latchkey/auth/providers/identity-server4";
import { IdentityServer4 } from "@latchkey/auth/providers/identity-server4";
import InstagramByDefault from "@latchkey/auth/providers/instagram";
import { Instagram } from "@latchkey/auth/providers/instagram";
import IntuitByDefault from "@latchkey/auth/providers/intuit";
import { Intuit } from "@latchkey/auth/providers/intuit";
import KakaoByDefault from "@latchkey/auth/providers/kakao";
import { Kakao } from "@latchkey/auth/providers/kakao";
import KeycloakByDefault from "@latchkey/auth/providers/keycloak";
import { Keycloak } from "@latchkey/auth/providers/keycloak";
import KickByDefault from "@latchkey/auth/providers/kick";
import { Kick } from "@latchkey/auth/providers/kick";
import KindeByDefault from "@latchkey/auth/providers/kinde";
import { Kinde } from "@latchkey/auth/providers/kinde";
import LichessByDefault from "@latchkey/auth/providers/lichess";
import { Lichess } from "@latchkey/auth/providers/lichess";
import LINEByDefault from "@latchkey/auth/providers/line";
import { LINE } from "@latchkey/auth/providers/line";
import LinearByDefault from "@latchkey/auth/providers/linear";
import { Linear } from "@latchkey/auth/providers/linear";
import LinkedInByDefault from "@latchkey/auth/providers/linkedin";
import { LinkedIn } from "@latchkey/auth/providers/linkedin";
import LogtoByDefault from "@latchkey/auth/providers/logto";
import { Logto } from "@latchkey/auth/providers/logto";
import LoopsByDefault from "@latchkey/auth/providers/loops";
import { Loops } from "@latchkey/auth/providers/loops";
import MailchimpByDefault from "@latchkey/auth/providers/mailchimp";
import { Mailchimp } from "@latchkey/auth/providers/mailchimp";
import MailgunByDefault from "@latchkey/auth/providers/mailgun";
import { Mailgun } from "@latchkey/auth/providers/mailgun";
import MailRuByDefault from "@latchkey/auth/providers/mailru";
import { MailRu } from "@latchkey/auth/providers/mailru";
import MastodonByDefault from "@latchkey/auth/providers/mastodon";
import { Mastodon } from "@latchkey/auth/providers/mastodon";
import MattermostByDefault from "@latchkey/auth/providers/mattermost";
import { Mattermost } from "@latchkey/auth/providers/mattermost";
import MediumByDefault from "@latchkey/auth/providers/medium";
import { Medium } from "@latchkey/auth/providers/medium";
import MercadoLibreByDefault from "@latchkey/auth/providers/mercadolibre";
import { MercadoLibre } from "@latchkey/auth/providers/mercadolibre";
import MercadoPagoByDefault from "@latchkey/auth/providers/mercadopago";
import { MercadoPago } from "@latchkey/auth/providers/mercadopago";
import MicrosoftEntraIdByDefault from "@latchkey/auth/providers/microsoft-entra-id";
import { MicrosoftEntraId } from "@latchkey/auth/providers/microsoft-entra-id";
import MyAnimeListByDefault from "@latchkey/auth/providers/myanimelist";
import { MyAnimeList } from "@latchkey/auth/providers/myanimelist";
import NaverByDefault from "@latchkey/auth/providers/naver";
import { Naver } from "@latchkey/auth/providers/naver";
import NetlifyByDefault from "@latchkey/auth/providers/netlify";
import { Netlify } from "@latchkey/auth/providers/netlify";
import NetSuiteByDefault from "@latchkey/auth/providers/netsuite";
import { NetSuite } from "@latchkey/auth/providers/netsuite";
import NextcloudByDefault from "@latchkey/auth/providers/nextcloud";
import { Nextcloud } from "@latchkey/auth/providers/nextcloud";
import NodemailerByDefault from "@latchkey/auth/providers/nodemailer";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import NotionByDefault from "@latchkey/auth/providers/notion";
import { Notion } from "@latchkey/auth/providers/notion";
import OktaByDefault from "@latchkey/auth/providers/okta";
import { Okta } from "@latchkey/auth/providers/okta";
import OneLoginByDefault from "@latchkey/auth/providers/onelogin";
import { OneLogin } from "@latchkey/auth/providers/onelogin";
import OryHydraByDefault from "@latchkey/auth/providers/ory-hydra";
import { OryHydra } from "@latchkey/auth/providers/ory-hydra";
import OssoByDefault from "@latchkey/auth/providers/osso";
import { Osso } from "@latchkey/auth/providers/osso";
import OsuByDefault from "@latchkey/auth/providers/osu";
import { Osu } from "@latchkey/auth/providers/osu";
import PassageByDefault from "@latchkey/auth/providers/passage";
import { Passage } from "@latchkey/auth/providers/passage";
import PasskeyByDefault from "@latchkey/auth/providers/passkey";
import { Passkey } from "@latchkey/auth/providers/passkey";
import PasswordByDefault from "@latchkey/auth/providers/password";
import { Password } from "@latchkey/auth/providers/password";
import PatreonByDefault from "@latchkey/auth/providers/patreon";
import { Patreon } from "@latchkey/auth/providers/patreon";
import PaybinByDefault from "@latchkey/auth/providers/paybin";
import { Paybin } from "@latchkey/auth/providers/paybin";
import PayPalByDefault from "@latchkey/auth/providers/paypal";
import { PayPal } from "@latchkey/auth/providers/paypal";
import PingIdByDefault from "@latchkey/auth/providers/ping-id";
import { PingId } from "@latchkey/auth/providers/ping-id";
import PinterestByDefault from "@latchkey/auth/providers/pinterest";
import { Pinterest } from "@latchkey/auth/providers/pinterest";
import PipedriveByDefault from "@latchkey/auth/providers/pipedrive";
import { Pipedrive } from "@latchkey/auth/providers/pipedrive";
import PolarByDefault from "@latchkey/auth/providers/polar";
import { Polar } from "@latchkey/auth/providers/polar";
import PostmarkByDefault from "@latchkey/auth/providers/postmark";
import { Postmark } from "@latchkey/auth/providers/postmark";
import RailwayByDefault from "@latchkey/auth/providers/railway";
import { Railway } from "@latchkey/auth/providers/railway";
import RedditByDefault from "@latchkey/auth/providers/reddit";
import { Reddit } from "@latchkey/auth/providers/reddit";
import ResendByDefault from "@latchkey/auth/providers/resend";
import { Resend } from "@latchkey/auth/providers/resend";
import RobloxByDefault from "@latchkey/auth/providers/roblox";
import { Roblox } from "@latchkey/auth/providers/roblox";
import SailPointByDefault from "@latchkey/auth/providers/sailpoint";
import { SailPoint } from "@latchkey/auth/providers/sailpoint";
import SalesforceByDefault from "@latchkey/auth/providers/salesforce";
import { Salesforce } from "@latchkey/auth/providers/salesforce";
import SendGridByDefault from "@latchkey/auth/providers/sendgrid";
import { SendGrid } from "@latchkey/auth/providers/sendgrid";
import ShikimoriByDefault from "@latchkey/auth/providers/shikimori";
import { Shikimori } from "@latchkey/auth/providers/shikimori";
import SimpleLoginByDefault from "@latchkey/auth/providers/simplelogin";
import { SimpleLogin } from "@latchkey/auth/providers/simplelogin";
import SlackByDefault from "@latchkey/auth/providers/slack";
import { Slack } from "@latchkey/auth/providers/slack";
import SpotifyByDefault from "@latchkey/auth/providers/spotify";
import { Spotify } from "@latchkey/auth/providers/spotify";
import StartggByDefault from "@latchkey/auth/providers/startgg";
import { Startgg } from "@latchkey/auth/providers/startgg";
import StravaByDefault from "@latchkey/auth/providers/strava";
import { Strava } from "@latchkey/auth/providers/strava";
import SynologyByDefault from "@latchkey/auth/providers/synology";
import { Synology } from "@latchkey/auth/providers/synology";
import ThreadsByDefault from "@latchkey/auth/providers/threads";
import { Threads } from "@latchkey/auth/providers/threads";
import TikTokByDefault from "@latchkey/auth/providers/tiktok";
import { TikTok } from "@latchkey/auth/providers/tiktok";
import TiltifyByDefault from "@latchkey/auth/providers/tiltify";
import { Tiltify } from "@latchkey/auth/providers/tiltify";
import TodoistByDefault from "@latchkey/auth/providers/todoist";
import { Todoist } from "@latchkey/auth/providers/todoist";
import TraktByDefault from "@latchkey/auth/providers/trakt";
import { Trakt } from "@latchkey/auth/providers/trakt";
import TumblrByDefault from "@latchkey/auth/providers/tumblr";
import { Tumblr } from "@latchkey/auth/providers/tumblr";
import TwitchByDefault from "@latchkey/auth/providers/twitch";
import { Twitch } from "@latchkey/auth/providers/twitch";
import TwitterByDefault from "@latchkey/auth/providers/twitter";
import { Twitter } from "@latchkey/auth/providers/twitter";
import UnitedEffectsByDefault from "@latchkey/auth/providers/united-effects";
import { UnitedEffects } from "@latchkey/auth/providers/united-effects";
import VercelByDefault from "@latchkey/auth/providers/vercel";
import { Vercel } from "@latchkey/auth/providers/vercel";
import VideoAppByDefault from "@latchkey/auth/providers/videoapp";
import { VideoApp } from "@latchkey/auth/providers/videoapp";
import VippsByDefault from "@latchkey/auth/providers/vipps";
import { Vipps } from "@latchkey/auth/providers/vipps";
import VKByDefault from "@latchkey/auth/providers/vk";
import { VK } from "@latchkey/auth/providers/vk";
import WebAuthnByDefault from "@latchkey/auth/providers/webauthn";
import { WebAuthn } from "@latchkey/auth/providers/webauthn";
import WebexByDefault from "@latchkey/auth/providers/webex";
import { Webex } from "@latchkey/auth/providers/webex";
import WeChatByDefault from "@latchkey/auth/providers/wechat";
import { WeChat } from "@latchkey/auth/providers/wechat";
import WikimediaByDefault from "@latchkey/auth/providers/wikimedia";
import { Wikimedia } from "@latchkey/auth/providers/wikimedia";
import WithingsByDefault from "@latchkey/auth/providers/withings";
import { Withings } from "@latchkey/auth/providers/withings";
import WordPressByDefault from "@latchkey/auth/providers/wordpress";
import { WordPress } from "@latchkey/auth/providers/wordpress";
import WorkOSByDefault from "@latchkey/auth/providers/workos";
import { WorkOS } from "@latchkey/auth/providers/workos";
import YahooByDefault from "@latchkey/auth/providers/yahoo";
import { Yahoo } from "@latchkey/auth/providers/yahoo";
import YandexByDefault from "@latchkey/auth/providers/yandex";
import { Yandex } from "@latchkey/auth/providers/yandex";
import ZITADELByDefault from "@latchkey/auth/providers/zitadel";
import { ZITADEL } from "@latchkey/auth/providers/zitadel";
import ZohoByDefault from "@latchkey/auth/providers/zoho";
import { Zoho } from "@latchkey/auth/providers/zoho";
import ZoomByDefault from "@latchkey/auth/providers/zoom";
import { Zoom } from "@latchkey/auth/providers/zoom";

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
  [Password, PasswordByDefault],
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
