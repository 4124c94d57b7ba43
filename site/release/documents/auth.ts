// Renders auth.md, which lists the available credentials.
import { offersSandbox } from '#contract/endpoint.ts';
import { allEndpoints, endpoints } from '#contract/endpoints.ts';
import { freeItems, isPaywalled, pricedResources } from '#domain/access/access.ts';
import { endpointUrl } from '#domain/links.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import { bulletList, codeBlock, markdownSection, joinMarkdownLines } from '#domain/text/markdown-text.ts';
import { curlCommand } from '../curl.ts';
import { canOfferWork, describePrices } from '../free-slice.ts';
import { rateLimit, type Room } from '#domain/room.ts';

function agentTier(room: Room): string[] {
  const request = curlCommand(endpointUrl(room.baseUrl, 'registerAgentTier'), {
    method: 'POST',
    body: endpoints.registerAgentTier.docs.example.body,
  });
  return [
    'For agents that share an address with others, or cannot pay. Nobody has to approve it, and no field is required.',
    '',
    ...codeBlock(request),
    'The answer holds `agentToken`, shown once. Send it as `Authorization: Bearer TOKEN`: your requests are then counted',
    `for you alone, whatever address they come from, and the newest ${freeItems(room.access)} items are free where the`,
    `content index has a price (${rateLimit(room, 'freeSlice')} requests a minute).`,
  ];
}

function payment(room: Room): string[] {
  const { access, baseUrl } = room;
  if (!isPaywalled(access)) return ['Nothing here has a price.'];
  const refusal =
    'Some resources have a price. They answer 402 with code `payment_required` and `details {resourceId, amountSats}`.';
  const work = `3. Or work for it where the 402 has the tier \`pay_or_work\`: ${endpointUrl(baseUrl, 'workOffer')} gives a task.`;
  const offers = pricedResources(access).map(
    ({ resourceId, amountSats, description }) => `\`${resourceId}\`, ${amountSats} sats: ${description}`,
  );
  return [
    `${refusal} The challenge is \`WWW-Authenticate: L402\` with a macaroon and a Lightning invoice.`,
    '',
    `1. Pay the invoice, or ask for another at ${endpointUrl(baseUrl, 'l402PaymentRequest')}.`,
    '2. Send `Authorization: L402 MACAROON:PREIMAGE`, or change the payment into that token at',
    `   ${endpointUrl(baseUrl, 'l402Verify')}.`,
    ...(canOfferWork(room) ? [work] : []),
    '',
    'A payment opens one resource for 24 hours. A token that is wrong or over is answered 402 with `details.reason`.',
    '',
    ...bulletList(offers),
    ...describePrices(room),
  ];
}

/** Lists the endpoints that support the sandbox. Others have their normal effect. */
const tryingIt = (): string[] => [
  'These answer `?sandbox=1` or `X-Service-Sandbox: true` with mock data; a POST is checked and answered as it would be, and keeps nothing.',
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
      'Reading, searching, asking for a booking and subscribing to events need none. Requests that are limited say so in',
      '`X-RateLimit-*` and are counted for your address.',
    ]),
    ...markdownSection('Agent tier', agentTier(room)),
    ...markdownSection('Payment', payment(room)),
    ...markdownSection('Secret addresses', [
      '`statusUrl` of a booking request and `manageUrl` of a subscription are credentials: whoever knows one may read and',
      'cancel. Keep them out of logs, and show them to nobody but the person whom you act for.',
    ]),
    ...markdownSection('Trying it', tryingIt()),
  ]);
