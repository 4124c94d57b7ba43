// The reference, the status, the changelog and the directory as Markdown.
import { otherRoomsNotice } from '#contract/schemas/trust.ts';
import { capabilitiesOf } from '#domain/protocols/capabilities.ts';
import { changelogEntries } from '#contract/changelog.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { itemTypes } from '#contract/content-types.ts';
import { apiVersion } from '#contract/version.ts';
import { type Guide, guidePath } from '../guides.ts';
import { jobs } from '../jobs.ts';
import { endpointUrl } from '#domain/links.ts';
import { inLine } from '#domain/text/markdown.ts';
import { bullets, code, fact, frontMatter, link, section, textOf } from '#domain/text/markdown-text.ts';
import { indexUpdatedAt, ofType, type Room, shownOn } from '#domain/room.ts';
import { nexusCreators } from '#domain/documents/nexus.ts';

const top = (room: Room, path: string, title: string): string[] => [
  ...frontMatter({ title, url: room.baseUrl + path, llmsTxt: endpointUrl(room.baseUrl, 'llmsTxt') }),
  `# ${title}`,
  '',
];

/** Each job as a section: when to do it, and its requests. */
export const jobSections = (room: Room): string[] =>
  jobs(room).flatMap(({ title, when, steps }) =>
    section(title, [inLine(when), '', ...steps.flatMap(({ say, curl }) => [say, '', ...code(curl)])]),
  );

export const docsMarkdown = (room: Room): string =>
  textOf([
    ...top(room, '/docs', 'API reference'),
    `Version ${apiVersion}. Reading needs no credentials. Fields and errors: ${endpointUrl(room.baseUrl, 'openApi')}`,
    '',
    ...jobSections(room),
    ...section(
      'Endpoints',
      bullets(allEndpoints.map(([, { http, docs }]) => `\`${http.method} ${http.path}\` ${docs.summary}`)),
    ),
  ]);

export const guideMarkdown = (room: Room, { name, title, summary, body }: Guide): string =>
  textOf([...top(room, guidePath(name), title), summary, '', body]);

export function statusMarkdown(room: Room): string {
  const listed = shownOn('api', room.items);
  return textOf([
    ...top(room, '/status', 'Status'),
    ...bullets([
      fact('API version', apiVersion),
      fact('Capabilities', capabilitiesOf(room).join(', ')),
      fact('Newest change', indexUpdatedAt(room)),
      ...itemTypes.map((type) => fact(`Items of type ${type}`, ofType(listed, type).length)),
      link('Health', endpointUrl(room.baseUrl, 'health')),
    ]),
  ]);
}

export const changelogMarkdown = (room: Room): string =>
  textOf([
    ...top(room, '/changelog', 'Changelog'),
    ...changelogEntries.flatMap(({ date, summary, changes, breaking }) =>
      section(`${date} ${summary}`, bullets([...(breaking ? ['Clients must change.'] : []), ...changes])),
    ),
  ]);

/** Where a Nexus is run, its members change by the minute: the addresses that list them. */
const nexusAddresses = (room: Room): string =>
  textOf([
    ...top(room, '/nexus', 'Directory'),
    otherRoomsNotice,
    '',
    ...bullets(
      allEndpoints
        .filter(([, { http, docs }]) => docs.group === 'Nexus' && http.method === 'GET')
        .map(([, { http, docs }]) => `${link(http.path, room.baseUrl + http.path)}: ${docs.summary}`),
    ),
  ]);

export function nexusMarkdown(room: Room): string {
  if (room.nexus) return nexusAddresses(room);
  const { creators } = nexusCreators(room, indexUpdatedAt(room), { expand: 'bookingHints' });
  return textOf([
    ...top(room, '/nexus', 'Directory'),
    ...bullets(
      creators.map(({ name, oneLiner, mediaRoomUrl, indexUrl }) =>
        [link(name, mediaRoomUrl), inLine(oneLiner ?? ''), link('API index', indexUrl)].filter(Boolean).join('. '),
      ),
    ),
  ]);
}

/** The page for people who send an assistant here. */
export const agentsMarkdown = (room: Room): string =>
  textOf([
    ...top(room, '/agents', 'For agents'),
    ...bullets([
      link('AGENTS.md', endpointUrl(room.baseUrl, 'agentsMd')),
      link('llms.txt', endpointUrl(room.baseUrl, 'llmsTxt')),
      link('API index', endpointUrl(room.baseUrl, 'index')),
      link('OpenAPI', endpointUrl(room.baseUrl, 'openApi')),
      link('MCP', endpointUrl(room.baseUrl, 'mcpDescriptor')),
    ]),
    '',
    ...jobSections(room),
  ]);
