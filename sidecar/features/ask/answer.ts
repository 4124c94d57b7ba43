// Answers a sentence with published or approved content only.
import type { AskResponse, AskResult } from '#contract/schemas/ask.ts';
import type { People } from '#contract/schemas/content.ts';
import type { BriefingPack } from '#contract/schemas/press.ts';
import type { QuoteVerdict } from '#contract/schemas/quotes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { mediaKit, pictureFacts, speaking } from '#domain/documents/press.ts';
import { isoDay } from '#domain/instants.ts';
import { endpointUrl } from '#domain/links.ts';
import { isFiledTopic } from '#domain/lists/content-index.ts';
import { joinList, translateCount, type Translate, translatorFor } from '#domain/messages/messages.ts';
import type { Act } from '#domain/query/grammar.ts';
import { showNames } from '#domain/query/room-sentences.ts';
import { parseSentence } from '#domain/query/parse.ts';
import { synonymsOf } from '#domain/query/synonyms.ts';
import type { TypedQuery } from '#domain/query/typed-query.ts';
import { parseQuery } from '#domain/search/query.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';
import type { CallEndpoint } from '../../http/handler.ts';
import { findWebAddress } from '../../http/web-address.ts';
import { createFeedTest } from '../../release/query-filter.ts';
import type { Release } from '../../release/release.ts';
import { answerItems, quoteWords } from './items.ts';
import { findAct, isEmptyQuery, withBirth } from './requests.ts';
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

/** A question with the messages of its language. */
interface Question extends QuestionContext {
  query: TypedQuery;
  showUrl: string | undefined;
  t: Translate;
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

const describePictures = (t: Translate, pictures: ReturnType<typeof mediaKit>['headshots']): string =>
  pictures.length === 0
    ? t('ask.noPictures')
    : `${t('ask.pictures', { count: pictures.length })}\n${pictures.map((one) => `- ${one.alt}: ${[one.url, ...pictureFacts(one)].join(', ')}`).join('\n')}\n`;

function answerPress(question: Question): AskResponse {
  const { t, release } = question;
  const { facts } = release;
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
    t('ask.kit'),
    describePictures(t, headshots),
    pressContact
      ? t('ask.pressContact', { contact: `${pressContact.name}, ${pressContact.email}` })
      : `${t('ask.noPressContact')} ${t('ask.useBooking')}`,
    pronunciation && t('ask.pronunciation', { text: pronunciation }),
    pronouns && t('ask.pronouns', { text: pronouns }),
  ];
  const result = {
    ...creatorResult(question),
    bios: kit.bios,
    image: pictures,
    ...(pressContact && { contactPoint: pressContact }),
  };
  const actions = [endpointAction(facts.baseUrl, 'mediaKit', 'DownloadAction')];
  return answerResponse([summaryResult(sentences.filter(Boolean).join(' ')), { ...result, actions }]);
}

function answerSpeaking({ t, release: { facts } }: Question): AskResponse {
  const profile = speaking(facts);
  const { topics, pastTalks } = profile;
  const actions = [endpointAction(facts.baseUrl, 'bookingRequest', 'ReserveAction')];
  if (topics.length === 0 && pastTalks.length === 0)
    return { ...failureResponse(`${t('ask.noTalks')} ${t('ask.useBooking')}`), actions };
  const topicResults = topics.map(({ title, description }): AskResult => ({
    '@type': 'Event',
    name: title,
    description,
  }));
  const past = pastTalks.slice(0, 5).map(({ title, event, date, url }): AskResult => {
    return { '@type': 'Event', name: title, description: event, startDate: date, ...(url && { url }) };
  });
  const text = t('ask.talks', { offered: topics.length, past: pastTalks.length });
  return { ...answerResponse([summaryResult(text), ...topicResults, ...past]), actions };
}

/** Answers with the newest talk that is over, its event and its place. */
function answerLastTalk(question: Question): AskResponse {
  const { t, now, query, release } = question;
  const last = speaking(release.facts).pastTalks.find(({ date }) => date <= isoDay(now));
  if (!last) return answerSpeaking(question);
  const { title, event, location, date, url } = last;
  const place = [event, location].filter(Boolean).join(', ');
  const items = translateCount(query.language, 'ask.timeline', 1, {});
  const talk = { '@type': 'Event', name: title, description: place, startDate: date, ...(url && { url }) };
  return answerResponse([summaryResult(t('ask.newest', { items, title: `${title}, ${place}`, date })), talk]);
}

function elicitBooking({ t, showUrl, release: { facts } }: Question, text: string): AskResponse {
  const bookers = (facts.creator.contacts ?? []).filter(({ role }) => role === 'booking');
  const contacts = bookers.map(({ role, name, email }) => [`${role}: ${name}`, email].filter(Boolean).join(', '));
  const explanation = contacts.length > 0 ? `${text} ${t('ask.contact', { contacts: contacts.join('; ') })}` : text;
  const params = { ...endpoints.bookingRequest.docs.example.body, ...(showUrl && { showUrl }), source: 'agent' };
  return elicitationResponse(
    explanation,
    (['showName', 'timeframe', 'message'] as const).map((id) => ({ id, text: t(`ask.${id}`) })),
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

async function answerShowPrep({ query, showUrl, t, call, release: { facts } }: Question): Promise<AskResponse> {
  const action = (params?: Record<string, unknown>) => endpointAction(facts.baseUrl, 'showPrep', 'ReadAction', params);
  const topic = [...query.topics, ...query.words].join(' ').replaceAll('"', '');
  if (!showUrl) {
    const questions = [{ id: 'showUrl', text: t('ask.showUrl') }];
    return elicitationResponse(t('ask.whichShow'), questions, action(topic ? { topic } : undefined));
  }
  const params = { showUrl, ...(topic && { topic }) };
  const pack = JSON.parse((await call('showPrep', { query: { ...params, limit: 5 } })).text) as BriefingPack;
  const actions = [action(params)];
  if (pack.topDots.length === 0) {
    const nothing = t('ask.noneMentions', { words: quoteWords(t, [topic]), period: '' });
    const topics = t('ask.topics', { topics: (pack.suggestions ?? []).join(', ') });
    return { ...failureResponse(`${nothing} ${topics}`), actions };
  }
  const dots = pack.topDots.map(({ why, ...item }) => ({ ...plainResult(item), description: why }));
  const questions = pack.interviewQuestions.map(({ question }) => ({ '@type': 'Question', name: question }));
  const text = t('ask.prepared', { count: questions.length });
  return { ...answerResponse([summaryResult(text), ...dots, ...questions]), actions };
}

function answerRights({ t, release: { facts } }: Question): AskResponse {
  const { syndication, publication } = facts.creator;
  const { terms, attribution } = syndication ?? {};
  const whole =
    syndication?.available && terms !== undefined && attribution !== undefined
      ? t('ask.syndication', { terms, attribution })
      : t('ask.noSyndication');
  return answerResponse([
    summaryResult(`${t('ask.quoting')} ${whole}`),
    { '@type': 'CreativeWork', name: publication, url: `${facts.baseUrl}/` },
  ]);
}

function answerGreeting({ t, release: { facts } }: Question): AskResponse {
  const { creator } = facts;
  const [topic = creator.publication] = creator.topics;
  const name = joinList(t, [creator.name, creator.publication]);
  return answerResponse([
    summaryResult(t('ask.greeting', { name, topic: quoteWords(t, [topic]) })),
    { '@type': 'WebSite', name: creator.publication, description: creator.oneLiner, url: `${facts.baseUrl}/` },
  ]);
}

function answerTopics({ t, release: { facts } }: Question): AskResponse {
  const { creator, baseUrl } = facts;
  if (creator.topics.length === 0) return failureResponse(t('ask.noTopics'));
  const index = endpointUrl(baseUrl, 'contentIndex');
  const terms = creator.topics.map((name) => ({
    '@type': 'DefinedTerm',
    name,
    url: `${index}?topic=${encodeURIComponent(name)}`,
  }));
  return answerResponse([summaryResult(t('ask.topics', { topics: creator.topics.join(', ') })), ...terms]);
}

/** Lists the guests of the room. */
async function answerGuests({ call, t }: Question): Promise<AskResponse> {
  const { items } = JSON.parse((await call('people', { query: {} })).text) as People;
  const guests = items.filter(({ isCreator, roles }) => !isCreator && roles.includes('guest'));
  if (guests.length === 0) return failureResponse(t('ask.none', { period: '' }));
  const results = guests.map(({ name, url, itemsUrl }) => ({ '@type': 'Person', name, url: url ?? itemsUrl }));
  const names = guests.map(({ name }) => name).join(', ');
  return answerResponse([summaryResult(t('ask.guests', { names })), ...results]);
}

/** Returns true if a question for contact details names somebody else than the contacts. */
function namesStranger({ query, release: { facts } }: Question): boolean {
  const { pressContact, contacts = [] } = facts.creator;
  const contactNames = [pressContact ?? [], contacts].flat().flatMap(({ name }) => splitWords(name).map(foldWord));
  const isName = (word: string) => /^\p{Lu}\p{Ll}/u.test(word) && synonymsOf(word).length === 0;
  return query.language !== 'de' && query.words.some((word) => isName(word) && !contactNames.includes(foldWord(word)));
}

/** Answers a question for contact details. */
function answerContact(question: Question): AskResponse {
  const { query, t, release } = question;
  if (namesStranger(question)) return failureResponse(t('ask.none', { period: '' }));
  const { pressContact, contacts = [] } = release.facts.creator;
  const all = [...(pressContact ? [{ role: 'press', ...pressContact }] : []), ...contacts];
  const names = query.words.flatMap((word) => [word.toLowerCase(), ...synonymsOf(word)]);
  const inRole = all.filter(({ role }) => names.includes(role));
  const listedContacts = inRole.length > 0 ? inRole : all;
  const reachableContacts =
    query.act === 'phone' ? listedContacts.filter(({ telephone }) => telephone !== undefined) : listedContacts;
  if (reachableContacts.length === 0) return failureResponse(t('ask.noContact'));
  const texts = reachableContacts.map(({ role, name, email, telephone }) =>
    [`${role}: ${name}`, email, telephone].filter(Boolean).join(', '),
  );
  const text = t('ask.contact', { contacts: texts.join('; ') });
  const lacksPress = !pressContact && names.includes('press');
  return answerResponse([
    summaryResult(lacksPress ? `${t('ask.noPressContact')} ${text}` : text),
    { ...creatorResult(question), contactPoint: reachableContacts },
  ]);
}

/** Answers a personal question only with what the creator approved. */
function answerPersonal({ release, newest, query, t }: Question): AskResponse {
  const response = answerItems(release, query, newest);
  if (query.isAboutCreator && response.results?.[1]?.['@type'] === 'Person') return response;
  return failureResponse(t('ask.none', { period: '' }));
}

/** Requests whose details the texts may state. */
const detailedActs: Act[] = ['availability', 'booking', 'contact', 'press', 'rights', 'speaking'];
const maxDetails = 2;

/** Adds what the texts say about the words of a request, after the sentence and the first result. */
function addDetails(response: AskResponse, { release, query, newest }: Question): AskResponse {
  if (query.words.length === 0) return response;
  const asOrganiser = { ...query, hints: [...query.hints, 'organiser'] };
  const details = (answerItems(release, asOrganiser, newest).results ?? []).slice(1, 1 + maxDetails);
  if (details.length === 0) return response;
  if (response.error) return answerResponse([summaryResult(response.error.message), ...details]);
  const { results = [] } = response;
  return { ...response, results: [...results.slice(0, 2), ...details, ...results.slice(2)] };
}

const answers: Record<Act, (question: Question) => AskResponse | Promise<AskResponse>> = {
  booking: (question) => elicitBooking(question, question.t('ask.booking')),
  availability: (question) => elicitBooking({ ...question, showUrl: undefined }, question.t('ask.availability')),
  prepare: answerShowPrep,
  contact: answerContact,
  phone: answerContact,
  press: answerPress,
  speaking: answerSpeaking,
  'last talk': answerLastTalk,
  personal: answerPersonal,
  topics: answerTopics,
  guests: answerGuests,
  rights: answerRights,
  who: (question) => {
    const { name, oneLiner } = question.release.facts.creator;
    const result = creatorResult(question);
    return answerResponse([summaryResult(result.description || oneLiner || name), result]);
  },
  cancel: ({ t, release: { facts } }) => ({
    ...answerResponse([summaryResult(t('ask.cancel'))]),
    actions: [endpointAction(facts.baseUrl, 'bookingCancel', 'CancelAction')],
  }),
  feeds: ({ t, release: { facts } }) => ({
    ...answerResponse([
      summaryResult(t('ask.follow')),
      { '@type': 'DataFeed', name: 'RSS', url: `${facts.baseUrl}/feed.xml` },
    ]),
    actions: [
      endpointAction(facts.baseUrl, 'webhookSubscribe', 'SubscribeAction'),
      endpointAction(facts.baseUrl, 'changes', 'ReadAction'),
    ],
  }),
  transcribe: ({ t, release: { facts } }) => ({
    ...answerResponse([summaryResult(t('ask.transcripts'))]),
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
      isTopic: (word) => isFiledTopic(release.index.visible, word),
      isFeed: createFeedTest(release),
      shows: showNames(creator),
    }),
  );
  if (query.quote) return answerQuote(query.quote, context);
  const t = translatorFor(query.language);
  const showUrl = findWebAddress(sentence);
  const question: Question = { ...context, query, showUrl, t };
  const act = findAct(query, release, showUrl);
  if (act) {
    const fixed = await answers[act](question);
    const response = detailedActs.includes(act) ? addDetails(fixed, question) : fixed;
    return query.negation
      ? addCaveat(response, t('ask.negation', { word: quoteWords(t, [query.negation]) }))
      : response;
  }
  if (!isEmptyQuery(query)) return answerItems(release, query, newest);
  if (query.asksText) return failureResponse(t('ask.unused', { words: quoteWords(t, [query.asksText]) }));
  if (query.isYesNo) return failureResponse(t('ask.none', { period: '' }));
  return answerGreeting(question);
}
