// The table of all endpoints. Routing, validation, types, OpenAPI, the API index, tools and documentation are derived
// from it.
import type { Endpoint } from './endpoint.ts';
import { ask } from './endpoints/ask.ts';
import { booking } from './endpoints/booking.ts';
import { content } from './endpoints/content.ts';
import { discovery } from './endpoints/discovery.ts';
import { guests } from './endpoints/guests.ts';
import { items } from './endpoints/items.ts';
import { nexus } from './endpoints/nexus.ts';
import { payment } from './endpoints/payment.ts';
import { protocols } from './endpoints/protocols.ts';
import { search } from './endpoints/search.ts';
import { transcription } from './endpoints/transcription.ts';
import { webhooks } from './endpoints/webhooks.ts';
import { wellKnown } from './endpoints/well-known.ts';
import { work } from './endpoints/work.ts';

export const endpoints = {
  ...discovery,
  ...wellKnown,
  ...content,
  ...items,
  ...search,
  ...ask,
  ...protocols,
  ...nexus,
  ...booking,
  ...guests,
  ...webhooks,
  ...payment,
  ...work,
  ...transcription,
};

type Table = typeof endpoints;
export type EndpointName = keyof Table;
type NamesServedBy<L> = { [N in EndpointName]: Table[N] extends { http: { servedBy: L } } ? N : never }[EndpointName];

/** Endpoints whose response, at least without parameters, is a built file. */
export type DocumentName = NamesServedBy<'static' | 'query'>;
/** Endpoints that need a handler in the sidecar. */
export type HandlerName = NamesServedBy<'query' | 'sidecar'>;
/** Endpoints that respond with the messages of a protocol such as MCP. */
export type ProtocolName = NamesServedBy<'protocol'>;
export type EndpointOf<N extends EndpointName> = Table[N];

export const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][];
