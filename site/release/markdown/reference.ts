// Renders the API reference, the status, the changelog and the directory as Markdown.
import { otherRoomsNotice } from '#contract/schemas/trust.ts';
import { roomCapabilities } from '#domain/protocols/capabilities.ts';
import { changelogEntries } from '#contract/changelog.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { itemTypes } from '#contract/content-types.ts';
import { apiVersion } from '#contract/version.ts';
import type { Guide } from '../guides.ts';
import { agentJobs } from '../jobs.ts';
import { markdownPage } from './page.ts';
import { endpointUrl } from '#domain/links.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import { bulletList, codeBlock, labelledValue, markdownLink, markdownSection } from '#domain/text/markdown-text.ts';
import { indexUpdatedAt, itemsOfType, type Room, itemsOn } from '#domain/room.ts';
import { nexusCreators } from '#domain/documents/nexus.ts';

/** Renders each task as a section with its requests. */
export const jobSections = (room: Room): string[] =>
  agentJobs(room).flatMap(({ title, when, steps }) =>
    markdownSection(title, [
      escapeInline(when),
      '',
      ...steps.flatMap(({ text, curl }) => [text, '', ...codeBlock(curl)]),
    ]),
  );

export const docsMarkdown = (room: Room): string =>
  markdownPage(room, '/docs', 'API reference', [
    `Version ${apiVersion}. Reading needs no credentials. Fields and errors: ${endpointUrl(room.baseUrl, 'openApi')}`,
    '',
    ...jobSections(room),
    ...markdownSection(
      'Endpoints',
      bulletList(allEndpoints.map(([, { http, docs }]) => `\`${http.method} ${http.path}\` ${docs.summary}`)),
    ),
  ]);

export const guideMarkdown = (room: Room, { path, title, summary, body }: Guide): string =>
  markdownPage(room, path, title, [summary, '', body]);

export function statusMarkdown(room: Room): string {
  const apiItems = itemsOn('api', room.items);
  return markdownPage(room, '/status', 'Status', [
    ...bulletList([
      labelledValue('API version', apiVersion),
      labelledValue('Capabilities', roomCapabilities(room).join(', ')),
      labelledValue('Newest change', indexUpdatedAt(room)),
      ...itemTypes.map((type) => labelledValue(`Items of type ${type}`, itemsOfType(apiItems, type).length)),
      markdownLink('Health', endpointUrl(room.baseUrl, 'health')),
    ]),
  ]);
}

export const changelogMarkdown = (room: Room): string =>
  markdownPage(room, '/changelog', 'Changelog', [
    ...changelogEntries.flatMap(({ date, summary, changes, breaking }) =>
      markdownSection(`${date} ${summary}`, bulletList([...(breaking ? ['Clients must change.'] : []), ...changes])),
    ),
  ]);

/** Renders the addresses that list the members of a Nexus, because members change too often for a page. */
const nexusAddresses = (room: Room): string =>
  markdownPage(room, '/nexus', 'Directory', [
    otherRoomsNotice,
    '',
    ...bulletList(
      allEndpoints
        .filter(([, { http, docs }]) => docs.group === 'Nexus' && http.method === 'GET')
        .map(([, { http, docs }]) => `${markdownLink(http.path, room.baseUrl + http.path)}: ${docs.summary}`),
    ),
  ]);

export function nexusMarkdown(room: Room): string {
  if (room.nexus) return nexusAddresses(room);
  const { creators } = nexusCreators(room, indexUpdatedAt(room), { expand: 'bookingHints' });
  return markdownPage(room, '/nexus', 'Directory', [
    ...bulletList(
      creators.map(({ name, oneLiner, mediaRoomUrl, indexUrl }) =>
        [markdownLink(name, mediaRoomUrl), escapeInline(oneLiner ?? ''), markdownLink('API index', indexUrl)]
          .filter(Boolean)
          .join('. '),
      ),
    ),
  ]);
}

/** Renders the page for people who send an assistant here. */
export const agentsMarkdown = (room: Room): string =>
  markdownPage(room, '/agents', 'For agents', [
    ...bulletList([
      markdownLink('AGENTS.md', endpointUrl(room.baseUrl, 'agentsMd')),
      markdownLink('llms.txt', endpointUrl(room.baseUrl, 'llmsTxt')),
      markdownLink('API index', endpointUrl(room.baseUrl, 'index')),
      markdownLink('OpenAPI', endpointUrl(room.baseUrl, 'openApi')),
      markdownLink('MCP', endpointUrl(room.baseUrl, 'mcpDescriptor')),
    ]),
    '',
    ...jobSections(room),
  ]);
