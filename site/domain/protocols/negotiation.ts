// Capability negotiation: common capabilities, and the recommended order of requests.
import type { EndpointName } from '#contract/endpoints.ts';
import type { Negotiation } from '#contract/schemas/discovery.ts';
import { isPaywalled } from '../access/access.ts';
import { roomCapabilities } from './capabilities.ts';
import { endpointUrl } from '../links.ts';
import type { PublicFacts } from '../room.ts';

type Flow = Negotiation['recommendation'][number];
type Facts = Pick<PublicFacts, 'baseUrl' | 'access'>;

const payment = (url: (name: EndpointName) => string): Flow => ({
  flow: 'get-access',
  endpoints: [url('l402PaymentRequest'), url('l402Verify'), url('registerAgentTier')],
  note: 'Pay the invoice of the 402, and send Authorization: L402 with macaroon, a colon and preimage, or with the token of verify.',
});

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
    note: 'Subscribe with an https callbackUrl; the creator approves it; manageUrl shows the state. Verify every signature.',
  },
  {
    flow: 'try-without-effect',
    endpoints: [`${url('contentIndex')}?sandbox=1`, `${url('profile')}?sandbox=1`],
    note: 'Sandbox answers have the real shapes and mock data.',
  },
];

export function negotiate({ baseUrl, access }: Facts, capabilityNames: readonly string[] = []): Negotiation {
  const client = [...new Set(capabilityNames)];
  const capabilities = roomCapabilities({ access });
  const url = (name: EndpointName) => endpointUrl(baseUrl, name);
  return {
    serverCapabilities: capabilities,
    clientCapabilities: client,
    compatible: client.filter((name) => capabilities.includes(name)),
    unsupported: client.filter((name) => !capabilities.includes(name)),
    recommendation: [...flows(url), ...(isPaywalled(access) ? [payment(url)] : [])],
  };
}
