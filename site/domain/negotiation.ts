// Capability negotiation: what both sides can do, and which endpoints to call in which order.
import { capabilities } from '#contract/capabilities.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import type { Negotiation } from '#contract/schemas/discovery.ts';
import { endpointUrl } from './links.ts';

type Flow = Negotiation['recommendation'][number];

const flows = (url: (name: EndpointName) => string): Flow[] => [
  {
    flow: 'discover',
    endpoints: [url('index'), url('profile'), url('contentIndex')],
    note: 'Keep the ETag of each and send it as If-None-Match; compare the changelog version now and then.',
  },
  {
    flow: 'use-tools',
    endpoints: [url('mcp')],
    note: 'Connect an MCP client (Streamable HTTP, no credentials); the tools stand for the endpoints of this API.',
  },
  {
    flow: 'prepare-a-show',
    endpoints: [url('showPrep'), url('guestKit'), url('mediaKit'), url('booking')],
    note: 'Call show-prep with showUrl; its bookingRequestTemplate is a complete body for a booking request.',
  },
  {
    flow: 'book',
    endpoints: [url('booking'), url('bookingRequest')],
    note: 'Send an Idempotency-Key with the request, keep statusUrl, and look there for the answer.',
  },
  {
    flow: 'stay-up-to-date',
    endpoints: [url('webhookSubscribe')],
    note: 'Subscribe with an https callbackUrl; the creator approves it; manageUrl tells the state. Verify every signature.',
  },
  {
    flow: 'try-without-effect',
    endpoints: [`${url('contentIndex')}?sandbox=1`, `${url('profile')}?sandbox=1`],
    note: 'Sandbox answers have the real shapes and mock data.',
  },
];

export function negotiate(baseUrl: string, asked: readonly string[] = []): Negotiation {
  const client = [...new Set(asked)];
  return {
    serverCapabilities: capabilities,
    clientCapabilities: client,
    compatible: client.filter((name) => capabilities.includes(name)),
    unsupported: client.filter((name) => !capabilities.includes(name)),
    recommendation: flows((name) => endpointUrl(baseUrl, name)),
  };
}
