// Opens outgoing requests for commands. They identify the room.
import { type Outgoing, openOutgoing, type OutgoingOptions } from '../sidecar/outgoing/outgoing.ts';
import type { Environment } from '../sidecar/settings/settings.ts';
import { settings } from './settings.ts';

export const openCommandOutgoing = (env: Environment, options: Omit<OutgoingOptions, 'baseUrl'>): Outgoing =>
  openOutgoing({ ...options, baseUrl: settings(env).baseUrl });
