// Renders documents that clients read first: index, health, bundle, landing payload, widget, changelog.
import { roomCapabilities } from '#domain/protocols/capabilities.ts';
import { changelogEntries } from '#contract/changelog.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { moreEvents, specifiedEvents } from '#contract/events.ts';
import type {
  ApiIndex,
  Changelog,
  DiscoveryBundle,
  Health,
  LandingPayload,
  Widget,
} from '#contract/schemas/discovery.ts';
import { apiVersion } from '#contract/version.ts';
import { endpointUrl, oEmbedPath } from '#domain/links.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { indexUpdatedAt, rateLimit, type Room } from '#domain/room.ts';
import { toolNamesForRoom } from '#domain/protocols/tools.ts';
import type { L402Info } from '#contract/schemas/payment.ts';
import { newestPlayer } from '../embeds.ts';
import { canOfferWork } from '../free-slice.ts';
import { freeItems, isPaywalled, pricedResources } from '#domain/access/access.ts';

/** Returns the payment options, or undefined if nothing has a price. */
function l402Info(room: Room): L402Info | undefined {
  const { access, baseUrl } = room;
  if (!isPaywalled(access)) return undefined;
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(baseUrl, name);
  const work = { id: 'pay_or_work' as const, workOfferUrl: url('workOffer'), workSubmitUrl: url('workSubmit') };
  return {
    scheme: 'L402',
    offers: pricedResources(access),
    tiers: [
      { id: 'pay', paymentRequestUrl: url('l402PaymentRequest'), verifyUrl: url('l402Verify') },
      ...(canOfferWork(room) ? [work] : []),
      { id: 'free_slice', registerUrl: url('registerAgentTier'), items: freeItems(access) },
    ],
    termsUrl: url('authMd'),
  };
}

const docs = (room: Room) => `${room.baseUrl}/docs`;
const status = (room: Room) => `${room.baseUrl}/status`;

/** Returns the endpoints of the index, by their indexKey. A dot in a key nests. */
function endpointMap(baseUrl: string): ApiIndex['endpoints'] {
  const map: Record<string, string | Record<string, string>> = {};
  for (const { http, docs } of Object.values<Endpoint>(endpoints)) {
    const [key, inner] = docs.indexKey?.split('.') ?? [];
    if (key && inner) map[key] = { ...(map[key] as Record<string, string>), [inner]: baseUrl + http.path };
    else if (key) map[key] = baseUrl + http.path;
  }
  return map as ApiIndex['endpoints'];
}

export function apiIndex(room: Room): ApiIndex {
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(room.baseUrl, name);
  return {
    name: room.creator.publication,
    description: room.creator.description,
    version: apiVersion,
    events: specifiedEvents,
    moreEvents,
    endpoints: endpointMap(room.baseUrl),
    docsUrl: docs(room),
    statusUrl: status(room),
    openApiUrl: url('openApi'),
    changelogUrl: url('changelog'),
    fallbackDocsUrl: docs(room),
    fallbackStatusUrl: status(room),
    docs: docs(room),
    discoveryBundleUrl: url('discoveryBundle'),
    negotiateUrl: url('negotiate'),
    landingPayloadUrl: url('landingPayload'),
    mediaKitPdfUrl: room.baseUrl + endpoints.mediaKit.http.pdf,
    speakingPdfUrl: room.baseUrl + endpoints.speaking.http.pdf,
    discoveryLinks: {
      agentCard: url('agentCard'),
      mcp: url('mcpDescriptor'),
      llmsTxtUrl: url('llmsTxt'),
      agentsMdUrl: url('agentsMd'),
      nexus: url('nexusCreators'),
      nexusPage: `${room.baseUrl}/nexus`,
    },
    mcpToolsSummary: toolNamesForRoom(room),
    capabilities: roomCapabilities(room),
    rateLimitPerMinute: rateLimit(room, 'mcp'),
  };
}

export const health = (): Health => ({ version: apiVersion, status: 'operational' });

export function discoveryBundle(room: Room): DiscoveryBundle {
  const l402 = l402Info(room);
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(room.baseUrl, name);
  return {
    version: apiVersion,
    links: {
      llmsTxt: url('llmsTxt'),
      agentCard: url('agentCard'),
      apiIndex: url('index'),
      openApi: url('openApi'),
      changelog: url('changelog'),
      nexus: url('nexusCreators'),
    },
    capabilities: roomCapabilities(room),
    docsUrl: docs(room),
    statusUrl: status(room),
    fallbackDocsUrl: docs(room),
    fallbackStatusUrl: status(room),
    landingPayloadUrl: url('landingPayload'),
    indexUpdatedAt: indexUpdatedAt(room),
    ...(l402 && { l402 }),
  };
}

export const landingPayload = (room: Room): LandingPayload => ({
  hero: { heading: room.creator.publication, subheading: room.creator.oneLiner },
  ctas: [
    { label: `Book ${room.creator.name}`, href: `${room.baseUrl}/booking`, primary: true },
    { label: 'Media kit', href: `${room.baseUrl}/media-kit`, primary: false },
    { label: 'For agents', href: endpointUrl(room.baseUrl, 'index'), primary: false },
  ],
  discoveryLinks: {
    llmsTxt: endpointUrl(room.baseUrl, 'llmsTxt'),
    agentsMd: endpointUrl(room.baseUrl, 'agentsMd'),
    agent: endpointUrl(room.baseUrl, 'agentCard'),
    apiAgent: endpointUrl(room.baseUrl, 'index'),
    nexusCreators: endpointUrl(room.baseUrl, 'nexusCreators'),
    docs: docs(room),
    status: status(room),
  },
});

function playerLinks(room: Room): string[] {
  const newest = newestPlayer(room);
  if (!newest) return [];
  const href = escapeMarkup(room.baseUrl + oEmbedPath(newest));
  return [`<link rel="alternate" type="application/json+oembed" title="${escapeMarkup(newest.title)}" href="${href}">`];
}

export function widget(room: Room): Widget {
  const index = endpointUrl(room.baseUrl, 'index');
  const llms = endpointUrl(room.baseUrl, 'llmsTxt');
  const jsonLd = { '@context': 'https://schema.org', '@type': 'Person', name: room.creator.name, url: room.baseUrl };
  return {
    mode: 'meta-only',
    baseUrl: room.baseUrl,
    snippets: {
      htmlMetaLinks: [
        `<link rel="service-desc" type="application/json" href="${escapeMarkup(index)}">`,
        `<link rel="describedby" type="text/plain" href="${escapeMarkup(llms)}">`,
        ...playerLinks(room),
      ].join('\n'),
      jsonLd: `<script type="application/ld+json">${JSON.stringify(jsonLd).replaceAll('<', '\\u003c')}</script>`,
      markdown: `[${escapeInline(room.creator.publication)}](${room.baseUrl}) · [API](${index}) · [llms.txt](${llms})`,
    },
  };
}

export const changelog = (room: Room): Changelog => ({
  version: apiVersion,
  changelogUrl: endpointUrl(room.baseUrl, 'changelog'),
  entries: changelogEntries,
});
