// Renders the home page as Markdown: who this is, what is new, and requests for common tasks.
import { endpoints } from '#contract/endpoints.ts';
import { firstMatching } from '#domain/arrays.ts';
import { freelyListedPages } from '../free-slice.ts';
import { agentJobs } from '../jobs.ts';
import { endpointUrl, itemMarkdownUrl, markdownPath } from '#domain/links.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import {
  bulletList,
  codeBlock,
  frontMatter,
  markdownLink,
  markdownSection,
  joinMarkdownLines,
} from '#domain/text/markdown-text.ts';
import { filledSections } from '../pages.ts';
import { itemDay, type Room, type RoomItem } from '#domain/room.ts';

const newestOfAll = 8;
const newestPerTheme = 2;

const itemLine = (room: Room, item: RoomItem): string =>
  `${itemDay(item)} ${item.type}: ${markdownLink(item.title, itemMarkdownUrl(room.baseUrl, item))}`;

const itemLineWithSummary = (room: Room, item: RoomItem): string =>
  itemLine(room, item) + (item.summary ? `. ${escapeInline(item.summary)}` : '');

/** Lists each theme with its newest articles, so that an agent often needs only one more request. */
function themeLines(room: Room, items: RoomItem[]): string[] {
  const newest = (themeId: string) => {
    const isAbout = (item: RoomItem) => item.themeIds.includes(themeId);
    const articles = firstMatching(items, newestPerTheme, (item) => item.type === 'article' && isAbout(item));
    return articles.length > 0 ? articles : firstMatching(items, newestPerTheme, isAbout);
  };
  return room.creator.themes.flatMap(({ id, label }) => {
    const items = newest(id).map((item) => `  - ${itemLine(room, item)}`);
    return items.length > 0 ? [`- ${escapeInline(label)} (\`topic=${id}\`)`, ...items] : [];
  });
}

function requestLines(room: Room): string[] {
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(room.baseUrl, name);
  const { body } = endpoints.bookingRequest.docs.example;
  return [
    'Reading needs no credentials. Every page is available as Markdown, with `Accept: text/markdown` or at its address with `.md`.',
    '',
    `Newest articles about a subject: \`GET ${url('contentIndex')}?topic=TOPIC&type=article&limit=3\``,
    '',
    `Search in the texts: \`GET ${url('search')}?q=WORDS&limit=3\``,
    '',
    `Request a booking: \`POST ${url('bookingRequest')}\` with this body, in which only showName is required:`,
    '',
    ...codeBlock(JSON.stringify(body), 'json'),
  ];
}

const apiLinks = (room: Room): string[] => [
  markdownLink('Instructions for agents, with example requests', endpointUrl(room.baseUrl, 'agentsMd')),
  markdownLink('API index', endpointUrl(room.baseUrl, 'index')),
  markdownLink('OpenAPI', endpointUrl(room.baseUrl, 'openApi')),
  markdownLink('API catalog', endpointUrl(room.baseUrl, 'apiCatalog')),
];

const pageLinks = (room: Room): string[] =>
  [...filledSections(room), 'media-kit', 'speaking', 'booking', 'docs'].map((page) =>
    markdownLink(page, room.baseUrl + markdownPath(`/${page}`)),
  );

export function homeMarkdown(room: Room): string {
  const { creator, baseUrl } = room;
  const items = freelyListedPages(room);
  return joinMarkdownLines([
    ...frontMatter({
      title: creator.publication,
      url: `${baseUrl}/`,
      author: creator.name,
      llmsTxt: endpointUrl(baseUrl, 'llmsTxt'),
    }),
    `# ${escapeInline(creator.publication)}`,
    '',
    `> ${escapeInline(creator.oneLiner)}`,
    '',
    escapeInline(creator.description),
    '',
    ...markdownSection('For agents', [...requestLines(room), ...bulletList(apiLinks(room))]),
    ...markdownSection(
      'Newest',
      bulletList(items.slice(0, newestOfAll).map((item) => itemLineWithSummary(room, item))),
    ),
    ...markdownSection('Subjects', themeLines(room, items)),
    ...markdownSection(
      'Common tasks',
      bulletList(agentJobs(room).map(({ title, id }) => `${title}: ${skillLink(room, id)}`)),
    ),
    ...markdownSection('Pages', bulletList(pageLinks(room))),
  ]);
}

const skillLink = (room: Room, name: string): string =>
  markdownLink('how', endpointUrl(room.baseUrl, 'agentSkill', { name }));
