// The texts of a room that may be found: of each item what the API shows for nothing, and apart from that what has a price.
import { isPriced } from '../access/access.ts';
import type { BodyOf } from '../release/artifact.ts';
import { type Room, type RoomItem, shownOn, visibleOn } from '../room.ts';
import { cleanLine } from '../text/unseen.ts';
import { cleanText, plainText } from './plain-text.ts';
import type { Fresh } from './text-index.ts';
import { voicesOf } from './voices.ts';

/** Equal keys mean equal texts. */
export const textKey = ({ access }: Pick<Room, 'access'>, item: RoomItem): string =>
  `${item.hash}${isPriced(access, item) ? ' priced' : ''}`;

/**
 * What themes are called changes no key: an index of other themes is rebuilt. `bodyOf` is not asked for a text that has a price, so that it
 * cannot reach the index.
 */
export function textsOf(room: Pick<Room, 'access' | 'creator'>, items: RoomItem[], bodyOf: BodyOf): Fresh[] {
  const labels = new Map(room.creator.themes.map(({ id, label }) => [id, label]));
  return items.map((item) => {
    const isFree = !isPriced(room.access, item);
    const { id, title, summary = '', reviewed } = item;
    const approvedAt = reviewed === 'auto' ? undefined : item.approvedAt;
    const key = textKey(room, item);
    const text = () => {
      const author = item.author ?? room.creator.name;
      const people = [author, ...(item.persons ?? []).map(({ name }) => name)];
      const mediaUrl = item.audioUrl ?? item.videoUrl;
      const themes = [...item.themeIds.map((theme) => labels.get(theme) ?? theme), ...item.keywords].join('\n');
      return {
        id,
        key,
        hasPage: visibleOn('mediaRoom')(item),
        title: cleanText(title),
        themes: cleanText(themes),
        people: cleanText(people.filter((name) => name !== room.creator.name).join('\n')),
        summary: cleanText(summary),
        body: isFree ? plainText(bodyOf(item)) : '',
        transcript: (item.spoken ?? []).map((segment) => ({ ...segment, text: cleanLine(segment.text) })),
        origin: {
          author,
          voices: voicesOf(item, author, room.creator),
          ...(mediaUrl && { mediaUrl }),
          ...(approvedAt && { approvedAt }),
        },
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
