// Content: the creator, the index of everything published, and each type's own list.
import { Type } from 'typebox';
import type { ListName } from '../content-types.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import {
  Article,
  ArticleEntry,
  ContentCount,
  ContentIndex,
  ContentIndexShard,
  ContentItem,
  Episode,
  ListOf,
  StreamVideo,
  WholeItem,
  TimelineEntry,
} from '../schemas/content.ts';
import { BriefingPack, Booking, MediaKit, Profile, Speaking } from '../schemas/press.ts';
import {
  BundleQuery,
  ContentIndexQuery,
  ItemParams,
  ItemQuery,
  ListQuery,
  PressQuery,
  SandboxQuery,
  ShardParams,
  ShowPrepQuery,
} from '../schemas/queries.ts';

const get = { method: 'GET', group: 'Content' } as const;

const who = {
  profile: endpoint({
    ...get,
    path: '/api/agent/profile',
    lane: 'static',
    indexKey: 'profile',
    tool: 'get_profile',
    toolUse:
      'Use it to learn whose room this is: name, publication, a sentence, a paragraph, topics, links, and ' +
      'when the content last changed. A short answer, under 500 tokens. For bios, numbers and pictures use ' +
      'get_media_kit, for talks get_speaking, for what was published get_content_index.',
    sandbox: true,
    summary: 'Who the creator is, and how fresh the content is.',
    query: SandboxQuery,
    response: Profile,
  }),
};

const windowHeaders = {
  'X-Content-Index-Max-Limit': Type.Integer({ description: 'The highest limit that may be asked for.' }),
  'X-Content-Index-Total': Type.Integer({ description: 'Items that match, where there is a query.' }),
  'X-Content-Index-Count': Type.Integer({ description: 'Items in this answer, where there is a query.' }),
};

const index = {
  contentIndex: endpoint({
    ...get,
    path: '/api/agent/content-index',
    lane: 'query',
    indexKey: 'contentIndex',
    tool: 'get_content_index',
    toolUse:
      'Use it first to find anything: by topic, type or date, or with count=true to learn how much there ' +
      'is. Each item comes with id, type, title, summary, date, url and keywords, without its text; newest ' +
      'first, 20 unless limit says otherwise, with total before limit and offset. Read an article found ' +
      'here with get_item. For every field of one type use get_articles, get_episodes, get_stream_videos ' +
      'or get_timeline_entries.',
    sandbox: true,
    summary: 'Everything published, newest first, with filters.',
    paywall: { resource: 'content-index', slice: 'agents', freeWith: 'count' },
    query: ContentIndexQuery,
    response: Type.Union([ContentIndex, ContentCount]),
    alsoTypes: ['application/x-ndjson'],
    headers: windowHeaders,
    example: { query: { type: 'article', limit: 2 } },
  }),
  contentIndexBundle: endpoint({
    ...get,
    path: '/api/agent/content-index/bundle',
    lane: 'sidecar',
    indexKey: 'contentIndexBundle',
    sandbox: true,
    summary: 'The content index as one content item a line.',
    paywall: { resource: 'content-index', slice: 'agents' },
    query: BundleQuery,
    mediaType: 'application/x-ndjson',
    response: ContentItem,
    headers: windowHeaders,
    example: { query: { limit: 2 } },
  }),
  contentIndexShard: endpoint({
    ...get,
    path: '/api/agent/content-index/shards/{n}',
    lane: 'static',
    sandbox: true,
    summary: '500 items of the index, numbered from the oldest.',
    query: SandboxQuery,
    paywall: { resource: 'content-index' },
    params: ShardParams,
    response: ContentIndexShard,
    errors: ['not_found'],
    example: { params: { n: 1 } },
  }),
};

const creator = {
  booking: endpoint({
    ...get,
    path: '/api/agent/booking',
    lane: 'static',
    indexKey: 'booking',
    tool: 'get_booking',
    toolUse:
      'Use it before you propose an interview: questions that the creator likes to answer, topics that work ' +
      'as topic of get_content_index. It books nothing: request_booking does. For a whole kit for one show use ' +
      'generate_guest_kit.',
    sandbox: true,
    summary: 'Questions and topics for an interview, and where to ask for one.',
    query: SandboxQuery,
    response: Booking,
  }),
  showPrep: endpoint({
    ...get,
    path: '/api/agent/show-prep',
    lane: 'sidecar',
    sandbox: true,
    indexKey: 'showPrep',
    summary: 'Briefing pack for a show: top Dots, angles, questions, booking template.',
    tool: 'prepare_show',
    toolDefaults: { format: 'markdown' },
    toolUse:
      'Use it to prepare an interview about a topic: the pieces to read before, each with the reason, angles, questions, ' +
      'and a booking request to fill in for request_booking. Makes nothing. For a kit that is kept and sent to a host use ' +
      'generate_guest_kit; to read one of the pieces, get_item.',
    paywall: { resource: 'content-index', slice: 'anyone' },
    description: 'With format=markdown the answer is text/markdown.',
    alsoTypes: ['text/markdown'],
    query: ShowPrepQuery,
    response: BriefingPack,
    example: { query: { showUrl: 'https://show.example.org', limit: 3 } },
  }),
  mediaKit: endpoint({
    ...get,
    path: '/api/agent/media-kit',
    lane: 'static',
    indexKey: 'mediaKit',
    tool: 'get_media_kit',
    toolUse:
      'Use it to introduce or describe the creator in the words that the creator approved: bios of about ' +
      '50, 100 and 200 words, blurbs, boilerplate, numbers with their dates, addresses of headshots and ' +
      'logos with credits, press contact. For talks use get_speaking; for a show use generate_guest_kit, ' +
      'which holds the bio, too.',
    sandbox: true,
    summary: 'Approved copy, numbers and pictures for press.',
    query: PressQuery,
    pdf: '/media-kit.pdf',
    alsoTypes: ['application/pdf'],
    response: MediaKit,
  }),
  speaking: endpoint({
    ...get,
    path: '/api/agent/speaking',
    lane: 'static',
    indexKey: 'speaking',
    tool: 'get_speaking',
    toolUse:
      'Use it when someone looks for a speaker: talks on offer with formats and lengths, past talks with ' +
      'event and date, audiences, languages, needs, testimonials. For bios and pictures use get_media_kit; ' +
      'for interviews use get_booking.',
    sandbox: true,
    summary: 'Talks, past and offered.',
    query: PressQuery,
    pdf: '/speaking.pdf',
    alsoTypes: ['application/pdf'],
    response: Speaking,
  }),
};

const list = {
  ...get,
  lane: 'query',
  sandbox: true,
  paywall: { resource: 'content-index', slice: 'anyone' },
  query: ListQuery,
  example: { query: { limit: 2 } },
} as const;

const lists = {
  articles: endpoint({
    ...list,
    path: '/api/agent/articles',
    indexKey: 'articles.list',
    tool: 'get_articles',
    toolUse:
      'Use it to go through articles with author, length and reading time, without their texts. To find ' +
      'articles by topic or date use get_content_index; to read one use get_article. Newest first. Give ' +
      'limit (20 is a good start) and offset: all articles at once rarely fit into one answer.',
    summary: 'All articles with metadata.',
    response: ListOf(ArticleEntry),
  }),
  article: endpoint({
    ...get,
    path: '/api/agent/articles/{id}',
    lane: 'static',
    sandbox: true,
    indexKey: 'articles.one',
    tool: 'get_article',
    toolUse:
      'Use it to read or quote one article, by the id of get_content_index or get_articles: metadata and ' +
      'the whole text, as Markdown and as HTML. A text too long for one answer is refused with the address ' +
      'where it can be read. An article with a price answers payment_required.',
    summary: 'One article with its text.',
    paywall: { resource: 'article:{id}' },
    params: ItemParams,
    query: SandboxQuery,
    response: Article,
    errors: ['not_found', 'gone'],
  }),
  item: endpoint({
    ...get,
    path: '/api/agent/items/{id}',
    lane: 'sidecar',
    private: true,
    sandbox: true,
    tool: 'get_item',
    toolUse:
      'Use it to read anything that a list or search_content gave you: an article with its text, an episode, stream or video ' +
      'with its facts, chapters and transcript (who says what when), an entry of the timeline. A long text comes in parts: ask ' +
      'again with nextOffset as offset. To look for words in it use search_content. What has a price answers payment_required.',
    summary: 'One item of any type with its text or transcript, as Markdown.',
    description:
      'Nothing of it is kept by caches, since texts may have a price; the built files of an item are at its url.',
    params: ItemParams,
    query: ItemQuery,
    response: WholeItem,
    errors: ['payment_required', 'not_found', 'gone'],
  }),
  articleMarkdown: endpoint({
    ...get,
    path: '/api/article/{id}/markdown',
    lane: 'static',
    sandbox: true,
    indexKey: 'markdown',
    summary: 'One article as Markdown with front matter.',
    paywall: { resource: 'article:{id}' },
    params: ItemParams,
    query: SandboxQuery,
    mediaType: 'text/markdown',
    response: Type.String({ title: 'Markdown' }),
    errors: ['not_found', 'gone'],
  }),
  timelineEntries: endpoint({
    ...list,
    path: '/api/agent/timeline-entries',
    indexKey: 'timelineEntries',
    tool: 'get_timeline_entries',
    toolUse:
      'Use it for what the creator did and will do: appearances, talks, releases, awards, milestones, ' +
      'press, short posts, each with date, place and organisation where known. For published works use ' +
      'get_content_index. Newest first; give limit and offset, 20 is a good start.',
    summary: 'Appearances, talks, releases, awards, milestones, press and posts.',
    response: ListOf(TimelineEntry),
  }),
  episodes: endpoint({
    ...list,
    path: '/api/agent/episodes',
    indexKey: 'episodes',
    tool: 'get_episodes',
    toolUse:
      'Use it for podcast episodes with what a player needs: audio address, length, season and number, ' +
      'guests, chapters, transcripts. To find episodes by topic or date use get_content_index with ' +
      'type=episode. Newest first; give limit and offset, 20 is a good start.',
    summary: 'Podcast episodes.',
    response: ListOf(Episode),
  }),
  streamVideos: endpoint({
    ...list,
    path: '/api/agent/stream-videos',
    indexKey: 'streamVideos',
    tool: 'get_stream_videos',
    toolUse:
      'Use it for videos and live streams: platform, address to embed, still picture, length, and for ' +
      'streams whether they are upcoming, live or ended. To find some by topic or date use ' +
      'get_content_index with types=stream,video. Newest first; give limit and offset, 20 is a good start.',
    summary: 'Streams and videos.',
    response: ListOf(StreamVideo),
  }),
};

export const content = { ...who, ...index, ...creator, ...lists } satisfies Record<ListName, Endpoint> &
  Record<string, Endpoint>;
