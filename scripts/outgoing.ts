// Outgoing requests of the commands, in the name of this room.
import { type Outgoing, outgoing, type OutgoingOptions } from '../sidecar/outgoing/outgoing.ts';
import type { Env } from '../sidecar/settings/settings.ts';
import { settings } from './settings.ts';

export const openOutgoing = (env: Env, options: Omit<OutgoingOptions, 'baseUrl'>): Outgoing =>
  outgoing({ ...options, baseUrl: settings(env).baseUrl });
