// The capabilities of a room: those of the service, and payment if something has a price.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { isPaywalled } from '../access/access.ts';

const capabilities = ['sandbox.v1', 'mcp.v1', 'webhooks.v1', 'digest.v1', 'events.v2'];

export const roomCapabilities = ({ access }: { access: AccessFile }): string[] =>
  isPaywalled(access) ? [...capabilities, 'l402.v1'] : capabilities;
