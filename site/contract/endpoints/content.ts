// Content: the creator, press material, and the index of everything published.
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { ContentCount, ContentIndex, ContentIndexShard, ContentItem } from '../schemas/content.ts';
import { BriefingPack, Booking, MediaKit, Profile, Speaking } from '../schemas/press.ts';
import {
  BundleQuery,
  ContentIndexQuery,
  PressQuery,
  SandboxQuery,
  ShardParams,
  ShowPrepQuery,
} from '../schemas/queries.ts';

const windowHeaders = {
  'X-Content-Index-Max-Limit': Type.Integer({ description: 'The highest limit that may be asked for.' }),
  'X-Content-Index-Total': Type.Integer({ description: 'Items that match, where there is a query.' }),
  'X-Content-Index-Count': Type.Integer({ description: 'Items in this answer, where there is a query.' }),
};

export const content = {
  profile: endpoint({
    http: { method: 'GET', path: '/api/agent/profile', servedBy: 'static', query: SandboxQuery, response: Profile },
    docs: { group: 'Content', indexKey: 'profile', summary: 'Who the creator is, and how fresh the content is.' },
    access: { sandbox: true },
    agents: {
      tool: 'get_profile',
      usage:
        'Use it to learn whose room this is: name, publication, a sentence, a paragraph, topics, links, and ' +
        'when the content last changed. A short answer, under 500 tokens. For bios, numbers and pictures use ' +
        'get_media_kit, for talks get_speaking, for what was published get_content_index.',
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
      summary: 'Everything published, newest first, with filters.',
      example: { query: { type: 'article', limit: 2 } },
    },
    access: { paywall: { resource: 'content-index', freeSlice: 'agents', freeParameter: 'count' }, sandbox: true },
    agents: {
      tool: 'get_content_index',
      usage:
        'Use it first to find anything: by topic, type or date, or with count=true to learn how much there ' +
        'is. Each item comes with id, type, title, summary, date, url and keywords, without its text; newest ' +
        'first, 20 unless limit says otherwise, with total before limit and offset. Read an article found ' +
        'here with get_item. For every field of one type use get_articles, get_episodes, get_stream_videos ' +
        'or get_timeline_entries.',
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
      summary: 'The content index as one content item a line.',
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
      summary: '500 items of the index, numbered from the oldest.',
      example: { params: { n: 1 } },
    },
    access: { paywall: { resource: 'content-index' }, sandbox: true },
  }),
  booking: endpoint({
    http: { method: 'GET', path: '/api/agent/booking', servedBy: 'static', query: SandboxQuery, response: Booking },
    docs: {
      group: 'Content',
      indexKey: 'booking',
      summary: 'Questions and topics for an interview, and where to ask for one.',
    },
    access: { sandbox: true },
    agents: {
      tool: 'get_booking',
      usage:
        'Use it before you propose an interview: questions that the creator likes to answer, topics that work ' +
        'as topic of get_content_index. It books nothing: request_booking does. For a whole kit for one show use ' +
        'generate_guest_kit.',
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
      summary: 'Briefing pack for a show: top Dots, angles, questions, booking template.',
      description: 'With format=markdown the answer is text/markdown.',
      example: { query: { showUrl: 'https://show.example.org', limit: 3 } },
    },
    access: { paywall: { resource: 'content-index', freeSlice: 'anyone' }, sandbox: true },
    agents: {
      tool: 'prepare_show',
      usage:
        'Use it to prepare an interview about a topic: the pieces to read before, each with the reason, angles, questions, ' +
        'and a booking request to fill in for request_booking. Makes nothing. For a kit that is kept and sent to a host use ' +
        'generate_guest_kit; to read one of the pieces, get_item.',
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
    docs: { group: 'Content', indexKey: 'mediaKit', summary: 'Approved copy, numbers and pictures for press.' },
    access: { sandbox: true },
    agents: {
      tool: 'get_media_kit',
      usage:
        'Use it to introduce or describe the creator in the words that the creator approved: bios of about ' +
        '50, 100 and 200 words, blurbs, boilerplate, numbers with their dates, addresses of headshots and ' +
        'logos with credits, press contact. For talks use get_speaking; for a show use generate_guest_kit, ' +
        'which holds the bio, too.',
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
    docs: { group: 'Content', indexKey: 'speaking', summary: 'Talks, past and offered.' },
    access: { sandbox: true },
    agents: {
      tool: 'get_speaking',
      usage:
        'Use it when someone looks for a speaker: talks on offer with formats and lengths, past talks with ' +
        'event and date, audiences, languages, needs, testimonials. For bios and pictures use get_media_kit; ' +
        'for interviews use get_booking.',
    },
  }),
};
