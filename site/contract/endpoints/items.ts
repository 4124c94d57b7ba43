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
      summary: 'All articles with metadata.',
      example: { query: { limit: 2 } },
    },
    access: listAccess,
    agents: {
      tool: 'get_articles',
      usage:
        'Use it to go through articles with author, length and reading time, without their texts. To find ' +
        'articles by topic or date use get_content_index; to read one use get_article. Newest first. Give ' +
        'limit (20 is a good start) and offset: all articles at once rarely fit into one answer.',
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
    docs: { group: 'Content', indexKey: 'articles.one', summary: 'One article with its text.' },
    access: { paywall: { resource: 'article:{id}' }, sandbox: true },
    agents: {
      tool: 'get_article',
      usage:
        'Use it to read or quote one article, by the id of get_content_index or get_articles: metadata and ' +
        'the whole text, as Markdown and as HTML. A text too long for one answer is refused with the address ' +
        'where it can be read. An article with a price answers payment_required.',
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
      summary: 'One item of any type with its text or transcript, as Markdown.',
      description:
        'Nothing of it is kept by caches, since texts may have a price; the built files of an item are at its url.',
    },
    access: { private: true, sandbox: true },
    agents: {
      tool: 'get_item',
      usage:
        'Use it to read anything that a list or search_content gave you: an article with its text, an episode, stream or video ' +
        'with its facts, chapters and transcript (who says what when), an entry of the timeline. A long text comes in parts: ask ' +
        'again with nextOffset as offset. To look for words in it use search_content. What has a price answers payment_required.',
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
    docs: { group: 'Content', indexKey: 'markdown', summary: 'One article as Markdown with front matter.' },
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
      summary: 'Appearances, talks, releases, awards, milestones, press and posts.',
      example: { query: { limit: 2 } },
    },
    access: listAccess,
    agents: {
      tool: 'get_timeline_entries',
      usage:
        'Use it for what the creator did and will do: appearances, talks, releases, awards, milestones, ' +
        'press, short posts, each with date, place and organisation where known. For published works use ' +
        'get_content_index. Newest first; give limit and offset, 20 is a good start.',
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
    docs: { group: 'Content', indexKey: 'episodes', summary: 'Podcast episodes.', example: { query: { limit: 2 } } },
    access: listAccess,
    agents: {
      tool: 'get_episodes',
      usage:
        'Use it for podcast episodes with what a player needs: audio address, length, season and number, ' +
        'guests, chapters, transcripts. To find episodes by topic or date use get_content_index with ' +
        'type=episode. Newest first; give limit and offset, 20 is a good start.',
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
      summary: 'Streams and videos.',
      example: { query: { limit: 2 } },
    },
    access: listAccess,
    agents: {
      tool: 'get_stream_videos',
      usage:
        'Use it for videos and live streams: platform, address to embed, still picture, length, and for ' +
        'streams whether they are upcoming, live or ended. To find some by topic or date use ' +
        'get_content_index with types=stream,video. Newest first; give limit and offset, 20 is a good start.',
    },
  }),
} satisfies Record<ListName, Endpoint> & Record<string, Endpoint>;
