// Renders llms.txt, llms-full.txt and AGENTS.md: the room in Markdown, for language models and agents.
import { otherRoomsNotice } from '#contract/schemas/trust.ts';
import { type ItemType, pagedSectionNames, typesInSection } from '#contract/content-types.ts';
import { articlePriceSats, isPaywalled, isPriced } from '#domain/access/access.ts';
import type { ReadBody } from '#domain/release/artifact.ts';
import { freelyListedNow, freelyListedPages, describePrices } from '../free-slice.ts';
import { exampleTopic } from '../jobs.ts';
import { translatorFor } from '#domain/messages/messages.ts';
import { endpointUrl, itemMarkdownUrl, markdownPath } from '#domain/links.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import { bulletList, markdownLink, markdownSection, joinMarkdownLines } from '#domain/text/markdown-text.ts';
import { itemDay, itemsOfType, type Room, type RoomItem } from '#domain/room.ts';
import { itemMarkdown } from '../markdown/item.ts';
import { jobSections } from '../markdown/reference.ts';

const newestPerType = 5;

const titleAndSummary = (room: Room): string[] => [
  `# ${escapeInline(room.creator.publication)}`,
  '',
  `> ${escapeInline(room.creator.oneLiner)}`,
  '',
];

const t = translatorFor('en');

const priceNote = ({ access }: Room, item: RoomItem): string =>
  isPriced(access, item) ? ` (the text: ${articlePriceSats(access, item.id)} sats)` : '';

function itemLines(room: Room, types: ItemType[]): string[] {
  const items = itemsOfType(freelyListedNow(room), ...types);
  const line = (item: RoomItem) =>
    `${markdownLink(item.title, itemMarkdownUrl(room.baseUrl, item))}: ${escapeInline(item.summary ?? itemDay(item))}${priceNote(room, item)}`;
  const names = types.map((type) => t(`types.${type}`).toLowerCase()).join(' and ');
  return markdownSection(`Newest ${names}`, bulletList(items.slice(0, newestPerType).map(line)));
}

/** Renders llms.txt in the format of https://llmstxt.org: a heading, a quote, and sections of links. */
export function llmsTxt(room: Room): string {
  const { creator, baseUrl } = room;
  const to = (label: string, name: Parameters<typeof endpointUrl>[1], query = '') =>
    markdownLink(label, endpointUrl(baseUrl, name) + query);
  const page = (label: string, path: string) => markdownLink(label, baseUrl + markdownPath(path));
  return joinMarkdownLines([
    ...titleAndSummary(room),
    escapeInline(creator.description),
    '',
    'Every page is also available as Markdown: add `.md` to its address, or send `Accept: text/markdown`.',
    '',
    ...markdownSection(
      'For agents',
      bulletList([
        `${to('AGENTS.md', 'agentsMd')}: instructions for common tasks, with example requests`,
        `${to('API index', 'index')}: every endpoint, event and capability`,
        `${to('Content index', 'contentIndex')}: everything published; filter by type, topic and date`,
        `${to('Search', 'search', `?q=${encodeURIComponent(exampleTopic(room))}`)}: titles, summaries and texts, with the matching passages`,
        `${to('Changes', 'changes')}: everything in order of change, for updating a copy`,
        `${to('Show preparation', 'showPrep', '?showUrl=https://show.example.org')}: briefing pack for a show`,
        `${page('Media kit', '/media-kit')}: bios, blurbs, numbers, pictures`,
        `${page('Speaking', '/speaking')}: available and past talks`,
        `${page('Booking', '/booking')}: questions and topics for an interview, and how to request one`,
        `${to('OpenAPI', 'openApi')}: the whole API in machine-readable form`,
        `${to('Compact OpenAPI', 'openApiCompact')}: all endpoints without response schemas, short enough for a model`,
        `${to('MCP', 'mcp')}: the same functions as tools, Streamable HTTP, no credentials`,
        `${to('Agent card', 'agentCard')}: A2A, for agents that send messages`,
        ...(room.nexus
          ? [
              `${to('Directory', 'nexusCreators', '?expand=bookingHints')}: all creators of this Nexus. ${otherRoomsNotice}`,
            ]
          : []),
        `${to('auth.md', 'authMd')}: available credentials; reading needs none`,
      ]),
    ),
    ...markdownSection('Prices', bulletList(describePrices(room))),
    ...pagedSectionNames.flatMap((section) => itemLines(room, typesInSection(section))),
    ...markdownSection(
      'Optional',
      bulletList([`${to('llms-full.txt', 'llmsFullTxt')}: complete texts and transcripts of the newest items`]),
    ),
  ]);
}

/** Size limit of about 100,000 tokens, which leaves space in a large context window. */
const fullTextBytes = 400_000;

const withoutSpeech = ({ spoken: _, ...silent }: RoomItem): RoomItem => silent;

/** Renders complete texts, newest first, up to the size limit. Texts that have a price or are hidden are excluded. */
export function llmsFullTxt(room: Room, bodyOf: ReadBody): string {
  const listedPages = freelyListedPages(room);
  const free = isPaywalled(room.access) ? listedPages.filter((item) => !isPriced(room.access, item)) : listedPages;
  const texts: string[] = [];
  let bytes = 0;
  for (const item of free) {
    const fits = (text: string): boolean => bytes + Buffer.byteLength(text) <= fullTextBytes;
    // A long transcript alone must not exclude all other texts.
    const whole = itemMarkdown(room, item, bodyOf(item));
    const text = fits(whole) ? whole : itemMarkdown(room, withoutSpeech(item), bodyOf(item));
    if (!fits(text)) break;
    bytes += Buffer.byteLength(text);
    texts.push(text);
  }
  const scope = `Free texts and transcripts, newest first: ${texts.length} of ${free.length}, at most ${fullTextBytes} bytes.`;
  return joinMarkdownLines([
    ...titleAndSummary(room),
    scope,
    `The others: ${endpointUrl(room.baseUrl, 'contentIndex')}`,
    ...describePrices(room),
    '',
    ...texts,
  ]);
}

export function agentsMd(room: Room): string {
  const { creator, baseUrl } = room;
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(baseUrl, name);
  return joinMarkdownLines([
    `# ${escapeInline(creator.publication)} for agents`,
    '',
    `${escapeInline(creator.oneLiner)} Reading needs no credentials. Use \`?sandbox=1\` to try requests that support it.`,
    '',
    ...jobSections(room),
    ...markdownSection('Prices', bulletList(describePrices(room))),
    ...markdownSection('Good to know', [
      `- ${url('index')} lists all other addresses.`,
      `- MCP server with the same functions (Streamable HTTP, no credentials): ${url('mcp')}.`,
      ...(room.nexus
        ? [
            `- Directory of creators: ${url('nexusCreators')}, and ${url('nexusSearch')} to find creators by subject. ${otherRoomsNotice}`,
          ]
        : []),
      `- A2A messages: \`POST ${url('a2a')}\`, described in ${url('agentCard')}.`,
      '- Errors are `{"error": {"code", "message", "details"}}`. Lists are `{"items", "count", "total"}`, newest first.',
      '- Documents have an `ETag`. Send it back to get 304 if nothing changed. Markdown has its estimated size in `X-Markdown-Tokens`.',
      '- Send `X-Service-Source: agent` to be counted as an agent.',
      `- \`POST ${url('negotiate')}\` compares capabilities.`,
      `- The schemas of all answers are in ${url('openApi')}.`,
    ]),
  ]);
}
