// Outgoing requests of the commands, in the name of this room.
import { type Outgoing, outgoing, type OutgoingOptions } from '../sidecar/outgoing/outgoing.ts';
import { settings } from './settings.ts';

export const openOutgoing = (options: Omit<OutgoingOptions, 'baseUrl'>): Outgoing =>
  outgoing({ ...options, baseUrl: settings().baseUrl });
