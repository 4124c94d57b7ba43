// Makes an example response of each endpoint and an example body of each event for the OpenAPI document, with the
// functions that make the real ones.
import type { EndpointName } from '#contract/endpoints.ts';
import { endpoints } from '#contract/endpoints.ts';
import { apiVersion } from '#contract/version.ts';
import { changelogEntries } from '#contract/changelog.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import { nlwebVersion } from '#contract/schemas/ask.ts';
import type { PaymentRequired } from '#contract/schemas/payment.ts';
import type { EventPayloads, EventType } from '#contract/schemas/webhooks.ts';
import { type StoredBooking, bookingState, statusUrl } from '#domain/booking/booking.ts';
import { briefingPack, newestDots } from '#domain/documents/briefing-pack.ts';
import { guestKit } from '#domain/documents/guest-kit.ts';
import { endpointUrl } from '#domain/links.ts';
import { translatorFor } from '#domain/messages/messages.ts';
import { buildLists } from '#domain/lists/lists.ts';
import { negotiate } from '#domain/protocols/negotiation.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { formatTranscript } from '#domain/transcripts/format.ts';
import { digestFormats } from '#domain/nexus/digest.ts';
import { membersOpml } from '#domain/nexus/opml.ts';
import { nexusPath } from '#domain/live-pages.ts';
import { contentIndexShard } from '#domain/documents/content-index.ts';
import * as items from '#domain/documents/items.ts';
import { newestPlayer, oEmbed } from '../embeds.ts';
import { itemMarkdown } from '../markdown/item.ts';
import { nexusCreators } from '#domain/documents/nexus.ts';
import { skills } from './skills.ts';

type Examples = Partial<Record<EndpointName, unknown>>;

const id = '019ae1c2-7a3e-7c55-9d0e-2f6f0f5b7a11';
const secret = 'kEpT0sEcReT-kEpT0sEcReT-kEpT0sEcReT-kEpT0se';
const at = '2026-01-05T09:00:00Z';
const text = 'The text of a mock article.';

const findArticle = (room: Room): RoomItem => room.items.find(({ type }) => type === 'article')!;

function bookingExamples({ baseUrl }: Room): Examples {
  const { showName, showUrl, timeframe, message, source } = endpoints.bookingRequest.docs.example.body;
  const askExamples = { id, showName, showUrl, timeframe, message, source, reply: null, startsAt: null, endsAt: null };
  const now = Date.parse(at);
  const booking: StoredBooking = { ...askExamples, status: 'received', createdAt: now, updatedAt: now };
  const url = statusUrl(baseUrl, id, secret);
  return {
    bookingRequest: { requestId: id, status: 'received', statusUrl: url },
    bookingState: bookingState(booking, url),
    bookingAnswer: bookingState({ ...booking, answer: endpoints.bookingAnswer.docs.example.body.message }, url),
    bookingCancel: bookingState({ ...booking, status: 'cancelled' }, url),
  };
}

function subscriptionExamples({ baseUrl }: Room): Examples {
  const subscription = { subscriptionId: id, status: 'pending' };
  const manageUrl = endpointUrl(baseUrl, 'webhookState', { token: secret });
  return {
    webhookSubscribe: { ...subscription, secret: `whsec_${'A'.repeat(43)}=`, manageUrl },
    webhookState: {
      ...subscription,
      ...endpoints.webhookSubscribe.docs.example.body,
      createdAt: at,
      deliveries: [{ webhookId: id, event: 'webhook.test', state: 'pending', attempts: 0, createdAt: at }],
    },
    webhookTest: { ...subscription, webhookId: id },
    webhookEnd: { ...subscription, status: 'ended' },
  };
}

function showExamples(room: Room): Examples {
  const selection = {
    dots: newestDots(buildLists(room).contentIndex, 3, translatorFor(room.creator.language)),
    isKnownTopic: false,
    statements: [],
  };
  const kit = guestKit(room, selection, endpoints.guestKit.docs.example.body, { id, at });
  return {
    showPrep: briefingPack(room, selection, endpoints.showPrep.docs.example.query),
    guestKit: kit,
    guestKitAgain: kit,
    registerAgentTier: {
      registrationId: id,
      agentToken: secret,
      tier: 'free_slice',
      freeItems: 5,
      rateLimitPerMinute: 30,
    },
  };
}

function protocolExamples({ publication }: Room['creator'], tools: unknown[], index: unknown): Examples {
  const answer = (result: object) => ({ jsonrpc: '2.0', id: 1, result });
  const parts = [{ text: `Nothing of ${publication} is about maps.` }];
  return {
    mcp: answer({ tools: tools.slice(0, 1) }),
    mcpCall: { tool: endpoints.mcpCall.docs.example.body.tool, result: index },
    a2a: answer({ message: { messageId: id, role: 'ROLE_AGENT', parts } }),
  };
}

const payment = {
  payment_context_token: `${secret}${secret}`,
  paymentHash: 'ab'.repeat(32),
  invoice: 'lnbc210n1p…',
  amountSats: 21,
};

const paymentExamples: Examples = {
  l402PaymentRequest: { ...payment, expiresAt: at },
  l402Verify: {
    accessToken: `AgEEcm9vbQ…:${'cd'.repeat(32)}`,
    tokenType: 'L402',
    resourceId: 'articles',
    expiresAt: at,
  },
};

function workExamples({ baseUrl }: Room): Examples {
  const questions = [{ id: 'a', text: 'A chart of the harbour. How a mock harbour was sounded.' }];
  const input = { questions, options: ['harbours', 'maps', 'none of these'] };
  const description =
    'Choose the label that the creator would file each text under. Submission: {"label": {"a": LABEL}}.';
  const task = { taskId: id, type: 'label_classify', description, input, expiresAt: at };
  return {
    workOffer: { ...task, taskId: secret, tasksLeft: 1, submitUrl: endpointUrl(baseUrl, 'workSubmit') },
    workSubmit: paymentExamples.l402Verify,
    tasksAvailable: { tasks: [{ ...task, reward: { resourceId: 'articles', amountSats: 21 } }], count: 1, total: 1 },
    tasksClaim: { taskId: id, claimToken: secret, leaseExpiresAt: at },
    tasksSubmit: {
      taskId: id,
      status: 'pending_review',
      reason: 'Another worker or the creator decides. Send it again.',
    },
  };
}

/** Returns an example 402 body without its error. */
export function examplePaymentRequired(baseUrl: string): Omit<PaymentRequired, 'error'> {
  const url = (name: EndpointName) => endpointUrl(baseUrl, name);
  const { payment_context_token, ...invoice } = payment;
  return {
    payment_context_token,
    payment_request_url: url('l402PaymentRequest'),
    offers: [{ resourceId: 'articles', amountSats: 21, description: 'The texts of the articles, for 24 hours.' }],
    tiers: [
      { id: 'pay', ...invoice, verifyUrl: url('l402Verify') },
      { id: 'pay_or_work', workOfferUrl: url('workOffer'), workSubmitUrl: url('workSubmit') },
      { id: 'free_slice', registerUrl: url('registerAgentTier'), items: 5 },
    ],
    terms_url: url('authMd'),
  };
}

function searchExamples(room: Room): Examples {
  const item = items.contentItem(room, findArticle(room));
  const { title, url, type, date, lastModified } = item;
  const passage = { start: 0, end: text.length };
  const snippet = { field: 'body', text, matches: [{ start: 4, end: 8 }], anchor: `${url}#:~:text=The%20text` };
  const match = { itemId: item.id, type, title, url, field: 'body', position: passage, quoted: text, actual: text };
  return {
    search: {
      query: 'text',
      matched: 'all',
      items: [{ ...item, score: 1.5, snippets: [snippet] }],
      count: 1,
      total: 1,
    },
    verifyQuote: {
      verdict: 'exact',
      matches: [match],
      total: 1,
      speakers: [{ speaker: room.creator.name, speakerIsCreator: true, count: 1 }],
    },
    jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'X', y: 'Y', kid: 'KID', alg: 'ES256', use: 'sig' }] },
    changes: {
      items: [{ change: 'created', id: item.id, type, title, url, date, lastModified, at }],
      count: 1,
      total: 1,
      nextCursor: 'c1',
    },
  };
}

function transcriptExamples({ baseUrl }: Room): Examples {
  const { sourceUrl, format, language } = endpoints.transcribe.docs.example.body;
  const segments = [{ start: 0.4, end: 2.1, text: 'The tide is turning.' }];
  const result = {
    sourceUrl,
    format,
    transcript: formatTranscript(segments, 'markdown'),
    language,
    languageSource: 'request',
    durationSeconds: 2.5,
    segments,
    engine: 'embedded:moonshine-base',
    source: 'embedded',
    warnings: [],
  };
  const statusUrl = endpointUrl(baseUrl, 'transcribeJob', { jobId: id });
  const job = { jobId: id, statusUrl, createdAt: at };
  const message = 'The transcription was cancelled.';
  return {
    transcribe: result,
    transcribeJob: { ...job, status: 'done', result },
    transcribeCancel: { ...job, status: 'failed', error: { status: 400, message, details: { reason: 'cancelled' } } },
  };
}

function directoryExamples(room: Room): Examples {
  const [creator] = nexusCreators(room, at, { expand: 'bookingHints' }).creators;
  const { title, url, type, date, keywords, id: itemId } = items.contentItem(room, findArticle(room));
  const item = { id: itemId, type, title, url, date, topics: keywords };
  const { name: author, mediaRoomUrl: authorUrl } = creator!;
  const page = room.baseUrl + nexusPath;
  const self = endpointUrl(room.baseUrl, 'nexusDigest');
  const digested = { title, url, date, summary: '', topics: keywords, author, authorUrl };
  const digest = digestFormats.json.make({ title: 'Directory', self, page, items: [digested] });
  const outline = { ...creator!, oneLiner: room.creator.oneLiner, origin: room.baseUrl };
  return {
    nexusSearch: {
      query: 'tide river',
      matched: 'all',
      creators: [{ ...creator, score: 1.5, items: [item] }],
      count: 1,
      total: 1,
    },
    nexusDigest: JSON.parse(digest),
    nexusOpml: membersOpml('Directory', self, page, [outline]),
    nexusRegister: { tenantId: creator!.tenantId, status: 'active' },
  };
}

function askExamples(room: Room): Examples {
  const { title, url, date, id: identifier } = items.contentItem(room, findArticle(room));
  const result = { '@type': 'Article', name: title, url, datePublished: date, identifier };
  const meta = { response_type: 'answer' as const, response_format: 'conv_search', version: nlwebVersion };
  const summary = { '@type': 'SearchSummary', text: `The newest article is “${title}” of ${date}.` };
  const answer = { _meta: meta, results: [summary, result] };
  return { ask: answer, askByQuery: answer };
}

function wholeItem(room: Room, item: RoomItem) {
  const { id, type, title, url, date } = items.contentItem(room, item);
  const markdown = itemMarkdown(room, item, text);
  return { id, type, title, url, date, markdown, totalCharacters: markdown.length };
}

/** Returns the responses. `documents` are those of the room. Tool schemas and the OpenAPI document are abridged. */
export function exampleAnswers(room: Room, documents: Partial<Record<EndpointName, () => unknown>>): Examples {
  const { openApi: _, openApiCompact: __, mcpDescriptor, ...whole } = documents;
  const { tools, ...descriptor } = mcpDescriptor!() as { tools: unknown[] };
  const article = findArticle(room);
  return {
    ...Object.fromEntries(Object.entries(whole).map(([name, build]) => [name, build()])),
    openApi: { openapi: '3.1.0' },
    openApiCompact: { openapi: '3.1.0' },
    mcpDescriptor: { ...descriptor, tools: tools.slice(0, 1) },
    article: items.article(room, article, text),
    articleMarkdown: itemMarkdown(room, article, text),
    ...askExamples(room),
    item: wholeItem(room, article),
    oEmbed: oEmbed(room, newestPlayer(room)!),
    agentSkill: skills(room)[0]!.body,
    contentIndexShard: contentIndexShard(room, 1),
    contentIndexBundle: items.contentItem(room, article),
    negotiate: negotiate(room, endpoints.negotiate.docs.example.body.capabilities),
    ...bookingExamples(room),
    ...subscriptionExamples(room),
    ...showExamples(room),
    ...paymentExamples,
    ...workExamples(room),
    ...searchExamples(room),
    ...transcriptExamples(room),
    ...directoryExamples(room),
    ...protocolExamples(room.creator, tools, documents.contentIndex!()),
  };
}

const itemReference = ({ id: itemId, title, url, date }: ContentItem) => ({ id: itemId, title, url, date });

export function exampleEvents(room: Room): Record<EventType, unknown> {
  const item = items.contentItem(room, findArticle(room));
  const { showName, showUrl } = endpoints.guestKit.docs.example.body;
  const payloads: EventPayloads = {
    'dot.approved': { articleId: item.id, title: item.title, url: item.url, approvedAt: at },
    'content.published': { item: { ...itemReference(item), type: item.type }, publishedAt: at },
    'content.updated': { item: { ...itemReference(item), type: item.type }, hash: '0'.repeat(64), updatedAt: at },
    'content.retracted': { item: { ...itemReference(item), type: item.type }, retractedAt: at },
    'guest_kit.generated': {
      guestKitId: id,
      showName,
      showUrl,
      url: endpointUrl(room.baseUrl, 'guestKitAgain', { guestKitId: id }),
      generatedAt: at,
    },
    'changelog.updated': {
      version: apiVersion,
      changelogUrl: endpointUrl(room.baseUrl, 'changelog'),
      latestEntry: changelogEntries[0]!,
      deliveredAt: at,
    },
    'content_index.digest': { digest: '7d', count: 1, items: [itemReference(item)], deliveredAt: at },
    'webhook.test': { subscriptionId: id, sentAt: at },
  };
  const body = ([type, payload]: [string, object]) => [type, { event: type, type, timestamp: at, ...payload }];
  return Object.fromEntries(Object.entries(payloads).map(body)) as Record<EventType, unknown>;
}
