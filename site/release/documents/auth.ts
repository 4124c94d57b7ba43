// Renders auth.md, which lists the available credentials.
import { offersSandbox } from '#contract/endpoint.ts';
import { allEndpoints, endpoints } from '#contract/endpoints.ts';
import { freeItems, isPaywalled, pricedResources } from '#domain/access/access.ts';
import { endpointUrl } from '#domain/links.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import { bulletList, codeBlock, markdownSection, joinMarkdownLines } from '#domain/text/markdown-text.ts';
import { formatCurlCommand } from '../curl.ts';
import { canOfferWork, describePrices } from '../free-slice.ts';
import { rateLimit, type Room } from '#domain/room.ts';

function describeAgentTier(room: Room): string[] {
  const request = formatCurlCommand(endpointUrl(room.baseUrl, 'registerAgentTier'), {
    method: 'POST',
    body: endpoints.registerAgentTier.docs.example.body,
  });
  return [
    'For agents that share an IP address or cannot pay. Registration needs no approval, and no field is required.',
    '',
    ...codeBlock(request),
    'The response contains `agentToken`, which is shown only once. Send it as `Authorization: Bearer TOKEN`. Your requests',
    `are then counted separately, and the newest ${freeItems(room.access)} items are free even if the content index`,
    `has a price (${rateLimit(room, 'freeSlice')} requests per minute).`,
  ];
}

function describePayment(room: Room): string[] {
  const { access, baseUrl } = room;
  if (!isPaywalled(access)) return ['Nothing here has a price.'];
  const refusal =
    'Some resources have a price. They return 402 with code `payment_required` and `details {resourceId, amountSats}`.';
  const work = `3. Or work instead of paying, if the 402 has the tier \`pay_or_work\`. Get a task at ${endpointUrl(baseUrl, 'workOffer')}`;
  const offers = pricedResources(access).map(
    ({ resourceId, amountSats, description }) => `\`${resourceId}\`, ${amountSats} sats: ${description}`,
  );
  return [
    `${refusal} The challenge is \`WWW-Authenticate: L402\` with a macaroon and a Lightning invoice.`,
    '',
    `1. Pay the invoice, or request another at ${endpointUrl(baseUrl, 'l402PaymentRequest')}.`,
    '2. Send `Authorization: L402 MACAROON:PREIMAGE`, or exchange the payment for that token at',
    `   ${endpointUrl(baseUrl, 'l402Verify')}.`,
    ...(canOfferWork(room) ? [work] : []),
    '',
    'A payment unlocks one resource for 24 hours. An invalid or expired token is answered with 402 and `details.reason`.',
    '',
    ...bulletList(offers),
    ...describePrices(room),
  ];
}

/** Lists the endpoints that support the sandbox. Others have their normal effect. */
const describeSandbox = (): string[] => [
  'These return mock data for `?sandbox=1` or `X-Service-Sandbox: 1`. A POST is validated and answered as usual, but stores nothing.',
  '',
  ...allEndpoints.flatMap(([, record]) =>
    offersSandbox(record) ? [`- \`${record.http.method} ${record.http.path}\``] : [],
  ),
];

export const authMd = (room: Room): string =>
  joinMarkdownLines([
    '# auth.md',
    '',
    `How a program gets access to ${escapeInline(room.creator.publication)} at ${room.baseUrl}. There are no accounts, no API`,
    'keys and no OAuth here: there is no authorization server to discover, and no registration before you read.',
    '',
    ...markdownSection('Without credentials', [
      'Reading, searching, booking requests and event subscriptions need none. Rate limits are in',
      '`X-RateLimit-*` and apply to your IP address.',
    ]),
    ...markdownSection('Agent tier', describeAgentTier(room)),
    ...markdownSection('Payment', describePayment(room)),
    ...markdownSection('Secret addresses', [
      '`statusUrl` of a booking request and `manageUrl` of a subscription are credentials: anyone who knows one can read and',
      'cancel. Keep them out of logs, and show them only to the person you act for.',
    ]),
    ...markdownSection('Trying it', describeSandbox()),
  ]);
