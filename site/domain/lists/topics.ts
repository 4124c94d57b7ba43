// Topics: one way to recognise a topic, whatever its case, accents, spaces, hyphens and number, for everything that filters by one.
import { type Room, itemsOn } from '../room.ts';
import { stemmerFor, type Stem } from '../search/stems.ts';
import { foldWord, splitWords } from '../search/words.ts';
import { separateNumbers } from '../text/notation.ts';
import { editDistance } from '../text/nearest-name.ts';

/** What of a room says how its topics are called. */
export interface TopicNaming {
  /** BCP 47. */
  language: string;
  themes: readonly { id: string; label: string }[];
}

interface Tagged {
  keywords: readonly string[];
  themeIds: readonly string[];
}

/** Equal for all that counts as the same topic. A topic of signs alone is those signs; + and # tell programming languages apart. */
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

/** The same topics stand at many items, and come again with each release. */
const keyCache = new Map<string, string>();
const maxCachedKeys = 10_000;
const maxCachedCharacters = 60;

const stemKey = (topic: string, stem: Stem): string => splitWords(topic).map(foldWord).map(stem).join('');

export interface Topics {
  /** How each topic is called, by its key: a theme by its label, a keyword as it is. */
  labels: Map<string, string>;
  /** Keys by what their words come down to. */
  byStem: Map<string, string[]>;
  stem: Stem;
}

/** By id of a theme: the keys of its id and its label. */
type ThemeKeys = Map<string, string[]>;

export const buildThemeKeys = (themes: TopicNaming['themes']): ThemeKeys =>
  new Map(themes.map(({ id, label }) => [id, [...new Set([topicKey(id), topicKey(label)])]]));

/** The themes and keywords of some items. */
export interface TopicUsage {
  themes: Set<string>;
  /** Themes and keywords, without repetitions and in order. */
  words: string[];
}

export const collectTopics = (items: Tagged[]): TopicUsage => ({
  themes: new Set(items.flatMap(({ themeIds }) => themeIds)),
  words: [...new Set(items.flatMap(({ themeIds, keywords }) => [...themeIds, ...keywords]))],
});

/** Items that follow one another, newest first. */
export function buildTopics(filed: TopicUsage, { language, themes }: TopicNaming): Topics {
  const topics: Topics = { labels: new Map(), byStem: new Map(), stem: stemmerFor(language) };
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

/** The topic keys of a keyword or, by its id, of a theme. */
export const topicKeys = (themeKeys: ThemeKeys, word: string, isTheme: boolean): string[] =>
  (isTheme && themeKeys.get(word)) || [topicKey(word)];

/** Keys of what is asked for: the topic itself, else those that are other forms of the same words; none where nothing is. */
export function resolveTopic({ labels, byStem, stem }: Topics, asked: string): string[] {
  const key = topicKey(asked);
  if (labels.has(key)) return [key];
  return byStem.get(stemKey(asked, stem)) ?? [];
}

/** The room as it is offered: without topics under which the API has nothing. */
export function withUsedTopics(room: Room): Room {
  const { creator } = room;
  const topics = buildTopics(collectTopics(itemsOn('api', room.items)), creator);
  const keepUsed = (names: string[]) => names.filter((name) => resolveTopic(topics, name).length > 0);
  const { booking } = creator;
  const hints = booking && { booking: { ...booking, topics: keepUsed(booking.topics) } };
  return { ...room, creator: { ...creator, topics: keepUsed(creator.topics), ...hints } };
}

/** A third of the letters may differ, or one topic may be part of the other. */
function distance(asked: string, key: string): number | undefined {
  const [short, long] = asked.length < key.length ? [asked, key] : [key, asked];
  const most = Math.max(1, Math.floor(long.length / 3));
  if (short.length >= 3 && long.includes(short)) return (long.length - short.length) / long.length;
  if (long.length - short.length > most) return undefined;
  const differing = editDistance(asked, key);
  return differing <= most ? 1 + differing : undefined;
}

const maxSuggestions = 3;
/** A longer one is no topic, and compares slowly. */
const maxComparedCharacters = 60;

/** What a client may have meant, nearest first, then what the room says itself that it is about. */
export function suggestTopics({ labels }: Pick<Topics, 'labels'>, asked: string, own: readonly string[]): string[] {
  const key = topicKey(asked).slice(0, maxComparedCharacters);
  const near = [...labels.keys()].flatMap((one) => {
    const far = one.length > maxComparedCharacters ? undefined : distance(key, one);
    return far === undefined ? [] : [{ label: labels.get(one)!, far }];
  });
  near.sort((a, b) => a.far - b.far || (a.label < b.label ? -1 : 1));
  return [...new Set([...near.map(({ label }) => label), ...own])].slice(0, maxSuggestions);
}

/** Like suggestTopics, for topics of which only the names are known. */
export const suggestTopicNames = (names: readonly string[], asked: string): string[] =>
  suggestTopics({ labels: new Map(names.map((name) => [topicKey(name), name])) }, asked, names);
