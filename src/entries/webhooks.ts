/**
 * Webhooks: the feature `Webhooks`.
 *
 * @module
 */

export { Webhooks, type WebhooksFeature } from "../features/webhooks/webhooks.ts";
export type { WebhookEndpoint, WebhooksOptions } from "../features/webhooks/options.ts";
export type {
  OutsideWebhooks,
  WebhookAccount,
  WebhookData,
  WebhookDelivery,
  WebhookDeliveryResult,
  WebhookEvent,
  WebhookMessage,
  WebhookPage,
  WebhookType,
  WebhookUser,
} from "../features/webhooks/types.ts";
