// From what a sentence asks for to its answer: everything in it is published or approved, or it says that there is nothing.
import type { AskResponse, AskResult } from '#contract/schemas/ask.ts';
import type { BriefingPack } from '#contract/schemas/press.ts';
import type { QuoteVerdict } from '#contract/schemas/quotes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { mediaKit, speaking } from '#domain/documents/press.ts';
import { endpointUrl } from '#domain/links.ts';
import { resolveTopic } from '#domain/lists/topics.ts';
import { parseQuery } from '#domain/search/query.ts';
import { asSentence } from '#domain/text/sentence.ts';
import type { CallEndpoint } from '../../http/handler.ts';
import type { Release } from '../../release/release.ts';
import { type Intent, interpret } from './interpret.ts';
import { answerItems } from './items.ts';
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
  /** Milliseconds. */
  now: number;
  /** The newest items that the client may see; undefined: all. */
  newest: number | undefined;
  call: CallEndpoint;
}

type IntentKind = Intent['kind'];
type Answers = {
  [K in IntentKind]: (
    intent: Extract<Intent, { kind: K }> & { negation?: string },
    context: QuestionContext,
  ) => AskResponse | Promise<AskResponse>;
};

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

function answerPress(asking: QuestionContext): AskResponse {
  const { facts } = asking.release;
  const kit = mediaKit(facts);
  const { pressContact, headshots, pronunciation, pronouns } = kit;
  const pictures = headshots.map(({ url, alt, credit, license }) => ({ '@type': 'ImageObject', contentUrl: url, caption: alt, creditText: credit, license })); // prettier-ignore
  const known = [
    'Approved bios are in the media kit.',
    headshots.length > 0 ? `There are ${headshots.length} pictures for the press.` : 'There are no pictures for the press yet.',
    pressContact ? `Press contact: ${pressContact.name}, ${pressContact.email}.` : 'No press contact is published: send a booking request.',
    pronunciation && `The name is said ${pronunciation}.`,
    pronouns && `Pronouns: ${pronouns}.`,
  ]; // prettier-ignore
  const result = {
    ...creatorResult(asking),
    bios: kit.bios,
    image: pictures,
    ...(pressContact && { contactPoint: pressContact }),
  };
  const actions = [endpointAction(facts.baseUrl, 'mediaKit', 'DownloadAction')];
  return answerResponse([summaryResult(known.filter(Boolean).join(' ')), { ...result, actions }]);
}

function answerSpeaking({ release: { facts } }: QuestionContext): AskResponse {
  const profile = speaking(facts);
  const { topics, pastTalks } = profile;
  const actions = [endpointAction(facts.baseUrl, 'bookingRequest', 'ReserveAction')];
  if (topics.length === 0 && pastTalks.length === 0)
    return { ...failureResponse(`No talks are published here. Ask with a booking request.`), actions };
  const offered = topics.map(({ title, description }): AskResult => ({ '@type': 'Event', name: title, description }));
  const past = pastTalks.slice(0, 5).map(({ title, event, date, url }): AskResult => {
    return { '@type': 'Event', name: title, description: event, startDate: date, ...(url && { url }) };
  });
  const text = `${topics.length} talks are on offer, ${pastTalks.length} were given. Fees are not published: ask with a booking request.`;
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

async function answerQuote(text: string, { call: ask }: QuestionContext): Promise<AskResponse> {
  const verdict = JSON.parse((await ask('verifyQuote', { body: { text, receipt: true } })).text) as QuoteVerdict;
  const { matches, receipt } = verdict;
  if (verdict.verdict === 'not_checked')
    return failureResponse('These words could not be compared with texts that have a price, and stand in no other.');
  if (matches.length === 0)
    return failureResponse(`Nothing on that here: no text has the words “${text}”, or words near to them.`);
  const heading =
    verdict.verdict === 'exact' ? 'These words were published as they stand.' : 'Words near to these were published.';
  const results = matches.map((match): AskResult => {
    const { title, url, actual, textFragmentUrl, mediaUrl, startSeconds } = match;
    const when = startSeconds !== undefined && { startOffset: startSeconds };
    const citations = [toCitation({ ...match, text: actual }, mediaUrl ?? textFragmentUrl ?? url)];
    return { '@type': 'Quotation', name: title, url, ...when, grounding: { source_urls: [url], citations } };
  });
  // The receipt is about all of them together.
  return answerResponse([
    summaryResult(heading),
    ...results,
    { '@type': 'DigitalDocument', name: 'Receipt', text: receipt! },
  ]);
}

async function answerShowPrep(
  { showUrl, wanted }: Extract<Intent, { kind: 'prepare' }>,
  { call: ask, release: { facts } }: QuestionContext,
): Promise<AskResponse> {
  const action = (query?: Record<string, unknown>) => endpointAction(facts.baseUrl, 'showPrep', 'ReadAction', query);
  const topic = [...wanted.topics, wanted.words.replaceAll('"', '')].filter(Boolean).join(' ');
  if (!showUrl) {
    const questions = [{ id: 'showUrl', text: 'What is the address of the show?' }];
    return elicitationResponse('Which show is it?', questions, action(topic ? { topic } : undefined));
  }
  const query = { showUrl, ...(topic && { topic }) };
  const pack = JSON.parse((await ask('showPrep', { query: { ...query, limit: 5 } })).text) as BriefingPack;
  const actions = [action(query)];
  const others = (pack.suggestions ?? []).join(', ');
  if (pack.topDots.length === 0)
    return { ...failureResponse(`Nothing published fits “${topic}”. Topics here: ${others}.`), actions };
  const dots = pack.topDots.map(({ why, ...item }) => ({ ...plainResult(item), description: why }));
  const questions = pack.interviewQuestions.map(({ question }) => ({ '@type': 'Question', name: question }));
  const text = `To read before the show, and ${questions.length} questions.`;
  return { ...answerResponse([summaryResult(text), ...dots, ...questions]), actions };
}

function answerRights({ release: { facts } }: QuestionContext): AskResponse {
  const { syndication, publication } = facts.creator;
  const quoting = 'Passages may be quoted with title and address; verify-quote checks the words.';
  const whole = syndication?.available
    ? `Whole texts: ${syndication.terms}. Credit: ${syndication.attribution}.`
    : 'Nothing is said about publishing whole texts: ask first.';
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
      `${asSentence(`This is the media room of ${creator.name}, ${creator.publication}`)} Ask for the newest article, for what was published in a month, ` +
        `about a subject such as “${topic}”, whether words are a quote, for press material, or for a booking.`,
    ),
    { '@type': 'WebSite', name: creator.publication, description: creator.oneLiner, url: `${facts.baseUrl}/` },
  ]);
}

function answerTopics({ release: { facts } }: QuestionContext): AskResponse {
  const { creator, baseUrl } = facts;
  if (creator.topics.length === 0)
    return failureResponse('No topics are named here. Ask for the newest items, or for a subject.');
  const index = endpointUrl(baseUrl, 'contentIndex');
  const each = creator.topics.map((name) => ({
    '@type': 'DefinedTerm',
    name,
    url: `${index}?topic=${encodeURIComponent(name)}`,
  }));
  return answerResponse([summaryResult(`Topics here: ${creator.topics.join(', ')}.`), ...each]);
}

const answers: Answers = {
  items: ({ wanted, negation }, { release, newest }) => answerItems(release, wanted, newest, negation),
  quote: ({ quote: text }, asking) => answerQuote(text, asking),
  prepare: answerShowPrep,
  press: (_, asking) => answerPress(asking),
  speaking: (_, asking) => answerSpeaking(asking),
  who: (_, asking) => answerResponse([summaryResult(creatorResult(asking).description!), creatorResult(asking)]),
  personal: () => failureResponse('Nothing on that here: only what was published or approved is answered.'),
  topics: (_, asking) => answerTopics(asking),
  rights: (_, asking) => answerRights(asking),
  greeting: (_, asking) => answerGreeting(asking),
  booking: ({ showUrl }, asking) =>
    elicitBooking(asking, 'A booking request needs the name of the show. The creator reads and answers every one.', showUrl),
  availability: (_, asking) => elicitBooking(asking, 'Free dates are not published. Name dates in a booking request, and the creator answers.'),
  cancel: ({}, { release: { facts } }) => ({
    ...answerResponse([summaryResult('A booking is cancelled with DELETE at its statusUrl, or with CancelTask of A2A.')]),
    actions: [endpointAction(facts.baseUrl, 'bookingCancel', 'CancelAction')],
  }),
  feeds: (_, { release: { facts } }) => ({
    ...answerResponse([
      summaryResult('New items come by feed, by webhook, or by asking for changes.'),
      { '@type': 'DataFeed', name: 'RSS', url: `${facts.baseUrl}/feed.xml` },
    ]),
    actions: [endpointAction(facts.baseUrl, 'webhookSubscribe', 'SubscribeAction'), endpointAction(facts.baseUrl, 'changes', 'ReadAction')],
  }),
  transcribe: (_, { release: { facts } }) => ({
    ...answerResponse([summaryResult('Transcripts of episodes that have one stand in their Markdown pages; another recording can be transcribed.')]),
    actions: [endpointAction(facts.baseUrl, 'transcribe', 'CreateAction')],
  }),
}; // prettier-ignore

/** The same answer, under a sentence that says what of the question was not understood. */
function addCaveat(response: AskResponse, caveat: string): AskResponse {
  const { results, elicitation: question, error } = response;
  const [first, ...rest] = results ?? [];
  if (error) return { ...response, error: { ...error, message: `${caveat} ${error.message}` } };
  if (question) return { ...response, elicitation: { ...question, text: `${caveat} ${question.text}` } };
  return { ...response, results: [summaryResult(`${caveat} ${first!.text}`), ...rest] };
}

export async function answerSentence(sentence: string, asking: QuestionContext): Promise<AskResponse> {
  const { now, release } = asking;
  const { creator } = release.facts;
  const holds = (phrase: string) => {
    const parsed = parseQuery(`"${phrase}"`, creator.language);
    return typeof parsed === 'object' && release.texts.holds(release.texts.expressions(parsed).all);
  };
  const isTopic = (word: string) => resolveTopic(release.index.memory.topics, word).length > 0;
  const intent = interpret(sentence, { now, creator, holds, isTopic });
  const answerIntent = answers[intent.kind] as (
    intent: Intent,
    asking: QuestionContext,
  ) => AskResponse | Promise<AskResponse>;
  const response = await answerIntent(intent, asking);
  const { negation } = intent;
  if (!negation) return response;
  return addCaveat(response, `This question contains a negation (“${negation}”) that was not understood.`);
}
