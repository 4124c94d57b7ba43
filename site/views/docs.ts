// The API reference, read from the table of endpoints: one entry each, with a line to try it.
import { type Endpoint, groups } from '#contract/endpoint.ts';
import { allEndpoints, endpoints } from '#contract/endpoints.ts';
import { errorCodes, errorKinds } from '#contract/errors.ts';
import { apiVersion } from '#contract/version.ts';
import { curl } from '../release/curl.ts';
import { examplePlayer } from '../release/embeds.ts';
import { exampleArticle, type Job, jobs } from '../release/jobs.ts';
import { endpointUrl, pagePath } from '#domain/links.ts';
import { type PublicFacts, rateLimit, type Room } from '#domain/room.ts';
import { type Guide, guidePath } from '../release/guides.ts';
import { type Field, fieldsOf, type Shape, type TypeText, typesOfSchema, unnamedFieldsOf } from './fields.ts';
import type { PageHead } from './frame.ts';
import { wordsOf } from './words.ts';

export interface EndpointView {
  anchor: string;
  method: string;
  path: string;
  summary: string;
  description: string | undefined;
  parameters: Field[];
  body: Field[];
  /** What it answers with, and in which media type. */
  answer: TypeText[];
  answerFields: Field[];
  mediaType: string;
  errors: { status: number; code: string; summary: string }[];
  /** Rate, sandbox, tool: short remarks. */
  remarks: string[];
  curl: string;
}

/** All that the reference says of the room's items. */
export interface Samples {
  jobs: Job[];
  articleId: string | undefined;
  /** Address of the page of an item that can be played. */
  playerUrl: string | undefined;
}

export function samplesOf(room: Room): Samples {
  const player = examplePlayer(room);
  return {
    jobs: jobs(room),
    articleId: exampleArticle(room)?.id,
    playerUrl: player && room.baseUrl + pagePath(player),
  };
}

/** A request line that works on this room. */
function curlOf({ baseUrl }: PublicFacts, { articleId, playerUrl }: Samples, record: Endpoint): string {
  const { http, docs } = record;
  const params: Record<string, string> = { ...(articleId && { id: articleId }), ...docs.example?.params };
  const path = http.path.replace(/\{(\w+)\}/g, (slot, name: string) => params[name] ?? slot);
  const isOfPlayer = http.path === endpoints.oEmbed.http.path && playerUrl !== undefined;
  const asked = { ...docs.example?.query, ...(isOfPlayer && { url: playerUrl }) };
  const query = new URLSearchParams(
    Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const body = http.body && { body: docs.example?.body ?? {} };
  return curl(baseUrl + path + (query && `?${query}`), { method: http.method, ...body });
}

function remarksOf(room: PublicFacts, record: Endpoint): string[] {
  const { http, access, agents } = record;
  return [
    ...(access?.rate ? [`${rateLimit(room, access.rate)} requests a minute`] : []),
    ...(http.method === 'POST'
      ? ['?sandbox=1 keeps nothing']
      : access?.sandbox
        ? ['answers ?sandbox=1 with mock data']
        : []),
    ...(http.creates ? ['takes Idempotency-Key'] : []),
    ...(http.servedBy === 'static' || http.servedBy === 'query' ? ['has an ETag'] : []),
    ...(access?.private ? ['kept by no cache'] : []),
    ...(agents ? [`tool ${agents.tool}`] : []),
  ];
}

function endpointView(
  room: PublicFacts,
  samples: Samples,
  [name, record]: [string, Endpoint],
  shapes: Map<string, Shape>,
): EndpointView {
  const { http, docs } = record;
  const parameters = [http.params, http.query].flatMap((schema) => (schema ? fieldsOf(schema, shapes) : []));
  return {
    anchor: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    method: http.method,
    path: http.path,
    summary: docs.summary,
    description: docs.description,
    parameters,
    body: http.body ? fieldsOf(http.body, shapes) : [],
    answer: typesOfSchema(http.response, shapes),
    answerFields: unnamedFieldsOf(http.response, shapes),
    mediaType: http.mediaType ?? 'application/json',
    errors: (http.errors ?? []).map((kind) => errorKinds[kind]),
    remarks: remarksOf(room, record),
    curl: curlOf(room, samples, record),
  };
}

export function docsView(room: PublicFacts, samples: Samples, guides: Guide[]) {
  const t = wordsOf(room);
  const shapes = new Map<string, Shape>();
  const shown = Object.keys(groups).map((group) => ({
    name: group,
    endpoints: allEndpoints.flatMap(([name, record]) =>
      record.docs.group === group ? [endpointView(room, samples, [name, record], shapes)] : [],
    ),
  }));
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
    guides: guides.map(({ name, title, summary }) => ({ href: guidePath(name), title, summary })),
    groups: shown.filter((group) => group.endpoints.length > 0),
    shapes: [...shapes.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    errors: Object.values(errorKinds),
    errorCodes,
    indexUrl: endpointUrl(room.baseUrl, 'index'),
    openApiUrl: endpointUrl('', 'openApi'),
    llmsTxtUrl: endpointUrl('', 'llmsTxt'),
    agentsMdUrl: endpointUrl('', 'agentsMd'),
  };
}
