// The Agent2Agent protocol, and the endpoint that lists the protocols of this room.
import { negotiate } from '#domain/protocols/negotiation.ts';
import { json } from '../../http/handler.ts';
import type { Feature } from '../feature.ts';
import { a2aEndpoint, type A2aDeps } from './endpoint.ts';
import { a2aExpiry } from './tables.ts';

export const a2aFeature = (deps: A2aDeps) =>
  ({
    handlers: { negotiate: ({ body }, { release }) => json(negotiate(release.facts, body.capabilities)) },
    protocols: { a2a: a2aEndpoint(deps) },
    expiry: a2aExpiry,
  }) satisfies Feature;
