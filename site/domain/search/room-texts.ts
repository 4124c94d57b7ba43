// The texts of a room that may be found: of each item what the API shows for nothing, and apart from that what has a price.
import { isPriced } from '../access/access.ts';
import type { BodyOf } from '../release/artifact.ts';
import { type Room, type RoomItem, shownOn, visibleOn } from '../room.ts';
import { cleanLine } from '../text/unseen.ts';
import { personsIn } from '../names.ts';
import { repostInTitle } from './lead-ins.ts';
import { otherVoices } from './other-voices.ts';
import { type Passage, takenFromStart, takenOver } from './passages.ts';
import { cleanText, joinLines, type Line, linesOf } from './plain-text.ts';
import type { Fresh, Origin } from './text-index.ts';
import { voicesOf, writerOf } from './voices.ts';

/** Equal keys mean equal texts. */
export const textKey = ({ access }: Pick<Room, 'access'>, item: RoomItem): string =>
  `${item.hash}${isPriced(access, item) ? ' priced' : ''}`;

const asLine = (text: string): Line => ({ text, kind: 'text' });

const wholeOf = (text: string): Passage[] => (text === '' ? [] : [[0, text.length]]);

/** Finds the author of an item's texts and the passages of others in them. `lines` is undefined for a body that has a price. */
function originOf(creator: Room['creator'], item: RoomItem, lines: Line[] | undefined): Origin {
  const { title, summary = '', persons = [], spoken = [], reviewed } = item;
  const approvedAt = reviewed === 'auto' ? undefined : item.approvedAt;
  const writer = writerOf(item, creator);
  const names = persons.map(({ name }) => name);
  const cast = {
    title: cleanText(title),
    creator: [...personsIn(creator.name), ...(creator.otherNames ?? [])],
    persons: names,
    isOwn: item.author === undefined || (writer !== undefined && voicesOf(item, [writer], creator)[writer] === true),
  };
  const body = otherVoices(lines ?? [], cast);
  const text = joinLines(lines ?? []);
  const plain = cleanText(summary);
  const others = {
    body,
    // The summary of a text that was not read may be cut from a quotation in it.
    summary: lines ? [...otherVoices([asLine(plain)], cast), ...takenOver(plain, text, body)] : wholeOf(plain),
    title: repostInTitle(cast.title) ? otherVoices([asLine(cast.title)], cast) : takenFromStart(cast.title, text, body),
  };
  const quoted = Object.values(others).flatMap((passages) => passages.flatMap(([, , speaker]) => speaker ?? []));
  const mediaUrl = item.audioUrl ?? item.videoUrl;
  return {
    ...(writer !== undefined && { author: writer }),
    voices: voicesOf(item, [writer ?? [], spoken.flatMap(({ speaker }) => speaker ?? []), quoted].flat(), creator),
    others,
    ...(mediaUrl && { mediaUrl }),
    ...(approvedAt && { approvedAt }),
  };
}

/**
 * What themes are called changes no key: an index of other themes is rebuilt. `bodyOf` is not asked for a text that has a price, so that it
 * cannot reach the index.
 */
export function textsOf(room: Pick<Room, 'access' | 'creator'>, items: RoomItem[], bodyOf: BodyOf): Fresh[] {
  const labels = new Map(room.creator.themes.map(({ id, label }) => [id, label]));
  return items.map((item) => {
    const isFree = !isPriced(room.access, item);
    const { id, title, summary = '' } = item;
    const key = textKey(room, item);
    const text = () => {
      const author = item.author ?? room.creator.name;
      const people = [author, ...(item.persons ?? []).map(({ name }) => name)];
      const lines = isFree ? linesOf(bodyOf(item)) : undefined;
      const themes = [...item.themeIds.map((theme) => labels.get(theme) ?? theme), ...item.keywords].join('\n');
      return {
        id,
        key,
        hasPage: visibleOn('mediaRoom')(item),
        title: cleanText(title),
        themes: cleanText(themes),
        people: cleanText(people.filter((name) => name !== room.creator.name).join('\n')),
        summary: cleanText(summary),
        body: joinLines(lines ?? []),
        transcript: (item.spoken ?? []).map((segment) => ({ ...segment, text: cleanLine(segment.text) })),
        origin: originOf(room.creator, item, lines),
      };
    };
    return { id, key, text };
  });
}

/** Those of the items whose text has a price, with it. They must never be in one index with what `textsOf` gives. */
export function pricedTextsOf({ access, creator }: Room, items: RoomItem[], bodyOf: BodyOf): Fresh[] {
  const priced = items.filter((item) => isPriced(access, item));
  return textsOf({ access: { enabled: false }, creator }, priced, bodyOf);
}

/** Everything that may be found. */
export const searched = ({ items }: Pick<Room, 'items'>): RoomItem[] => shownOn('api', items);

export const roomTexts = (room: Room, bodyOf: BodyOf): Fresh[] => textsOf(room, searched(room), bodyOf);
