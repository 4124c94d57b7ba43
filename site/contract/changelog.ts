// The changelog of the API, newest first; an entry joins with each change that clients can see.
import type { Static } from 'typebox';
import { earlierEntries } from './earlier-changes.ts';
import type { ChangelogEntry } from './schemas/discovery.ts';

export const changelogEntries: Static<typeof ChangelogEntry>[] = [
  {
    date: '2026-11-26',
    summary: 'Items carry the time that lists are sorted by, and what comes back is published again.',
    changes: [
      'Items of all lists have publishedAt beside date.',
      'An item that was retracted and is live again is announced by dot.approved and content.published, no longer by content.updated.',
      'GET /api/agent/items/{id} of what was retracted is 410 with details.reason, and the 404 of an unknown id has details.list.',
      'Empty lists, searches, briefings and pages of changes say why by one rule: per_surface_visibility where hidden items match, filter where nothing does.',
      'A one-time token with which the same is asked for several times is free for something else only once all of these requests have failed.',
      'POST /api/mcp answers a notification with 202, as the OpenAPI document says. Parameters of the wrong kind, out of bounds (pageSize of ListTasks is 1 to 100), and cursors that nobody gave are JSON-RPC -32602 in every method of A2A and MCP.',
      'verify-quote compares, and changes with include=body gives, the texts with a price that the token of the request opens; both vary with Authorization.',
      'search has no offers for uncheckedTexts: what opens the text of a result stands in its access.',
      'GET /api/agent/items/{id} and POST /api/mcp/call vary with Authorization where what they are made of does, and are private where it was paid for.',
      'A 304 has the Vary of the 200. If-Modified-Since counts only where everybody gets the same; what varies with a credential names Payment-Signature, too.',
      'Nexus: creators and search of a topic that nobody has give suggestions; a search that found nothing says matched none.',
      'A tool that is asked for no limit gives as many items as a result may hold.',
      'Full-width letters and digits are the same as others in search.',
      'A body that is not UTF-8 is 400, one in another charset or Content-Encoding 415. A number in a path or a query has no leading zeros, signs or exponents, else 400; an Idempotency-Key that is too long is 400 in the sandbox, too; an unknown Expect is 417.',
      'booking-request takes names of time zones only; an offset such as +05:30 is 400.',
      'booking-request refuses proposedTimes that are past, and so does a booking an offer of such a time.',
      'text/calendar of a booking gives UTC where the local time comes twice.',
      'GET /api/mcp can be read from the allowed origins and varies with Accept and Origin.',
      'wordCount and readingTimeMinutes count what a reader reads: no addresses of links and pictures, and each letter of a script without spaces once.',
      'A picture that was tried and is not to be had at its source is no image or thumbnailUrl of an item; in bodyMarkdown and bodyHtml a link stands in its place.',
      'Every file with Access-Control-Allow-Origin answers OPTIONS, also feeds and Markdown pages.',
      '/podcast.xml names the newest 2,000 episodes, no longer 300.',
      'serverInfo.name of MCP, its server card, the identifiers of the AI catalog and tenantId of a room on its own spell names of other scripts, or name the host; they were item.',
      'oEmbed has thumbnail_width and thumbnail_height, or no thumbnail_url where the size is not known or does not fit maxwidth and maxheight.',
      'POST /api/agent/transcribe repeated with its Idempotency-Key gives the job that is under way, also after a 503 or a failure of the server.',
      'ask and A2A take short requests such as “Book an interview” for bookings, in English, German and Japanese.',
      'tasks/submit says what became of an earlier submission also where no more work is taken from the network; it was 429.',
      'offeredTimes leaves out times that another confirmed booking has; picking one of them is 409.',
    ],
  },
  {
    date: '2026-11-23',
    summary: 'Payment over A2A, Payment first for those who ask, and USDC.',
    changes: [
      'Where a room takes USDC, PAYMENT-REQUIRED accepts it beside Lightning (x402 version 2, scheme exact).',
      'A message of A2A with data id gives an item with its text, resourceId an invoice, payment_context_token the access token.',
      'A 402 to a request with Accept-Payment: lightning/charge names the Payment challenge before that of L402.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Players by the address of an item.',
    changes: ['GET /oembed?url= answers with the player of an episode or a video (oEmbed 1.0).'],
  },
  {
    date: '2026-11-22',
    summary: 'Transcription by the minute, and invoices of one’s own.',
    changes: [
      'transcribe and payment-request take maxMinutes. Where minutes have a price, as many are paid for, and the offer says maxMinutes; a longer recording is 400, costs nothing, and durationMinutes says how long it is.',
      'A language or an address that leads to nothing is 400 before any 402.',
      'After five unpaid 402s from one address in ten minutes a 402 has no payment_context_token and no PAYMENT-REQUIRED: its invoice is shared, and opens with the preimage alone. payment-request gives one of your own.',
      'verify takes a payment hash from the client that asked for the invoice, else 400 with details.reason other_client.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Transcripts as captions, which say what was not understood.',
    changes: [
      'transcribe takes format json: the transcript of the podcast namespace. vtt, srt and json are captions of at most two lines of 42 characters and seven seconds.',
      'A room’s own transcripts are also at /transcripts/ID.srt and /transcripts/ID.json. Episodes have pullQuotes, each with text, startSeconds and, where known, speaker; chapters without a file at their source are at /chapters/ID.json, named by chaptersUrl. transcribe without an Idempotency-Key is cancelled when its connection is closed before the answer.',
      'Transcripts have coverage, their segments a confidence; warnings give the times of sound without words, in every form.',
      'Speech in a language without an engine is 400 with details.reason unsupported_language.',
      'A job under way has remainingSeconds and partial.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Work that cannot be looked up, and one payment for one thing.',
    changes: [
      'A 402 also has the Payment challenge of MPP, behind the one of L402, and PAYMENT-REQUIRED of x402 version 2, all with the same invoice. Over MCP and A2A a token may stand in _meta.authorization and metadata.authorization.',
      'While the wallet is down a 402 has no invoice and no payment_context_token, details.reason wallet_down, and Retry-After.',
      'A token for guest-kit or transcribe is bound to the first kit or recording that succeeds; for another it is 402 with details.reason used.',
      'work-offer gives match and summarize; match asks for words that were taken out of single sentences of priced texts.',
      'What costs more takes more tasks: work-offer and work-submit say tasksLeft, and the last submission gives the token.',
      'A network gets five tokens a day for work. In the pool, label_classify and micro_survey wait for a worker with a record or the creator.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Bookings with times, zones and answers.',
    changes: [
      'booking-request also takes kind, contactName, contactEmail, proposedTimes and timeZone, and its state shows all that was sent.',
      'The creator may confirm at once, or offer several times: offeredTimes in the state. POST one startsAt, or a message, to statusUrl.',
      'The appointment as iCalendar is in the time zone of who asked.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Receipts are about every match, and Japanese is understood.',
    changes: [
      'A receipt signs all matches that the verdict lists, as matches; before, it signed the nearest alone, as match.',
      'GET /api/agent/items/{id} has a sandbox.',
      'Topics of a Nexus are recognised as those of a room: accents, spaces and hyphens do not matter.',
      'didYouMean puts a wrong first letter right; sentences without spaces are taken apart by search and /ask.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Receipts of quotes.',
    changes: [
      'verify-quote with receipt: true also answers a compact JWS over quote, verdict and nearest match, signed with a key of /.well-known/jwks.json.',
      'Matches carry approvedAt.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'MCP does every job, in fewer tokens.',
    changes: [
      'fields and maxTokens on the content index, lists, search and show-prep; /api/agent/openapi-read.json describes reading in under 20,000 tokens.',
      'Answers made on request are compressed (br, gzip), each coding with an ETag of its own.',
      'New tools: get_item, prepare_show, request_booking, get_booking_state, get_changes, and request_payment and verify_payment where something has a price.',
      'GET /api/agent/items/{id} gives an item of any type with its text or transcript, in parts where it is long.',
      'At /api/mcp a list has 20 items unless limit says otherwise; results say in their text all that is in their data; PDFs are links.',
      'tools/list leaves out the schemas of results, which stand in GET /api/mcp.',
      'Requests signed with Web Bot Auth are verified: known agents have ten times the rates.',
      'Only tools/call counts against the rate of MCP, and whatever is refused there is an error of JSON-RPC.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Plain sentences, and show preparation with true reasons.',
    changes: [
      'GET and POST /ask, and the tool ask, answer sentences in English and German in the format of NLWeb 0.55; nothing found is NO_RESULTS.',
      'show-prep and guest kits rank as the search does; why names what is really there, and where nothing fits, suggestions are given.',
      'An A2A booking is a task that takes the missing name as text and follows the booking; GetTask and CancelTask work.',
      'The introduction of a guest kit is approved copy as it stands, and the creator’s own questions come first.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'A sandbox for everything, and nothing is ignored silently.',
    changes: [
      'Every GET of content and every POST answers sandbox=1 and X-Service-Sandbox: true. Mock items and lines carry _sandbox; a POST is checked and answered, and keeps nothing.',
      'Unknown query parameters are named in X-Ignored-Parameters, unknown fields of a body in ignored, with the nearest name.',
      'types= without a type and a cursor that the Nexus never gave are 400.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Retractions reach everybody, and prices hide nothing silently.',
    changes: [
      'indexUpdatedAt and Last-Modified move forward with every change of the content, retractions included.',
      'Addresses of retracted items are 410 with details.reason and details.retractedAt; a 404 of an unknown id names the list of ids.',
      'Events content.updated and content.retracted; changes carry hash, and with include=body the text.',
      'Lists, search, show-prep and changes that are empty or shortened say why in emptyReason (offset is new), and with a price hiddenItems and offers.',
      'If-Modified-Since takes asctime dates.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Topics that always give something, and forgiving search.',
    changes: [
      'A topic is recognised whatever its case, accents, spaces, hyphens and number, also by the label of a theme; only topics with items are offered.',
      'tag and topic together must both fit. An answer to a topic that is none carries suggestions.',
      'Search finds every form of a word and looks into themes; matched may be none, and notFound and didYouMean help further.',
      'content-index and search take year.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Transcripts everywhere, and whose words they are.',
    changes: [
      'Publishers’ transcripts are searched and quoted, and stand in Markdown, llms-full.txt, MCP resources and JSON-LD, as the room’s own do.',
      'Passages of search and verify-quote carry speaker, speakerIsCreator, startSeconds, endSeconds and mediaUrl; a match never crosses speakers.',
      'verify-quote answers not_checked in place of not_found where texts with a price were not compared.',
      'Items whose text has a price carry access with resourceId and amountSats.',
      'The version goes up with every entry of this changelog.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Transcriptions can be cancelled, and places in the queue are shared out.',
    changes: [
      'DELETE of the statusUrl of a transcription cancels it.',
      'A client may have five recordings waiting, a host ten; what the feed or an earlier answer already says never waits.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Video files.',
    changes: [
      'Videos, streams and episodes that have a video file carry videoUrl, videoType and, where they are known, videoBytes, videoWidth and videoHeight.',
      'The feeds of the room enclose the video file of an item that has no audio file.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Idempotency-Key for payment, work and transcription.',
    changes: [
      'l402/payment-request, work-offer, work-submit, tasks/claim, tasks/submit and transcribe give the same answer again to the same Idempotency-Key.',
    ],
  },
  {
    date: '2026-11-22',
    summary: 'Subscriptions, bookings and agent tokens have an end.',
    changes: [
      'One network registers for the free slice ten times a day; of more than fifty tokens its oldest end.',
      'A subscription ends when nothing has reached its address for 30 days; without approval it is forgotten after 90.',
      'The statusUrl of a booking holds for two years after its last change, for one where nobody decided.',
    ],
  },
  ...earlierEntries,
];
