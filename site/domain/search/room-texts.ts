// The searchable texts of a room: the free texts, and separately the texts with a price.
import { isPriced } from '../access/access.ts';
import type { ReadBody } from '../release/artifact.ts';
import { type Room, type RoomItem, itemsOn, isVisibleOn } from '../room.ts';
import { cleanLine } from '../text/invisible.ts';
import { creatorPersons } from '../names.ts';
import { repostInTitle } from './lead-ins.ts';
import type { Cast } from './line-voices.ts';
import { findOtherVoices } from './other-voices.ts';
import { type AttributedPassage, passagesInTitle, passagesInExcerpt } from './passages.ts';
import { cleanText, joinLines, type Line, parseTextLines } from './plain-text.ts';
import type { TextSource, TextOrigin } from './text-index.ts';
import { areUntimed } from '../transcripts/word-times.ts';
import { knownVoices, findWriter } from './voices.ts';

/** Returns a key that changes with the searchable text of an item. */
export const textKey = ({ access }: Pick<Room, 'access'>, item: RoomItem): string =>
  `${item.hash}${isPriced(access, item) ? ' priced' : ''}`;

const textLine = (text: string): Line => ({ text, kind: 'text' });

const wholePassage = (text: string): AttributedPassage[] => (text === '' ? [] : [[0, text.length]]);

/** Titles of chapters that the text does not list. */
const chapterTitles = ({ chapters = [] }: RoomItem): Line[] => chapters.map(({ title }) => textLine(cleanText(title)));

/** Collects the names that help to attribute an item's texts. */
function collectCast(creator: Room['creator'], item: RoomItem, writer: string | undefined): Cast {
  const isCreatorsText = writer !== undefined && knownVoices(item, [writer], creator)[writer] === true;
  return {
    title: cleanText(item.title),
    creator: [...creatorPersons(creator), creator].flatMap(({ name, otherNames = [] }) => [name, ...otherNames]),
    persons: (item.persons ?? []).map(({ name }) => name),
    isOwn: item.author === undefined || isCreatorsText,
  };
}

/** Finds the passages of others in an item's texts. `lines` is undefined for a body with a price. */
function passagesOfOthers(cast: Cast, summary: string, lines: Line[] | undefined) {
  const { title } = cast;
  const body = findOtherVoices(lines ?? [], cast);
  const text = joinLines(lines ?? []);
  const plain = cleanText(summary);
  return {
    body,
    // The summary of a text that was not read may be part of a quotation.
    summary: lines
      ? [...findOtherVoices([textLine(plain)], cast), ...passagesInExcerpt(plain, text, body)]
      : wholePassage(plain),
    title: repostInTitle(title) ? findOtherVoices([textLine(title)], cast) : passagesInTitle(title, text, body),
  };
}

/** Finds the author of an item's texts and the passages of others. `lines` is undefined for a body with a price. */
function findOrigin(creator: Room['creator'], item: RoomItem, lines: Line[] | undefined): TextOrigin {
  const { summary = '', spoken = [], reviewed } = item;
  const writer = findWriter(item, creator);
  const others = passagesOfOthers(collectCast(creator, item, writer), summary, lines);
  const speakers = spoken.flatMap(({ speaker }) => speaker ?? []);
  const quoted = Object.values(others).flatMap((passages) => passages.flatMap(([, , speaker]) => speaker ?? []));
  const mediaUrl = areUntimed(spoken) ? undefined : (item.audioUrl ?? item.videoUrl);
  const approvedAt = reviewed === 'auto' ? undefined : item.approvedAt;
  return {
    ...(writer !== undefined && { author: writer }),
    voices: knownVoices(item, [writer ?? [], speakers, quoted].flat(), creator),
    others,
    ...(mediaUrl && { mediaUrl }),
    ...(approvedAt && { approvedAt }),
  };
}

/**
 * Returns the free texts of items. `bodyOf` is never called for a text with a price, so that it cannot reach the
 * index. Keys do not depend on theme labels; the index is rebuilt if they change.
 */
export function searchableTexts(
  room: Pick<Room, 'access' | 'creator'>,
  items: RoomItem[],
  bodyOf: ReadBody,
): TextSource[] {
  const labels = new Map(room.creator.themes.map(({ id, label }) => [id, label]));
  return items.map((item) => {
    const isFree = !isPriced(room.access, item);
    const { id, title, summary = '' } = item;
    const key = textKey(room, item);
    const text = () => {
      const author = item.author ?? room.creator.name;
      const people = [author, ...(item.persons ?? []).map(({ name }) => name)];
      const lines = isFree ? parseTextLines(bodyOf(item)) : undefined;
      const themes = [...item.themeIds.map((theme) => labels.get(theme) ?? theme), ...item.keywords].join('\n');
      return {
        id,
        key,
        hasPage: isVisibleOn('mediaRoom')(item),
        title: cleanText(title),
        themes: cleanText(themes),
        people: cleanText(people.filter((name) => name !== room.creator.name).join('\n')),
        summary: cleanText(summary),
        body: joinLines([...(lines ?? []), ...chapterTitles(item)]),
        transcript: (item.spoken ?? []).map((segment) => ({ ...segment, text: cleanLine(segment.text) })),
        origin: findOrigin(room.creator, item, lines),
      };
    };
    return { id, key, text };
  });
}

/** Returns the items whose text has a price, with that text. They must never share an index with free texts. */
export function pricedTexts({ access, creator }: Room, items: RoomItem[], bodyOf: ReadBody): TextSource[] {
  const priced = items.filter((item) => isPriced(access, item));
  return searchableTexts({ access: { enabled: false }, creator }, priced, bodyOf);
}

/** Returns the items that the search covers. */
export const searchableItems = ({ items }: Pick<Room, 'items'>): RoomItem[] => itemsOn('api', items);

export const roomTexts = (room: Room, bodyOf: ReadBody): TextSource[] =>
  searchableTexts(room, searchableItems(room), bodyOf);
