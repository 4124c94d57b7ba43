// Answers a sentence with published or approved content only.
import type { AskResponse, AskResult } from '#contract/schemas/ask.ts';
import type { BriefingPack } from '#contract/schemas/press.ts';
import type { QuoteVerdict } from '#contract/schemas/quotes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { mediaKit, pictureFacts, speaking } from '#domain/documents/press.ts';
import { endpointUrl } from '#domain/links.ts';
import { resolveTopic } from '#domain/lists/topics.ts';
import { translatorFor } from '#domain/messages/messages.ts';
import type { Act } from '#domain/query/grammar.ts';
import { parseSentence } from '#domain/query/parse.ts';
import type { TypedQuery } from '#domain/query/typed-query.ts';
import { parseQuery } from '#domain/search/query.ts';
import { asSentence } from '#domain/text/sentence.ts';
import type { CallEndpoint } from '../../http/handler.ts';
import { findWebAddress } from '../../http/web-address.ts';
import { createFeedTest } from '../../release/query-filter.ts';
import type { Release } from '../../release/release.ts';
import { answerItems, quoteWords } from './items.ts';
import {
  endpointAction,
  answerResponse,
  toCitation,
  elicitationResponse,
  failureResponse,
  plainResult,
  summaryResult,
} from './results.ts';

export interface QuestionContext {
  release: Release;
  /** Milliseconds since the epoch. */
  now: number;
  /** Number of newest items that the client may see; undefined for all. */
  newest: number | undefined;
  call: CallEndpoint;
}

function creatorResult({ release: { facts } }: QuestionContext): AskResult {
  const kit = mediaKit(facts);
  return {
    '@type': 'Person',
    name: kit.name,
    description: kit.bios.short,
    url: `${facts.baseUrl}/`,
    knowsAbout: kit.topics,
    sameAs: kit.links.map(({ url }) => url),
    grounding: { source_urls: [`${facts.baseUrl}/media-kit`] },
  };
}

const describePictures = (pictures: ReturnType<typeof mediaKit>['headshots']): string =>
  pictures.length === 0
    ? 'There are no press pictures yet.'
    : `Press pictures: ${pictures.length}.\n${pictures.map((one) => `- ${one.alt}: ${[one.url, ...pictureFacts(one)].join(', ')}`).join('\n')}\n`;

function answerPress(context: QuestionContext): AskResponse {
  const { facts } = context.release;
  const kit = mediaKit(facts);
  const { pressContact, headshots, pronunciation, pronouns } = kit;
  const pictures = headshots.map(({ url, alt, credit, license }) => ({
    '@type': 'ImageObject',
    contentUrl: url,
    caption: alt,
    creditText: credit,
    license,
  }));
  const sentences = [
    'The media kit has approved bios.',
    describePictures(headshots),
    pressContact
      ? `Press contact: ${pressContact.name}, ${pressContact.email}.`
      : 'No press contact is published. Send a booking request instead.',
    pronunciation && `Pronunciation: ${pronunciation}.`,
    pronouns && `Pronouns: ${pronouns}.`,
  ];
  const result = {
    ...creatorResult(context),
    bios: kit.bios,
    image: pictures,
    ...(pressContact && { contactPoint: pressContact }),
  };
  const actions = [endpointAction(facts.baseUrl, 'mediaKit', 'DownloadAction')];
  return answerResponse([summaryResult(sentences.filter(Boolean).join(' ')), { ...result, actions }]);
}

function answerSpeaking({ release: { facts } }: QuestionContext): AskResponse {
  const profile = speaking(facts);
  const { topics, pastTalks } = profile;
  const actions = [endpointAction(facts.baseUrl, 'bookingRequest', 'ReserveAction')];
  if (topics.length === 0 && pastTalks.length === 0)
    return { ...failureResponse('No talks are published here. Send a booking request instead.'), actions };
  const offered = topics.map(({ title, description }): AskResult => ({ '@type': 'Event', name: title, description }));
  const past = pastTalks.slice(0, 5).map(({ title, event, date, url }): AskResult => {
    return { '@type': 'Event', name: title, description: event, startDate: date, ...(url && { url }) };
  });
  const text = `Talks on offer: ${topics.length}. Past talks: ${pastTalks.length}. Fees are not published; send a booking request to ask.`;
  return { ...answerResponse([summaryResult(text), ...offered, ...past]), actions };
}

const bookingQuestions = [
  { id: 'showName', text: 'What is the name of the show or event?' },
  { id: 'timeframe', text: 'Which dates would suit, in which time zone?' },
  { id: 'message', text: 'What would the conversation be about?' },
];

function elicitBooking({ release: { facts } }: QuestionContext, text: string, showUrl?: string): AskResponse {
  const params = { ...endpoints.bookingRequest.docs.example.body, ...(showUrl && { showUrl }), source: 'agent' };
  return elicitationResponse(
    text,
    bookingQuestions,
    endpointAction(facts.baseUrl, 'bookingRequest', 'ReserveAction', params),
  );
}

/** Describes a place of a quote: what was said there, by whom, and how it differs. */
function describeMatch({
  actual,
  speaker,
  speakerIsCreator,
  title,
  textFragmentUrl,
  url,
  difference = [],
}: QuoteVerdict['matches'][number]) {
  const name = speaker ?? 'speaker unknown';
  const by = speakerIsCreator === false && speaker ? `${name}, not the creator` : name;
  const changes = difference.filter(({ kind }) => kind !== 'same').map(({ kind, text }) => `${kind}: “${text}”`);
  const anchor = textFragmentUrl ?? url;
  return [`- “${actual}” (${by}), in ${title}: ${anchor}`, ...changes].join(', ');
}

async function answerQuote(text: string, { call }: QuestionContext): Promise<AskResponse> {
  const verdict = JSON.parse((await call('verifyQuote', { body: { text, receipt: true } })).text) as QuoteVerdict;
  const { matches, receipt, withdrawn = [] } = verdict;
  if (matches.length === 0 && withdrawn[0])
    return failureResponse(`The text with this quote was withdrawn on ${withdrawn[0].withdrawnAt.slice(0, 10)}.`);
  if (verdict.verdict === 'not_checked')
    return failureResponse('The quote is not in any free text. Texts that require payment could not be checked.');
  if (matches.length === 0)
    return failureResponse(`This room has nothing on that: no text has “${text}” or a similar wording.`);
  const heading =
    verdict.verdict === 'exact' ? 'This quote was published word for word.' : 'A similar wording was published.';
  const results = matches.map((match): AskResult => {
    const { title, url, actual, textFragmentUrl, mediaUrl, startSeconds } = match;
    const when = startSeconds !== undefined && { startOffset: startSeconds };
    const citations = [toCitation({ ...match, text: actual }, mediaUrl ?? textFragmentUrl ?? url)];
    return { '@type': 'Quotation', name: title, url, ...when, grounding: { source_urls: [url], citations } };
  });
  // The receipt covers all matches.
  return answerResponse([
    summaryResult([`${heading} Places: ${verdict.total}.`, ...matches.map(describeMatch)].join('\n')),
    ...results,
    { '@type': 'DigitalDocument', name: 'Receipt', text: receipt! },
  ]);
}

async function answerShowPrep(
  query: TypedQuery,
  showUrl: string | undefined,
  { call, release: { facts } }: QuestionContext,
): Promise<AskResponse> {
  const action = (params?: Record<string, unknown>) => endpointAction(facts.baseUrl, 'showPrep', 'ReadAction', params);
  const topic = [...query.topics, ...query.words].join(' ').replaceAll('"', '');
  if (!showUrl) {
    const questions = [{ id: 'showUrl', text: 'What is the URL of the show?' }];
    return elicitationResponse('Which show is it?', questions, action(topic ? { topic } : undefined));
  }
  const params = { showUrl, ...(topic && { topic }) };
  const pack = JSON.parse((await call('showPrep', { query: { ...params, limit: 5 } })).text) as BriefingPack;
  const actions = [action(params)];
  const others = (pack.suggestions ?? []).join(', ');
  if (pack.topDots.length === 0)
    return { ...failureResponse(`Nothing published matches “${topic}”. Available topics: ${others}.`), actions };
  const dots = pack.topDots.map(({ why, ...item }) => ({ ...plainResult(item), description: why }));
  const questions = pack.interviewQuestions.map(({ question }) => ({ '@type': 'Question', name: question }));
  const text = `Recommended reading and ${questions.length} questions.`;
  return { ...answerResponse([summaryResult(text), ...dots, ...questions]), actions };
}

function answerRights({ release: { facts } }: QuestionContext): AskResponse {
  const { syndication, publication } = facts.creator;
  const quoting = 'You may quote passages with title and URL. Use verify-quote to check the wording.';
  const whole = syndication?.available
    ? `Full texts: ${syndication.terms}. Credit: ${syndication.attribution}.`
    : 'Ask for permission before you republish a full text.';
  return answerResponse([
    summaryResult(`${quoting} ${whole}`),
    { '@type': 'CreativeWork', name: publication, url: `${facts.baseUrl}/` },
  ]);
}

function answerGreeting({ release: { facts } }: QuestionContext): AskResponse {
  const { creator } = facts;
  const [topic = creator.publication] = creator.topics;
  return answerResponse([
    summaryResult(
      `${asSentence(`This is the media room of ${creator.name}, ${creator.publication}`)} You can ask about the newest article, a month, a topic such as ` +
        `“${topic}”, a quote, press material, or a booking.`,
    ),
    { '@type': 'WebSite', name: creator.publication, description: creator.oneLiner, url: `${facts.baseUrl}/` },
  ]);
}

function answerTopics({ release: { facts } }: QuestionContext): AskResponse {
  const { creator, baseUrl } = facts;
  if (creator.topics.length === 0)
    return failureResponse('This room lists no topics. Ask for the newest items or about a subject.');
  const index = endpointUrl(baseUrl, 'contentIndex');
  const terms = creator.topics.map((name) => ({
    '@type': 'DefinedTerm',
    name,
    url: `${index}?topic=${encodeURIComponent(name)}`,
  }));
  return answerResponse([summaryResult(`Available topics: ${creator.topics.join(', ')}.`), ...terms]);
}

/** Answers a question for contact details. */
function answerContact(context: QuestionContext, query: TypedQuery): AskResponse {
  const { pressContact, contacts = [] } = context.release.facts.creator;
  const t = translatorFor(query.language);
  const all = [...(pressContact ? [{ role: 'press', ...pressContact }] : []), ...contacts];
  const known = query.act === 'phone' ? all.filter(({ telephone }) => telephone !== undefined) : all;
  if (known.length === 0) return failureResponse(t('ask.noContact'));
  const texts = known.map(({ role, name, email, telephone }) =>
    [`${role}: ${name}`, email, telephone].filter(Boolean).join(', '),
  );
  const text = t('ask.contact', { contacts: texts.join('; ') });
  return answerResponse([summaryResult(text), { ...creatorResult(context), contactPoint: known }]);
}

/** Answers a personal question only with what the creator approved. */
function answerPersonal({ release, newest }: QuestionContext, query: TypedQuery): AskResponse {
  const response = answerItems(release, query, newest);
  const isSentence = response.results?.[1]?.['@type'] === 'Person';
  if (isSentence) return response;
  return failureResponse(translatorFor(query.language)('ask.none', { period: '' }));
}

const bookingText = 'A booking request needs the name of the show. The creator reads and answers every request.';
const availabilityText =
  'Available dates are not published. Suggest dates in a booking request, and the creator answers.';

const answers: Record<
  Act,
  (context: QuestionContext, query: TypedQuery, showUrl?: string) => AskResponse | Promise<AskResponse>
> = {
  booking: (context, _, showUrl) => elicitBooking(context, bookingText, showUrl),
  availability: (context) => elicitBooking(context, availabilityText),
  prepare: (context, query, showUrl) => answerShowPrep(query, showUrl, context),
  contact: answerContact,
  phone: answerContact,
  press: answerPress,
  speaking: answerSpeaking,
  personal: answerPersonal,
  topics: answerTopics,
  rights: answerRights,
  who: (context) => {
    const { name, oneLiner } = context.release.facts.creator;
    const result = creatorResult(context);
    return answerResponse([summaryResult(result.description || oneLiner || name), result]);
  },
  cancel: ({ release: { facts } }) => ({
    ...answerResponse([summaryResult('To cancel a booking, send DELETE to its statusUrl or CancelTask over A2A.')]),
    actions: [endpointAction(facts.baseUrl, 'bookingCancel', 'CancelAction')],
  }),
  feeds: ({ release: { facts } }) => ({
    ...answerResponse([
      summaryResult('Get new items by feed, by webhook, or from the changes endpoint.'),
      { '@type': 'DataFeed', name: 'RSS', url: `${facts.baseUrl}/feed.xml` },
    ]),
    actions: [
      endpointAction(facts.baseUrl, 'webhookSubscribe', 'SubscribeAction'),
      endpointAction(facts.baseUrl, 'changes', 'ReadAction'),
    ],
  }),
  transcribe: ({ release: { facts } }) => ({
    ...answerResponse([
      summaryResult(
        'Transcripts of episodes are in their Markdown pages. Other recordings can be transcribed on request.',
      ),
    ]),
    actions: [endpointAction(facts.baseUrl, 'transcribe', 'CreateAction')],
  }),
};

/** Adds a sentence about the part of the question that was not understood. */
function addCaveat(response: AskResponse, caveat: string): AskResponse {
  const { results, elicitation: question, error } = response;
  const [first, ...rest] = results ?? [];
  if (error) return { ...response, error: { ...error, message: `${caveat} ${error.message}` } };
  if (question) return { ...response, elicitation: { ...question, text: `${caveat} ${question.text}` } };
  return { ...response, results: [summaryResult(`${caveat} ${first!.text}`), ...rest] };
}

/** Returns true for a question about the creator or the room that names nothing else. */
function asksWho(query: TypedQuery): boolean {
  const { asks, words, isItems, isAboutCreator, order, isCount, isYesNo, from, to, status, unused } = query;
  const isNamed = words.length > 0 && !(words.length === 1 && nameWords.has(words[0]!));
  if (isNamed || isYesNo || unused.length > 0 || order !== 'best' || isCount || from || to || status) return false;
  if (asks === 'person') return true;
  return isAboutCreator && !isItems && (asks === undefined || asks === 'thing');
}

/** “What is the name of the newsletter” asks who is behind it. */
const nameWords = new Set(['name', 'Name', '名前', 'nom', 'nombre', 'nome']);

const isEmptyQuery = ({
  topics,
  words,
  without,
  types,
  isItems,
  order,
  from,
  to,
  status,
  unused,
  negation,
  isCount,
}: TypedQuery): boolean =>
  topics.length + words.length + without.length + types.length + unused.length === 0 &&
  !isItems &&
  order === 'best' &&
  !from &&
  !to &&
  !status &&
  !negation &&
  !isCount;

/** A question about a press picture, such as who took it, is answered from texts. */
function findAct({ act, ...query }: TypedQuery, showUrl: string | undefined): Act | undefined {
  if (showUrl && act !== 'booking') return 'prepare';
  if (act === 'press' && query.asks && query.asks !== 'thing' && query.asks !== 'place') return undefined;
  return act ?? (asksWho(query) ? 'who' : undefined);
}

/** A question of where or when without other words is about the birth of the creator. */
function withBirth(query: TypedQuery): TypedQuery {
  const isPersonal = query.isAboutCreator && !query.isItems && query.words.length === 0;
  return isPersonal && ['place', 'time', 'age'].includes(query.asks ?? '') ? { ...query, words: ['born'] } : query;
}

export async function answerSentence(sentence: string, context: QuestionContext): Promise<AskResponse> {
  const { now, release, newest } = context;
  const { creator } = release.facts;
  const holds = (phrase: string, column: string): boolean => {
    const parsed = parseQuery(`"${phrase.replaceAll('"', '')}"`, creator.language);
    return typeof parsed === 'object' && release.texts.holds(column + release.texts.expressions(parsed).all);
  };
  const query = withBirth(
    parseSentence(sentence, {
      now,
      creator,
      containsPhrase: (phrase) => holds(phrase, ''),
      isInTitle: (phrase) => holds(phrase, 'title : '),
      isTopic: (word) => resolveTopic(release.index.memory.topics, word).length > 0,
      isFeed: createFeedTest(release),
    }),
  );
  if (query.quote) return answerQuote(query.quote, context);
  const t = translatorFor(query.language);
  const showUrl = findWebAddress(sentence);
  const act = findAct(query, showUrl);
  if (act) {
    const response = await answers[act](context, query, showUrl);
    return query.negation
      ? addCaveat(response, t('ask.negation', { word: quoteWords(t, [query.negation]) }))
      : response;
  }
  if (!isEmptyQuery(query)) return answerItems(release, query, newest);
  if (query.asksText) return failureResponse(t('ask.unused', { words: quoteWords(t, [query.asksText]) }));
  if (query.isYesNo) return failureResponse(t('ask.none', { period: '' }));
  return answerGreeting(context);
}
