// Content: the creator, press material, and the index of everything published.
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { toolDefaultLimit } from '../limits.ts';
import { ContentCount, ContentIndex, ContentIndexShard, ContentItem, People } from '../schemas/content.ts';
import { BriefingPack, Booking, MediaKit, Profile, Speaking } from '../schemas/press.ts';
import {
  BundleQuery,
  ContentIndexQuery,
  PeopleQuery,
  PressQuery,
  SandboxQuery,
  ShardParams,
  ShowPrepQuery,
} from '../schemas/queries.ts';

const windowHeaders = {
  'X-Content-Index-Max-Limit': Type.Integer({ description: 'Highest allowed limit.' }),
  'X-Content-Index-Total': Type.Integer({ description: 'Matching items, if there is a query.' }),
  'X-Content-Index-Count': Type.Integer({ description: 'Items in this response, if there is a query.' }),
};

export const content = {
  profile: endpoint({
    http: { method: 'GET', path: '/api/agent/profile', servedBy: 'static', query: SandboxQuery, response: Profile },
    docs: {
      group: 'Content',
      indexKey: 'profile',
      summary: 'Get the creator’s profile and the date of the newest content.',
    },
    access: { sandbox: true },
    agents: {
      tool: 'get_profile',
      usage:
        'Use it to learn whose room this is: name, publication, topics, links. For bios, numbers and pictures use ' +
        'get_media_kit, for talks get_speaking, for published items get_content_index.',
    },
  }),
  contentIndex: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/content-index',
      servedBy: 'query',
      query: ContentIndexQuery,
      response: Type.Union([ContentIndex, ContentCount]),
      alsoTypes: ['application/x-ndjson'],
      headers: windowHeaders,
    },
    docs: {
      group: 'Content',
      indexKey: 'contentIndex',
      summary: 'List everything published, newest first, with filters.',
      example: { query: { type: 'article', limit: 2 } },
    },
    access: { paywall: { resource: 'content-index', freeSlice: 'agents', freeParameter: 'count' }, sandbox: true },
    agents: {
      tool: 'get_content_index',
      usage:
        'Use it first to find or count items by topic, type, person or date. Returns titles, summaries and addresses ' +
        'without texts, and the total; read an item with get_item. For all fields of one type use get_articles, ' +
        'get_episodes, get_stream_videos or get_timeline_entries.',
      defaults: { limit: toolDefaultLimit },
    },
  }),
  contentIndexBundle: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/content-index/bundle',
      servedBy: 'sidecar',
      query: BundleQuery,
      response: ContentItem,
      mediaType: 'application/x-ndjson',
      headers: windowHeaders,
    },
    docs: {
      group: 'Content',
      indexKey: 'contentIndexBundle',
      summary: 'Get the content index with one item per line.',
      example: { query: { limit: 2 } },
    },
    access: { paywall: { resource: 'content-index', freeSlice: 'agents' }, sandbox: true },
  }),
  contentIndexShard: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/content-index/shards/{n}',
      servedBy: 'static',
      params: ShardParams,
      query: SandboxQuery,
      response: ContentIndexShard,
      errors: ['not_found'],
    },
    docs: {
      group: 'Content',
      summary: 'Get 500 items of the index, numbered from the oldest.',
      example: { params: { n: 1 } },
    },
    access: { paywall: { resource: 'content-index' }, sandbox: true },
  }),
  people: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/people',
      servedBy: 'query',
      query: PeopleQuery,
      response: People,
    },
    docs: {
      group: 'Content',
      indexKey: 'people',
      summary: 'List hosts, guests and authors, those with most items first.',
      description: 'The parameter person of content-index, its bundle and search selects the items of one of them.',
      example: { query: { limit: 2 } },
    },
    access: { sandbox: true },
    agents: {
      tool: 'get_people',
      usage:
        'Use it to learn who appears in this room, and how often. For the items of one person, set person of ' +
        'get_content_index or search_content.',
    },
  }),
  booking: endpoint({
    http: { method: 'GET', path: '/api/agent/booking', servedBy: 'static', query: SandboxQuery, response: Booking },
    docs: {
      group: 'Content',
      indexKey: 'booking',
      summary: 'Get questions and topics for an interview, and the booking address.',
    },
    access: { sandbox: true },
    agents: {
      tool: 'get_booking',
      usage:
        'Use it before you propose an interview: questions that the creator likes to answer, and topics for ' +
        'get_content_index. To book, use request_booking.',
    },
  }),
  showPrep: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/show-prep',
      servedBy: 'sidecar',
      query: ShowPrepQuery,
      response: BriefingPack,
      alsoTypes: ['text/markdown'],
    },
    docs: {
      group: 'Content',
      indexKey: 'showPrep',
      summary: 'Get a briefing pack for a show: items, angles, questions, booking template.',
      description: 'For format=markdown, the response is text/markdown.',
      example: { query: { showUrl: 'https://show.example.org', limit: 3 } },
    },
    access: { paywall: { resource: 'content-index', freeSlice: 'anyone' }, sandbox: true },
    agents: {
      tool: 'prepare_show',
      usage:
        'Use it to prepare an interview: items to read, each with a reason, and a template for request_booking. Stores ' +
        'nothing. For a stored kit to send to a host use generate_guest_kit.',
      defaults: { format: 'markdown' },
    },
  }),
  mediaKit: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/media-kit',
      servedBy: 'static',
      query: PressQuery,
      response: MediaKit,
      alsoTypes: ['application/pdf'],
      pdf: '/media-kit.pdf',
    },
    docs: {
      group: 'Content',
      indexKey: 'mediaKit',
      summary: 'Get approved texts, numbers and pictures for the press.',
    },
    access: { sandbox: true },
    agents: {
      tool: 'get_media_kit',
      usage:
        'Use it to introduce the creator in approved words: bios by length, boilerplate, numbers with dates, portraits ' +
        'and logos with credits, contacts. For talks use get_speaking; for a show, generate_guest_kit.',
    },
  }),
  speaking: endpoint({
    http: {
      method: 'GET',
      path: '/api/agent/speaking',
      servedBy: 'static',
      query: PressQuery,
      response: Speaking,
      alsoTypes: ['application/pdf'],
      pdf: '/speaking.pdf',
    },
    docs: { group: 'Content', indexKey: 'speaking', summary: 'Get talks on offer and past talks.' },
    access: { sandbox: true },
    agents: {
      tool: 'get_speaking',
      usage:
        'Use it if someone looks for a speaker: formats, lengths, audiences, languages, requirements, testimonials. For ' +
        'bios and pictures use get_media_kit; for interviews, get_booking.',
    },
  }),
};
