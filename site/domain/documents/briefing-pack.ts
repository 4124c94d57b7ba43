// The briefing pack for a show. It is deterministic; no model is called.
import { isUpcoming } from './items.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { BriefingPack } from '#contract/schemas/press.ts';
import { endpointUrl } from '../links.ts';
import { type MessageKey, type Translate, translatorFor } from '../messages/messages.ts';
import { type PublicFacts, shorten } from '../room.ts';

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
}

/** Returns the newest items for a show without a topic; timeline entries and planned items are left out. */
export const newestDots = (items: Iterable<ContentItem>, limit: number, t: Translate): TopDot[] =>
  Iterator.from(items)
    .filter((item) => item.type !== 'timeline' && !isUpcoming(item))
    .take(limit)
    .map((item) => ({ ...item, why: t('prep.newest') }))
    .toArray();

const themeLabel = (facts: PublicFacts, id: string) => facts.creator.themes.find((theme) => theme.id === id)?.label;

/** One angle for each theme that several dots share, then one for each type that stands alone. */
function angles(facts: PublicFacts, dots: TopDot[], t: Translate): BriefingPack['suggestedAngles'] {
  const byTheme = new Map<string, TopDot[]>();
  for (const dot of dots) for (const id of dot.themeIds) byTheme.set(id, [...(byTheme.get(id) ?? []), dot]);
  const shared = [...byTheme].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1)).slice(0, 4);
  const themed = shared.map(([id, group]) => ({
    title: themeLabel(facts, id) ?? id,
    rationale:
      group.length > 1
        ? t('prep.returning', { count: group.length, title: group[0]!.title })
        : t('prep.goesInto', { title: group[0]!.title }),
    dotIds: group.map((dot) => dot.id),
  }));
  if (themed.length > 0) return themed;
  return dots.slice(0, 3).map((dot) => ({ title: dot.title, rationale: dot.summary ?? dot.why, dotIds: [dot.id] }));
}

const dotQuestions: MessageKey[] = ['prep.ask.began', 'prep.ask.learned', 'prep.ask.wrong', 'prep.ask.today'];

/** The creator's own come first; the others stand on what was found. */
function questions(facts: PublicFacts, dots: TopDot[], t: Translate): BriefingPack['interviewQuestions'] {
  const own = (facts.creator.booking?.sampleQuestions ?? []).map((question) => ({ question }));
  const fromDots = dots.map(({ id, title }, i) => ({
    question: t(dotQuestions[i % dotQuestions.length]!, { title }),
    dotId: id,
  }));
  return [...own.slice(0, 6), ...fromDots.slice(0, 6)];
}

/** Derives the name of the show from its host; the address is never requested. */
const showName = (showUrl: string): string => shorten(new URL(showUrl).hostname.replace(/^www\./, ''), 200);

/** Returns the parts that briefing packs and guest kits share. */
export function briefingParts(
  facts: PublicFacts,
  { dots, isKnownTopic: isKnownTopic, suggestions }: ShowSelection,
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
    suggestedAngles: angles(facts, dots, t),
    interviewQuestions: questions(facts, dots, t),
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

export function briefingPack(facts: PublicFacts, picked: ShowSelection, query: BriefingQuery): BriefingPack {
  const { showUrl, topic } = query;
  const { bookingRequestTemplate, ...pack } = briefingParts(facts, picked, topic);
  return {
    showUrl,
    ...pack,
    bookingRequestTemplate: { showName: showName(showUrl), showUrl, ...bookingRequestTemplate },
  };
}
