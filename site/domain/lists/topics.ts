// Recognition of topics regardless of case, accents, spaces, hyphens and number, for all filters by topic.
import type { Creator } from '#contract/schemas/content-files.ts';
import { stemmerFor, type Stem } from '../search/stems.ts';
import { foldWord, splitWords } from '../search/words.ts';
import { separateNumbers } from '../text/notation.ts';
import { editDistance } from '../text/nearest-name.ts';

/** Language and themes of a room, which determine the names of topics. */
export interface TopicNaming {
  /** BCP 47. */
  language: string;
  themes: readonly { id: string; label: string }[];
}

interface TopicSource {
  keywords: readonly string[];
  themeIds: readonly string[];
}

/**
 * Returns a key that is equal for all spellings of a topic. It keeps + and #, which distinguish programming
 * languages.
 */
export function topicKey(topic: string): string {
  const cached = keyCache.get(topic);
  if (cached !== undefined) return cached;
  const plain = foldWord(separateNumbers(topic).normalize('NFKC')).replace(/[\s\u200d\ufe00-\ufe0f]/g, '');
  const key = plain.replace(/[^\p{L}\p{N}\p{M}+#^]/gu, '') || plain;
  if (topic.length > maxCachedCharacters) return key;
  if (keyCache.size >= maxCachedKeys) keyCache.clear();
  keyCache.set(topic, key);
  return key;
}

/** Keys by topic, cached because the same topics occur at many items and in each release. */
const keyCache = new Map<string, string>();
const maxCachedKeys = 10_000;
const maxCachedCharacters = 60;

const stemKey = (topic: string, stem: Stem): string => splitWords(topic).map(foldWord).map(stem).join('');

export interface Topics {
  /** Names of topics by key: labels of themes, and keywords. */
  labels: Map<string, string>;
  /** Keys by the stems of their words. */
  byStem: Map<string, string[]>;
  themeKeys: Set<string>;
  stem: Stem;
}

/** Keys of a theme's id and label, by the id of the theme. */
type ThemeKeys = Map<string, string[]>;

export const buildThemeKeys = (themes: TopicNaming['themes']): ThemeKeys =>
  new Map(themes.map(({ id, label }) => [id, [...new Set([topicKey(id), topicKey(label)])]]));

/** The themes and keywords of some items. */
export interface TopicUsage {
  themes: Set<string>;
  /** Themes and keywords without duplicates, in order. */
  words: string[];
}

export const collectTopics = (items: TopicSource[]): TopicUsage => ({
  themes: new Set(items.flatMap(({ themeIds }) => themeIds)),
  words: [...new Set(items.flatMap(({ themeIds, keywords }) => [...themeIds, ...keywords]))],
});

/** Builds the topics of a room from its themes and keywords. */
export function buildTopics(filed: TopicUsage, { language, themes }: TopicNaming): Topics {
  const themeKeys = new Set([...buildThemeKeys(themes).values()].flat());
  const topics: Topics = { labels: new Map(), byStem: new Map(), themeKeys, stem: stemmerFor(language) };
  const add = (key: string, label: string, word: string) => {
    if (key === '' || topics.labels.has(key)) return;
    topics.labels.set(key, label);
    const stem = stemKey(word, topics.stem);
    if (stem) topics.byStem.set(stem, [...(topics.byStem.get(stem) ?? []), key]);
  };
  for (const { id, label } of themes) {
    if (!filed.themes.has(id)) continue;
    add(topicKey(label), label, label);
    add(topicKey(id), label, id);
  }
  for (const word of filed.words) add(topicKey(word), word, word);
  return topics;
}

/** Returns the topic keys of a keyword or of a theme id. */
export const topicKeys = (themeKeys: ThemeKeys, word: string, isTheme: boolean): string[] =>
  (isTheme && themeKeys.get(word)) || [topicKey(word)];

/** Returns the key of a requested topic, else the keys with the same word stems; empty for an unknown topic. */
export function resolveTopic({ labels, byStem, stem }: Topics, topic: string): string[] {
  const key = topicKey(topic);
  if (labels.has(key)) return [key];
  return byStem.get(stemKey(topic, stem)) ?? [];
}

/** Removes topics from the profile that none of the items has. */
export function withUsedTopics(creator: Creator, items: TopicSource[]): Creator {
  const topics = buildTopics(collectTopics(items), creator);
  const keepUsed = (names: string[]) => names.filter((name) => resolveTopic(topics, name).length > 0);
  const { booking } = creator;
  const hints = booking && { booking: { ...booking, topics: keepUsed(booking.topics) } };
  return { ...creator, topics: keepUsed(creator.topics), ...hints };
}

/**
 * Returns the distance of two topics; undefined if more than a third of the letters differ and neither contains the
 * other.
 */
function topicDistance(one: string, other: string): number | undefined {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const maxDifferences = Math.max(1, Math.floor(long.length / 3));
  if (short.length >= 3 && long.includes(short)) return (long.length - short.length) / long.length;
  if (long.length - short.length > maxDifferences) return undefined;
  const differing = editDistance(one, other);
  return differing <= maxDifferences ? 1 + differing : undefined;
}

const maxSuggestions = 3;
/** Maximum length for comparison, because longer topics are slow to compare. */
const maxComparedCharacters = 60;

/** Suggests similar topics, nearest first, then the topics of the room's profile. */
export function suggestTopics(
  { labels }: Pick<Topics, 'labels'>,
  topic: string,
  profileTopics: readonly string[],
): string[] {
  const key = topicKey(topic).slice(0, maxComparedCharacters);
  const near = [...labels.keys()].flatMap((one) => {
    const far = one.length > maxComparedCharacters ? undefined : topicDistance(key, one);
    return far === undefined ? [] : [{ label: labels.get(one)!, far }];
  });
  near.sort((a, b) => a.far - b.far || (a.label < b.label ? -1 : 1));
  return [...new Set([...near.map(({ label }) => label), ...profileTopics])].slice(0, maxSuggestions);
}

export const suggestTopicNames = (names: readonly string[], topic: string): string[] =>
  suggestTopics({ labels: new Map(names.map((name) => [topicKey(name), name])) }, topic, names);
