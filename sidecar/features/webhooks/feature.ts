// Subscriptions to events.
import type { Settings } from '../../settings/settings.ts';
import type { Feature } from '../feature.ts';
import { webhooksConsole } from './console.ts';
import { webhookEnd, webhookState, webhookSubscribe, webhookTest } from './handlers.ts';
import { webhookExpiry } from './tables.ts';

export interface WebhookDeps {
  settings: Pick<Settings, 'allowedHosts'>;
}

export const webhookFeature = ({ settings }: WebhookDeps) =>
  ({
    handlers: { webhookSubscribe: webhookSubscribe(settings.allowedHosts), webhookState, webhookTest, webhookEnd },
    expiry: webhookExpiry,
    console: webhooksConsole,
  }) satisfies Feature;
