// The changelog of the API before 22 November 2026, newest first.
import type { Static } from 'typebox';
import type { ChangelogEntry } from './schemas/discovery.ts';

export const earlierEntries: Static<typeof ChangelogEntry>[] = [
  {
    date: '2026-11-21',
    summary: 'Chapters of episodes.',
    changes: ['Episodes carry chapters, each with startSeconds, title and, where there is one, url.'],
  },
  {
    date: '2026-11-21',
    summary: 'Work in place of payment, and a pool of tasks.',
    changes: [
      'POST /api/agent/work-offer gives a task for what has a price, POST /api/agent/work-submit changes good work into a token.',
      'GET /api/tasks/available, POST /api/tasks/claim and POST /api/tasks/submit: tasks that anyone may take.',
      'The tier pay_or_work in every 402 and in the discovery bundle, where the creator takes work.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Media kit, speaking profile and guest kits as PDF; the media kit as ZIP.',
    changes: [
      'format=pdf on media-kit and speaking, with ETag; the same at pdfUrl, and in the index as mediaKitPdfUrl and speakingPdfUrl.',
      'Guest kits with format pdf, and at their address by format=pdf or Accept: application/pdf.',
      'zipUrl of the media kit: pictures, texts and PDFs with manifest.json and SHA256SUMS.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Transcription of remote audio and video.',
    changes: [
      'POST /api/agent/transcribe hears a recording; of an episode of the room it gives the publisher’s own transcript.',
      'Markdown, text, WebVTT and SubRip, each with timed segments, the language and how it is known, and warnings.',
      'With Prefer: respond-async what takes long is a job with a statusUrl, kept over restarts.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Nexus: a directory of many rooms.',
    changes: [
      'Where a Nexus is run: POST /api/nexus/register lists a room by what its own index and profile say.',
      'Creators and feed of all rooms, with cursors that stay valid while entries come and change.',
      'Search over the items of all creators, a digest of what is new (JSON Feed, RSS, Atom), and OPML.',
      'The tools find_creators, get_creator_feed, search_creators and get_creator_digest of a Nexus.',
      'changes carries summary and keywords; the profile says when a room is not to be listed.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'The briefing pack as Markdown.',
    changes: ['show-prep answers format=markdown with text/markdown.'],
  },
  {
    date: '2026-11-21',
    summary: 'Payment over Lightning (L402), where the creator put a price on something.',
    changes: [
      '402 with a challenge that L402 clients pay by themselves, and in the body every way to get access.',
      'POST /api/l402/payment-request opens an invoice, POST /api/l402/verify changes the payment into a token.',
      'With a price on the content index: the newest items for registered agents, and in search, changes, lists and feeds.',
      'Prices and tiers as l402 in the discovery bundle.',
    ],
    capabilities: ['l402.v1'],
  },
  {
    date: '2026-11-21',
    summary: 'Search, checking of quotes, and sync.',
    changes: [
      'Search in titles, summaries, texts and transcripts, with verbatim snippets that can be linked to.',
      'verify-quote: whether words were published exactly so, nearly so with the difference, or not at all.',
      'changes: what was created, updated and retracted since a cursor that outlives rebuilds and restarts.',
      'The tools search_content and verify_quote.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Markdown, feeds, and what agents look for at addresses that they know.',
    changes: [
      'Every page as Markdown at its address with .md or by Accept: text/markdown, with X-Markdown-Tokens; llms-full.txt.',
      'RSS, Atom, JSON Feed and a podcast feed; a licence (RSL) and content signals.',
      'API catalog, AI catalog, ard.json, agent skills with digests, auth.md, /openapi.json.',
      'OpenAPI shows an example for every operation and error, and describes the webhooks.',
      'An item that has no page is listed at its text or its source instead.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'MCP: tools, resources and prompts for language models.',
    changes: [
      'POST /api/mcp and /mcp speak MCP (Streamable HTTP, without sessions), revisions 2026-07-28 and 2025-11-25.',
      'Eleven tools that stand for endpoints, with described parameters, output schemas and annotations.',
      'Every published item and every guest kit as a resource in Markdown; prompts to prepare a show, check a quote, pitch the creator.',
      'POST /api/mcp/call runs one tool without MCP.',
    ],
    capabilities: ['mcp.v1'],
  },
  {
    date: '2026-11-21',
    summary: 'A2A 1.0: messages from agent to agent.',
    changes: [
      'POST /api/a2a takes SendMessage: questions about content, show preparation, booking requests.',
      'The agent card names this interface, with examples for each skill.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Requests that the creator answers: bookings, guest kits, the agent tier.',
    changes: [
      'Booking requests with a secret statusUrl: state, the creator’s reply, cancelling, and iCalendar once confirmed.',
      'Guest kits as JSON and Markdown, kept under an address of their own.',
      'Registration for the free slice; an agent token has a rate limit of its own.',
      'Idempotency-Key on every POST that creates something.',
    ],
  },
  {
    date: '2026-11-21',
    summary: 'Webhooks: events are sent to subscribers that the creator approved.',
    changes: [
      'Subscriptions with a signing secret, and a secret manageUrl for state, test event and end.',
      'dot.approved, content.published, guest_kit.generated, changelog.updated and content_index.digest, daily or weekly.',
      'Signatures after Standard Webhooks, repeats for three days with the same webhook-id.',
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
