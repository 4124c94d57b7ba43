// The capabilities of a room: those of the service, and payment if something has a price.
import { capabilities } from '#contract/capabilities.ts';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { isPaywalled } from '../access/access.ts';

export const roomCapabilities = ({ access }: { access: AccessFile }): string[] =>
  isPaywalled(access) ? [...capabilities, 'l402.v1'] : capabilities;
