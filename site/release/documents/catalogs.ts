// Renders catalogs of this host in the formats that programs look for. They name only what is available.
import type { AiCatalog, ApiCatalog, ArdManifest } from '#contract/schemas/well-known.ts';
import { roomSlug } from '#domain/text/slug.ts';
import { agentJobs } from '../jobs.ts';
import { endpointUrl } from '#domain/links.ts';
import { indexUpdatedAt, type Room } from '#domain/room.ts';
import { serverCardType, serverCardUrl } from './server-card.ts';
import { skills } from './skills.ts';

const json = 'application/json';
const openApiType = 'application/vnd.oai.openapi+json';

/** Renders the API catalog (RFC 9727 §4) with the link relations of RFC 8631. */
export function apiCatalog(room: Room): ApiCatalog {
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(room.baseUrl, name);
  return {
    linkset: [
      {
        anchor: url('apiCatalog'),
        item: [url('index'), url('mcp'), url('a2a')].map((href) => ({ href, type: json })),
      },
      {
        anchor: url('index'),
        'service-desc': [{ href: url('openApi'), type: openApiType }],
        'service-doc': [
          { href: `${room.baseUrl}/docs`, type: 'text/html' },
          { href: url('agentsMd'), type: 'text/markdown' },
        ],
        'service-meta': [
          { href: url('aiCatalog'), type: 'application/ai-catalog+json' },
          { href: url('agentSkills'), type: json },
          { href: url('authMd'), type: 'text/markdown' },
        ],
        status: [{ href: url('health'), type: json }],
      },
      { anchor: url('mcp'), 'service-desc': [{ href: serverCardUrl(room.baseUrl), type: serverCardType }] },
      { anchor: url('a2a'), 'service-desc': [{ href: url('agentCard'), type: json }] },
    ],
  };
}

type Entry = ArdManifest['entries'][0];

/** Returns the publisher. Names in the catalog consist of letters, digits, dots and dashes. */
const publisher = (baseUrl: string): string => new URL(baseUrl).hostname.replace(/[^a-zA-Z0-9.-]/g, '') || 'localhost';

function catalogEntries(room: Room): Entry[] {
  const { creator, baseUrl } = room;
  const all = agentJobs(room);
  const entry = (kind: string, name: string, rest: Omit<Entry, 'identifier' | 'updatedAt'>): Entry => ({
    identifier: `urn:air:${publisher(baseUrl)}:${kind}:${name}`,
    ...rest,
    updatedAt: indexUpdatedAt(room),
  });
  const whole = {
    displayName: creator.publication,
    description: creator.oneLiner,
    tags: creator.topics,
    representativeQueries: all.map(({ exampleRequests: asks }) => asks[0]!),
  };
  const slug = roomSlug(room);
  const agent = { ...whole, type: 'application/a2a-agent-card+json', url: endpointUrl(baseUrl, 'agentCard') };
  const mcp = { ...whole, type: serverCardType, url: serverCardUrl(baseUrl) };
  return [
    entry('mcp', slug, mcp),
    entry('agent', slug, agent),
    entry('api', slug, { ...whole, type: openApiType, url: endpointUrl(baseUrl, 'openApi') }),
    ...skills(room).map(({ name, description }, i) =>
      entry('skill', name, {
        displayName: all[i]!.title,
        type: 'application/agent-skills+md',
        url: endpointUrl(baseUrl, 'agentSkill', { name }),
        description,
        representativeQueries: all[i]!.exampleRequests,
      }),
    ),
  ];
}

/** Renders the catalog of https://ai-catalog.io. */
export const aiCatalog = (room: Room): AiCatalog => ({
  specVersion: '1.0',
  host: { displayName: room.creator.publication, documentationUrl: `${room.baseUrl}/docs` },
  entries: catalogEntries(room).map(({ representativeQueries: _, ...entry }) => entry),
});

/** Renders the manifest of Agentic Resource Discovery 0.91 §4. */
export const ardManifest = (room: Room): ArdManifest => ({ entries: catalogEntries(room) });
