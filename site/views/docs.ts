// Prepares the API reference from the table of endpoints: an overview, and one page for each endpoint.
import { type Endpoint, groups } from '#contract/endpoint.ts';
import { allEndpoints, endpoints } from '#contract/endpoints.ts';
import { errorKinds } from '#contract/errors.ts';
import { apiVersion } from '#contract/version.ts';
import { formatCurlCommand } from '../release/curl.ts';
import { examplePlayer } from '../release/embeds.ts';
import { exampleArticle, agentJobs } from '../release/jobs.ts';
import { endpointUrl, pagePath } from '#domain/links.ts';
import { type PublicFacts, rateLimit, type Room } from '#domain/room.ts';
import type { Guide } from '../release/guides.ts';
import { schemaFields, type NamedSchema, schemaTypes, unnamedSchemaFields } from './fields.ts';
import type { PageHead } from './frame.ts';
import { translatorOfRoom } from './translate.ts';

export type Samples = ReturnType<typeof docsSamples>;

/** Returns the items of the room that appear in the reference. */
export function docsSamples(room: Room) {
  const player = examplePlayer(room);
  return {
    jobs: agentJobs(room),
    articleId: exampleArticle(room)?.id,
    playerUrl: player && room.baseUrl + pagePath(player),
  };
}

/** Returns a request that works on this room. */
function exampleRequest({ baseUrl }: PublicFacts, { articleId, playerUrl }: Samples, record: Endpoint): string {
  const { http, docs } = record;
  const params: Record<string, string> = { ...(articleId && { id: articleId }), ...docs.example?.params };
  const path = http.path.replace(/\{(\w+)\}/g, (slot, name: string) => params[name] ?? slot);
  const needsPlayer = http.path === endpoints.oEmbed.http.path && playerUrl !== undefined;
  const values = { ...docs.example?.query, ...(needsPlayer && { url: playerUrl }) };
  const query = new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const body = http.body && { body: docs.example?.body ?? {} };
  return formatCurlCommand(baseUrl + path + (query && `?${query}`), { method: http.method, ...body });
}

function sandboxRemark({ http, access }: Endpoint): string | undefined {
  if (http.method === 'POST') return '?sandbox=1 stores nothing';
  return access?.sandbox ? '?sandbox=1 returns mock data' : undefined;
}

function endpointRemarks(room: PublicFacts, record: Endpoint): string[] {
  const { http, access, agents } = record;
  const remarks = [
    access?.rate && `${rateLimit(room, access.rate)} requests per minute`,
    sandboxRemark(record),
    http.creates && 'accepts Idempotency-Key',
    ['static', 'query'].includes(http.servedBy) && 'has an ETag',
    access?.private && 'not cached',
    agents && `tool ${agents.tool}`,
  ];
  return remarks.filter((remark) => typeof remark === 'string');
}

/** Returns the path of an endpoint's page: `contentIndex` is at `/docs/endpoints/content-index`. */
export const endpointPagePath = (name: string): string =>
  `/docs/endpoints/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export const endpointPagePaths: string[] = allEndpoints.map(([name]) => endpointPagePath(name));

/** Returns all endpoints by group, with links to their pages. */
export const endpointContents = () =>
  Object.keys(groups).map((group) => ({
    name: group,
    endpoints: allEndpoints
      .filter(([, { docs }]) => docs.group === group)
      .map(([name, { http, docs }]) => ({
        href: endpointPagePath(name),
        method: http.method,
        path: http.path,
        summary: docs.summary,
      })),
  }));

export function endpointView(room: PublicFacts, samples: Samples, pagePathOfEndpoint: string) {
  const [, record] = allEndpoints.find(([name]) => endpointPagePath(name) === pagePathOfEndpoint)!;
  const { http, docs } = record;
  const shapes = new Map<string, NamedSchema>();
  const parameters = [http.params, http.query].flatMap((schema) => (schema ? schemaFields(schema, shapes) : []));
  const title = `${http.method} ${http.path}`;
  return {
    head: { path: pagePathOfEndpoint, title, description: docs.summary, hasMarkdown: false } satisfies PageHead,
    method: http.method,
    path: http.path,
    summary: docs.summary,
    description: docs.description,
    parameters,
    body: http.body ? schemaFields(http.body, shapes) : [],
    response: schemaTypes(http.response, shapes),
    responseFields: unnamedSchemaFields(http.response, shapes),
    mediaType: http.mediaType ?? 'application/json',
    shapes: [...shapes.values()],
    errors: (http.errors ?? []).map((kind) => errorKinds[kind]),
    remarks: endpointRemarks(room, record),
    curl: exampleRequest(room, samples, record),
  };
}

export function docsView(room: PublicFacts, samples: Samples, guides: Guide[]) {
  const t = translatorOfRoom(room);
  const head: PageHead = {
    path: '/docs',
    title: t('nav.docs'),
    description: t('docs.description', { publication: room.creator.publication }),
    json: endpointUrl('', 'openApi'),
  };
  return {
    head,
    apiVersion,
    jobs: samples.jobs,
    guides: guides.map(({ path, title, summary }) => ({ href: path, title, summary })),
    groups: endpointContents(),
    errors: Object.values(errorKinds),
    indexUrl: endpointUrl(room.baseUrl, 'index'),
    openApiUrl: endpointUrl('', 'openApi'),
    llmsTxtUrl: endpointUrl('', 'llmsTxt'),
    agentsMdUrl: endpointUrl('', 'agentsMd'),
  };
}
