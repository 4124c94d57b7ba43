// The briefing pack for a show: the same content and the same question give the same bytes; no model is called.
import type { ContentItem } from '#contract/schemas/content.ts';
import type { BriefingPack } from '#contract/schemas/press.ts';
import { endpointUrl } from '../links.ts';
import { type PublicFacts, shorten } from '../room.ts';

export interface BriefingQuery {
  showUrl: string;
  topic?: string | undefined;
  limit: number;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
const words = (item: ContentItem) => new Set(wordsOf(`${item.title} ${item.summary ?? ''}`));

/** How well an item fits the topic, and the reason; undefined when it does not. */
function fit(item: ContentItem, topic: string): { score: number; why: string } | undefined {
  const wanted = topic.toLowerCase();
  if ([...item.themeIds, ...item.keywords].some((tag) => tag.toLowerCase() === wanted)) {
    return { score: 3, why: `Tagged “${topic}”.` };
  }
  const asked = wordsOf(topic);
  const own = words(item);
  const hits = asked.filter((word) => own.has(word));
  if (asked.length === 0 || hits.length === 0) return undefined;
  const inTitle = hits.some((word) => wordsOf(item.title).includes(word));
  const score = (inTitle ? 2 : 1) * (hits.length / asked.length);
  return { score, why: `${inTitle ? 'Title' : 'Summary'} speaks of “${hits.join(' ')}”.` };
}

type TopDot = ContentItem & { why: string };

/** Articles first, since they can be quoted; other types fill up. Newest first among equals (`items` are newest first). */
function topDots(items: ContentItem[], topic: string | undefined, limit: number): TopDot[] {
  const kind = (item: ContentItem) => (item.type === 'article' ? 1 : 0);
  const scored = items.flatMap((item) => {
    const found = topic ? fit(item, topic) : { score: 0, why: 'Among the newest.' };
    return found && item.type !== 'timeline' ? [{ item, ...found }] : [];
  });
  scored.sort((a, b) => b.score - a.score || kind(b.item) - kind(a.item));
  return scored.slice(0, limit).map(({ item, why }) => ({ ...item, why }));
}

const themeLabel = (facts: PublicFacts, id: string) => facts.creator.themes.find((theme) => theme.id === id)?.label;

/** One angle for each theme that several dots share, then one for each type that stands alone. */
function angles(facts: PublicFacts, dots: TopDot[]): BriefingPack['suggestedAngles'] {
  const byTheme = new Map<string, TopDot[]>();
  for (const dot of dots) for (const id of dot.themeIds) byTheme.set(id, [...(byTheme.get(id) ?? []), dot]);
  const shared = [...byTheme].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1)).slice(0, 4);
  const themed = shared.map(([id, group]) => ({
    title: themeLabel(facts, id) ?? id,
    rationale:
      group.length > 1
        ? `${group.length} pieces return to this, the newest “${group[0]!.title}”.`
        : `“${group[0]!.title}” goes into this.`,
    dotIds: group.map((dot) => dot.id),
  }));
  if (themed.length > 0) return themed;
  return dots.slice(0, 3).map((dot) => ({ title: dot.title, rationale: dot.summary ?? dot.why, dotIds: [dot.id] }));
}

function questions(facts: PublicFacts, dots: TopDot[]): BriefingPack['interviewQuestions'] {
  const frames = [
    (title: string) => `What made you write “${title}”?`,
    (title: string) => `What did you learn after “${title}” was out?`,
    (title: string) => `What do people get wrong about what you describe in “${title}”?`,
    (title: string) => `Which part of “${title}” would you put differently today?`,
  ];
  const own = (facts.creator.booking?.sampleQuestions ?? []).map((question) => ({ question }));
  const fromDots = dots.map((dot, i) => ({ question: frames[i % frames.length]!(dot.title), dotId: dot.id }));
  return [...fromDots.slice(0, 6), ...own.slice(0, 6)];
}

/** The show's name as far as its address tells; the show is never visited. */
const showName = (showUrl: string): string => shorten(new URL(showUrl).hostname.replace(/^www\./, ''), 200);

/** What a host may use, whether the show has an address or a name alone. */
export function briefing(facts: PublicFacts, items: ContentItem[], topic: string | undefined, limit: number) {
  const { baseUrl, creator } = facts;
  const dots = topDots(items, topic, limit);
  const about = topic ?? creator.topics[0] ?? creator.publication;
  const contentIndex = endpointUrl(baseUrl, 'contentIndex');
  return {
    ...(topic && { topic }),
    topDots: dots,
    suggestedAngles: angles(facts, dots),
    interviewQuestions: questions(facts, dots),
    bookingRequestTemplate: {
      timeframe: 'within the next two months',
      message: `We would like to talk with ${creator.name} about ${about}.`,
      source: 'agent',
    },
    links: {
      bookingRequest: endpointUrl(baseUrl, 'bookingRequest'),
      booking: endpointUrl(baseUrl, 'booking'),
      mediaKit: endpointUrl(baseUrl, 'mediaKit'),
      profile: endpointUrl(baseUrl, 'profile'),
      contentIndex: topic ? `${contentIndex}?topic=${encodeURIComponent(topic)}` : contentIndex,
    },
  };
}

export function briefingPack(facts: PublicFacts, items: ContentItem[], query: BriefingQuery): BriefingPack {
  const { showUrl, topic, limit } = query;
  const { bookingRequestTemplate, ...pack } = briefing(facts, items, topic, limit);
  return {
    showUrl,
    ...pack,
    bookingRequestTemplate: { showName: showName(showUrl), showUrl, ...bookingRequestTemplate },
  };
}
