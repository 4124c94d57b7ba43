// Items: the list of each type, and single items.
import { Type } from 'typebox';
import type { ListName } from '../content-types.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import {
  Article,
  ArticleEntry,
  Episode,
  listResponse,
  StreamVideo,
  TimelineEntry,
  WholeItem,
} from '../schemas/content.ts';
import { ItemParams, ItemQuery, ListQuery, SandboxQuery } from '../schemas/queries.ts';

const listAccess = { paywall: { resource: 'content-index', freeSlice: 'anyone' }, sandbox: true } as const;

export const items = {
  articles: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/articles',
      servedBy: 'query',
      query: ListQuery,
      response: listResponse(ArticleEntry),
    },
    docs: {
      group: 'Content',
      indexKey: 'articles.list',
      summary: 'List articles with metadata.',
      example: { query: { limit: 2 } },
    },
    access: listAccess,
    agents: {
      tool: 'get_articles',
      usage:
        'Use it for author, length and reading time; no texts. To find articles by topic or date use get_content_index; ' +
        'to read one, get_article. Newest first.',
    },
  }),
  article: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/articles/{id}',
      servedBy: 'static',
      params: ItemParams,
      query: SandboxQuery,
      response: Article,
      errors: ['not_found', 'gone'],
    },
    docs: { group: 'Content', indexKey: 'articles.one', summary: 'Get an article with its text.' },
    access: { paywall: { resource: 'article:{id}' }, sandbox: true },
    agents: {
      tool: 'get_article',
      usage:
        'Use it to read an article in Markdown and HTML. For a text that is too long, or for another type, use get_item. ' +
        'payment_required means that it has a price.',
    },
  }),
  item: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/items/{id}',
      servedBy: 'sidecar',
      params: ItemParams,
      query: ItemQuery,
      response: WholeItem,
      errors: ['payment_required', 'not_found', 'gone'],
    },
    docs: {
      group: 'Content',
      summary: 'Get an item of any type with its text or transcript, as Markdown.',
      description:
        'Responses are not cached, because texts may have a price. The static files of an item are at its url.',
    },
    access: { private: true, sandbox: true },
    agents: {
      tool: 'get_item',
      usage:
        'Use it to read what a list or search_content found: an article; an episode, stream or video with chapters, ' +
        'speakers and times; a timeline entry. For the next part, set offset to nextOffset. A text with a price returns ' +
        'payment_required.',
    },
  }),
  articleMarkdown: endpoint({
    http: {
      method: 'GET',
      path: '/api/article/{id}/markdown',
      servedBy: 'static',
      params: ItemParams,
      query: SandboxQuery,
      response: Type.String({ title: 'Markdown' }),
      mediaType: 'text/markdown',
      errors: ['not_found', 'gone'],
    },
    docs: { group: 'Content', indexKey: 'markdown', summary: 'Get an article as Markdown with front matter.' },
    access: { paywall: { resource: 'article:{id}' }, sandbox: true },
  }),
  timelineEntries: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/timeline-entries',
      servedBy: 'query',
      query: ListQuery,
      response: listResponse(TimelineEntry),
    },
    docs: {
      group: 'Content',
      indexKey: 'timelineEntries',
      summary: 'List appearances, talks, releases, awards, milestones, press and posts.',
      example: { query: { limit: 2 } },
    },
    access: listAccess,
    agents: {
      tool: 'get_timeline_entries',
      usage:
        'Use it for past and future events of the creator, with date, place and organisation if known. For published ' +
        'works use get_content_index.',
    },
  }),
  episodes: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/episodes',
      servedBy: 'query',
      query: ListQuery,
      response: listResponse(Episode),
    },
    docs: {
      group: 'Content',
      indexKey: 'episodes',
      summary: 'List podcast episodes.',
      example: { query: { limit: 2 } },
    },
    access: listAccess,
    agents: {
      tool: 'get_episodes',
      usage:
        'Use it for the data of a player: audio address, length, season and number, guests, chapters, transcripts. To ' +
        'find episodes by topic or date use get_content_index with type=episode.',
    },
  }),
  streamVideos: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/stream-videos',
      servedBy: 'query',
      query: ListQuery,
      response: listResponse(StreamVideo),
    },
    docs: {
      group: 'Content',
      indexKey: 'streamVideos',
      summary: 'List streams and videos.',
      example: { query: { limit: 2 } },
    },
    access: listAccess,
    agents: {
      tool: 'get_stream_videos',
      usage:
        'Use it for platform, embed address, still picture, length, and the status of streams. To find them by topic or ' +
        'date use get_content_index with types=stream,video.',
    },
  }),
} satisfies Record<ListName, Endpoint> & Record<string, Endpoint>;
