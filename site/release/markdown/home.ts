// The front of the room as Markdown: who this is, what is new, and how an agent gets its work done in one more request.
import { endpoints } from '#contract/endpoints.ts';
import { firstOf } from '#domain/arrays.ts';
import { freelyListedPages } from '../free-slice.ts';
import { jobs } from '../jobs.ts';
import { endpointUrl, itemTextUrl, markdownPath } from '#domain/links.ts';
import { inLine } from '#domain/text/markdown.ts';
import { bullets, code, frontMatter, link, section, textOf } from '#domain/text/markdown-text.ts';
import { filledShelves } from '../pages.ts';
import { itemDay, type Room, type RoomItem } from '#domain/room.ts';

const newestOfAll = 8;
const newestPerTheme = 2;

const line = (room: Room, item: RoomItem): string =>
  `${itemDay(item)} ${item.type}: ${link(item.title, itemTextUrl(room.baseUrl, item))}`;

const withSummary = (room: Room, item: RoomItem): string =>
  line(room, item) + (item.summary ? `. ${inLine(item.summary)}` : '');

/** Each theme with its newest articles first, so that what was asked for may be one request away. */
function themeLines(room: Room, shown: RoomItem[]): string[] {
  const newest = (themeId: string) => {
    const isAbout = (item: RoomItem) => item.themeIds.includes(themeId);
    const articles = firstOf(shown, newestPerTheme, (item) => item.type === 'article' && isAbout(item));
    return articles.length > 0 ? articles : firstOf(shown, newestPerTheme, isAbout);
  };
  return room.creator.themes.flatMap(({ id, label }) => {
    const items = newest(id).map((item) => `  - ${line(room, item)}`);
    return items.length > 0 ? [`- ${inLine(label)} (\`topic=${id}\`)`, ...items] : [];
  });
}

function requestLines(room: Room): string[] {
  const url = (name: Parameters<typeof endpointUrl>[1]) => endpointUrl(room.baseUrl, name);
  const { body } = endpoints.bookingRequest.docs.example;
  return [
    'Reading needs no credentials. Every page is Markdown with `Accept: text/markdown`, or at its address with `.md`.',
    '',
    `Newest articles about a subject: \`GET ${url('contentIndex')}?topic=TOPIC&type=article&limit=3\``,
    '',
    `Search in the texts: \`GET ${url('search')}?q=WORDS&limit=3\``,
    '',
    `Ask for a booking: \`POST ${url('bookingRequest')}\` with a body of which only showName is needed:`,
    '',
    ...code(JSON.stringify(body), 'json'),
  ];
}

const places = (room: Room): string[] => [
  link('Jobs for agents, with requests to copy', endpointUrl(room.baseUrl, 'agentsMd')),
  link('API index', endpointUrl(room.baseUrl, 'index')),
  link('OpenAPI', endpointUrl(room.baseUrl, 'openApi')),
  link('API catalog', endpointUrl(room.baseUrl, 'apiCatalog')),
];

const pages = (room: Room): string[] =>
  [...filledShelves(room), 'media-kit', 'speaking', 'booking', 'docs'].map((page) =>
    link(page, room.baseUrl + markdownPath(`/${page}`)),
  );

export function homeMarkdown(room: Room): string {
  const { creator, baseUrl } = room;
  const shown = freelyListedPages(room);
  return textOf([
    ...frontMatter({
      title: creator.publication,
      url: `${baseUrl}/`,
      author: creator.name,
      llmsTxt: endpointUrl(baseUrl, 'llmsTxt'),
    }),
    `# ${inLine(creator.publication)}`,
    '',
    `> ${inLine(creator.oneLiner)}`,
    '',
    inLine(creator.description),
    '',
    ...section('For agents', [...requestLines(room), ...bullets(places(room))]),
    ...section('Newest', bullets(shown.slice(0, newestOfAll).map((item) => withSummary(room, item)))),
    ...section('Subjects', themeLines(room, shown)),
    ...section('What agents come for', bullets(jobs(room).map(({ title, id }) => `${title}: ${skillLink(room, id)}`))),
    ...section('Pages', bullets(pages(room))),
  ]);
}

const skillLink = (room: Room, name: string): string => link('how', endpointUrl(room.baseUrl, 'agentSkill', { name }));
