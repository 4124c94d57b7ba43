// The changelog of the API before 22 November 2026, newest first.
import type { Static } from 'typebox';
import type { ChangelogEntry } from './schemas/discovery.ts';

export const earlierEntries: Static<typeof ChangelogEntry>[] = [
  {
    date: '2026-11-21',
    summary: 'Chapters of episodes.',
    changes: ['Episodes have chapters, each with startSeconds, title and, if known, url.'],
  },
  {
    date: '2026-11-21',
    summary: 'Work instead of payment, and a pool of tasks.',
    changes: [
      'POST /api/agent/work-offer returns a task for a paid resource; POST /api/agent/work-submit exchanges accepted work for a token.',
      'GET /api/tasks/available, POST /api/tasks/claim and POST /api/tasks/submit: tasks that anyone may claim.',
      'Every 402 and the discovery bundle have the tier pay_or_work if the creator accepts work.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Media kit, speaking profile and guest kits as PDF; the media kit as ZIP.',
    changes: [
      'media-kit and speaking accept format=pdf, with ETag. The same files are at pdfUrl, and in the index as mediaKitPdfUrl and speakingPdfUrl.',
      'Guest kits accept format pdf; their address accepts format=pdf and Accept: application/pdf.',
      'zipUrl of the media kit: pictures, texts and PDFs with manifest.json and SHA256SUMS.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Transcription of remote audio and video.',
    changes: [
      'POST /api/agent/transcribe transcribes a recording; for an episode of the room it returns the transcript of the publisher.',
      'Markdown, text, WebVTT and SubRip, each with timed segments, the language and its source, and warnings.',
      'With Prefer: respond-async, a long transcription is a job with a statusUrl that survives restarts.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Nexus: a directory of many rooms.',
    changes: [
      'POST /api/nexus/register lists a room by its index and profile.',
      'Creators and a feed of all rooms, with cursors that stay valid while entries change.',
      'Search in the items of all creators, a digest of new items (JSON Feed, RSS, Atom), and OPML.',
      'The tools find_creators, get_creator_feed, search_creators and get_creator_digest.',
      'changes has summary and keywords; the profile says if a room does not want to be listed.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'The briefing pack as Markdown.',
    changes: ['show-prep accepts format=markdown and returns text/markdown.'],
  },
  {
    date: '2026-11-21',
    summary: 'Payment over Lightning (L402) for resources with a price.',
    changes: [
      '402 with a challenge that L402 clients pay automatically; the body lists every way to get access.',
      'POST /api/l402/payment-request creates an invoice, POST /api/l402/verify exchanges the payment for a token.',
      'With a price on the content index, registered agents, search, changes, lists and feeds get the newest items.',
      'The discovery bundle has prices and tiers as l402.',
    ],
    capabilities: ['l402.v1'],
  },
  {
    date: '2026-11-21',
    summary: 'Search, verification of quotes, and sync.',
    changes: [
      'Search in titles, summaries, texts and transcripts, with verbatim passages that have links.',
      'verify-quote says whether words were published exactly, nearly (with the difference) or not at all.',
      'changes: created, updated and retracted items since a cursor that survives rebuilds and restarts.',
      'The tools search_content and verify_quote.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Markdown, feeds, and well-known documents for agents.',
    changes: [
      'Every page as Markdown at its address with .md or by Accept: text/markdown, with X-Markdown-Tokens; llms-full.txt.',
      'RSS, Atom, JSON Feed and a podcast feed; a licence (RSL) and content signals.',
      'API catalog, AI catalog, ard.json, agent skills with digests, auth.md, /openapi.json.',
      'The OpenAPI document has an example for every operation and error, and describes the webhooks.',
      'An item without a page is listed with the address of its text or source.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'MCP: tools, resources and prompts for language models.',
    changes: [
      'POST /api/mcp and /mcp support MCP (Streamable HTTP, without sessions), revisions 2026-07-28 and 2025-11-25.',
      'Eleven tools for endpoints, with described parameters, output schemas and annotations.',
      'Every published item and every guest kit is a resource in Markdown. Prompts prepare a show, check a quote and pitch the creator.',
      'POST /api/mcp/call runs one tool without MCP.',
    ],
    capabilities: ['mcp.v1'],
  },
  {
    date: '2026-11-21',
    summary: 'A2A 1.0: messages between agents.',
    changes: [
      'POST /api/a2a accepts SendMessage: questions about content, show preparation, booking requests.',
      'The agent card names this interface, with examples for each skill.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Requests to the creator: bookings, guest kits, the agent tier.',
    changes: [
      'Booking requests with a secret statusUrl: state, reply of the creator, cancelling, and iCalendar after confirmation.',
      'Guest kits as JSON and Markdown, stored at their own address.',
      'Registration for the free slice; an agent token has its own rate limit.',
      'Idempotency-Key on every POST that creates something.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Webhooks: events for subscribers that the creator approved.',
    changes: [
      'Subscriptions with a signing secret, and a secret manageUrl for state, test event and end.',
      'dot.approved, content.published, guest_kit.generated, changelog.updated and content_index.digest, daily or weekly.',
      'Signatures by Standard Webhooks, and retries for three days with the same webhook-id.',
    ],
    capabilities: ['webhooks.v1', 'digest.v1'],
  },
  {
    date: '2026-11-21',
    summary: 'The read side of the API.',
    changes: [
      'Index, health, discovery bundle, landing payload, widget, changelog and OpenAPI document.',
      'Profile, booking, media kit, speaking and show preparation.',
      'Content index with filters, shards and NDJSON; articles, episodes, streams, videos and timeline entries.',
      'Sandbox answers for profile, booking, media kit, speaking and content index.',
    ],
    capabilities: ['sandbox.v1'],
  },
];
