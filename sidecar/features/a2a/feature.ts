// The Agent2Agent protocol, and the endpoint that lists the protocols of this room.
import type { Feature } from '../feature.ts';
import { a2aEndpoint, type A2aDeps } from './endpoint.ts';
import { negotiate } from './negotiate.ts';
import { a2aExpiry } from './tables.ts';

export const a2aFeature = (deps: A2aDeps) =>
  ({ handlers: { negotiate }, protocols: { a2a: a2aEndpoint(deps) }, expiry: a2aExpiry }) satisfies Feature;
