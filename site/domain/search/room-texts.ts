// The texts of a room that may be found: of each item what the API shows for nothing.
import { isPriced } from '../access/access.ts';
import type { BodyOf } from '../release/artifact.ts';
import { type Room, visibleOn } from '../room.ts';
import { cleanLine } from '../text/unseen.ts';
import { cleanText, plainText } from './plain-text.ts';
import type { Fresh } from './text-index.ts';
import { voicesOf } from './voices.ts';

/** `bodyOf` is not asked for a text that has a price, so that it cannot reach the index. */
export const roomTexts = (room: Room, bodyOf: BodyOf): Fresh[] =>
  room.items.filter(visibleOn('api')).map((item) => {
    const isFree = !isPriced(room.access, item);
    const { id, title, summary = '', approvedAt } = item;
    const author = item.author ?? room.creator.name;
    const mediaUrl = item.audioUrl ?? item.videoUrl;
    const key = `${item.hash}${isFree ? '' : ' priced'}`;
    const text = () => ({
      id,
      key,
      hasPage: visibleOn('mediaRoom')(item),
      title: cleanText(title),
      summary: cleanText(summary),
      body: isFree ? plainText(bodyOf(item)) : '',
      transcript: (item.spoken ?? []).map((segment) => ({ ...segment, text: cleanLine(segment.text) })),
      origin: {
        author,
        voices: voicesOf(item, author, room.creator),
        ...(mediaUrl && { mediaUrl }),
        ...(approvedAt && { approvedAt }),
      },
    });
    return { id, key, text };
  });
