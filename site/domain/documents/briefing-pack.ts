// The briefing pack for a show. It is deterministic; no model is called.
import { isUpcoming } from './items.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { BriefingPack } from '#contract/schemas/press.ts';
import { endpointUrl } from '../links.ts';
import { type Translate, translatorFor } from '../messages/messages.ts';
import { type PublicFacts, shorten } from '../room.ts';
import { contentStems, evidenceQuestions, statementPlace } from './questions.ts';
import type { Statement } from './statements.ts';

export interface BriefingQuery {
  showUrl: string;
  topic?: string | undefined;
}

type TopDot = BriefingPack['topDots'][number];

/** Items of the room for a show, best first. */
export interface ShowSelection {
  dots: TopDot[];
  /** True if the topic is one of the content index. */
  isKnownTopic: boolean;
  /** Similar topics of the room, if nothing matches the requested one. */
  suggestions?: string[] | undefined;
  /** Sentences from the items, best first. */
  statements: Statement[];
}

/** Returns the newest items for a show without a topic; timeline entries and planned items are left out. */
export const newestDots = (items: Iterable<ContentItem>, limit: number, t: Translate): TopDot[] =>
  Iterator.from(items)
    .filter((item) => item.type !== 'timeline' && !isUpcoming(item))
    .take(limit)
    .map((item) => ({ ...item, why: t('prep.newest') }))
    .toArray();

/** Longest sentence that serves as the title of an angle or a conversation. */
const maxTitleCharacters = 100;
const maxAngles = 4;

/** Sentences of the creator that are short enough for a title. */
const titleStatements = (ranked: Statement[]): Statement[] =>
  ranked.filter(
    ({ speakerIsCreator, kind, text }) => speakerIsCreator && kind !== 'number' && text.length <= maxTitleCharacters,
  );

/** Returns an angle for each theme that a sentence from the items names, then one for each short sentence. */
function angles(
  { creator: { themes, language } }: PublicFacts,
  dots: TopDot[],
  ranked: Statement[],
  t: Translate,
): BriefingPack['suggestedAngles'] {
  const own = ranked.filter(({ speakerIsCreator }) => speakerIsCreator);
  const themed = themes.flatMap(({ id, label }) => {
    const filed = dots.filter(({ themeIds }) => themeIds.includes(id)).map((dot) => dot.id);
    const names = contentStems(label, language);
    const statement = own.find(({ text }) => !names.isDisjointFrom(contentStems(text, language)));
    if (!statement || filed.length === 0) return [];
    const dotIds = [...new Set([statement.itemId, ...filed])];
    return [{ title: label, rationale: saidIn(statement, t), dotIds, statement }];
  });
  themed.sort((a, b) => b.dotIds.length - a.dotIds.length);
  const unused = ranked.filter((one) => themed.every(({ statement }) => statement !== one));
  const fromStatements = titleStatements(unused).map((statement) => ({
    title: t('prep.quoted', { word: statement.text }),
    rationale: t('prep.from', { place: statementPlace(statement, t) }),
    dotIds: [statement.itemId],
  }));
  return [...themed.map(({ statement: _, ...angle }) => angle), ...fromStatements].slice(0, maxAngles);
}

const saidIn = (statement: Statement, t: Translate): string =>
  t('prep.saidIn', { text: statement.text, place: statementPlace(statement, t) });

/** Returns the creator's own questions first, then questions about what was said in the items. */
function questions(facts: PublicFacts, ranked: Statement[], t: Translate): BriefingPack['interviewQuestions'] {
  const own = (facts.creator.booking?.sampleQuestions ?? []).map((question) => ({ question }));
  return [...own.slice(0, 6), ...evidenceQuestions(ranked, facts.creator.language, t)];
}

/** Derives the name of the show from its host; the address is never requested. */
const showName = (showUrl: string): string => shorten(new URL(showUrl).hostname.replace(/^www\./, ''), 200);

/** Returns the parts that briefing packs and guest kits share. */
export function briefingParts(
  facts: PublicFacts,
  { dots, isKnownTopic, suggestions, statements }: ShowSelection,
  topic: string | undefined,
) {
  const { baseUrl, creator } = facts;
  const t = translatorFor(creator.language);
  const subject = topic ?? creator.topics[0] ?? creator.publication;
  const contentIndex = endpointUrl(baseUrl, 'contentIndex');
  // An address cannot contain half of a surrogate pair.
  const encoded = topic && encodeURIComponent(topic.toWellFormed());
  return {
    ...(topic && { topic }),
    topDots: dots,
    ...(dots.length === 0 && suggestions && { suggestions }),
    suggestedAngles: angles(facts, dots, statements, t),
    interviewQuestions: questions(facts, statements, t),
    bookingRequestTemplate: {
      timeframe: t('prep.timeframe'),
      message: t('prep.message', { name: creator.name, subject }),
      source: 'agent',
    },
    links: {
      bookingRequest: endpointUrl(baseUrl, 'bookingRequest'),
      booking: endpointUrl(baseUrl, 'booking'),
      mediaKit: endpointUrl(baseUrl, 'mediaKit'),
      profile: endpointUrl(baseUrl, 'profile'),
      contentIndex: topic && isKnownTopic ? `${contentIndex}?topic=${encoded}` : contentIndex,
      ...(topic && { search: `${endpointUrl(baseUrl, 'search')}?q=${encoded}` }),
    },
  };
}

export function briefingPack(facts: PublicFacts, selection: ShowSelection, query: BriefingQuery): BriefingPack {
  const { showUrl, topic } = query;
  const { bookingRequestTemplate, ...pack } = briefingParts(facts, selection, topic);
  return {
    showUrl,
    ...pack,
    bookingRequestTemplate: { showName: showName(showUrl), showUrl, ...bookingRequestTemplate },
  };
}
