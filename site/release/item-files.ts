// Lists everything that has an address because of one item: its pages, their Markdown and JSON, and related files.
import { endpoints } from '#contract/endpoints.ts';
import { isArticlePriced } from '#domain/access/access.ts';
import * as items from '#domain/documents/items.ts';
import { sha256 } from '#domain/ids.ts';
import { memoizeLast } from '#domain/memoize.ts';
import { chaptersFile, chaptersPath, hasHostedChapters } from '#domain/items/hosted-chapters.ts';
import { embedPath, hasMarkdownPage, markdownPath, oEmbedPath, pagePath } from '#domain/links.ts';
import { type Artifact, type ReadBody, mediaTypes } from '#domain/release/artifact.ts';
import { hashLength, itemChangedAt, itemInputs, type Room, type RoomItem, isVisibleOn } from '#domain/room.ts';
import { formatTranscript } from '#domain/transcripts/format.ts';
import { hasHostedTranscript, transcriptPath } from '#domain/transcripts/hosted-transcripts.ts';
import { itemTypes } from '#contract/content-types.ts';
import { type ShareCard, itemCard } from '../press/cards.ts';
import { artworkKey } from './artwork.ts';
import { isEmbeddable, oEmbed } from './embeds.ts';
import { itemMarkdown, itemPageMarkdown } from './markdown/item.ts';
import { onwardKey, onwardLinksOf } from './onward.ts';
import { hasItemPage } from './pages.ts';

export interface ItemFiles {
  item: RoomItem;
  /** Page of the item, and its player for other pages. */
  pages: { path: string; inputs: string }[];
  documents: ItemDocument[];
  card?: ShareCard;
}

/** Document of an item, which is the same in every room with the same inputs. */
interface ItemDocument extends Omit<Artifact, 'body'> {
  body: (room: Room, bodyOf: ReadBody) => string;
}

function documentsOfItem(
  { access, baseUrl }: Room,
  item: RoomItem,
  inputs: string,
  pageInputs: string,
): ItemDocument[] {
  const makeDocument = (
    path: string,
    type: string,
    body: ItemDocument['body'],
    more: Partial<ItemDocument> = {},
  ): ItemDocument => ({ path, type, changedAt: itemChangedAt(item), inputs, body, ...more });
  const privacy = isArticlePriced(access, item.id) ? { private: true } : {};
  const { article, articleMarkdown } = endpoints;
  const endpointPath = ({ http }: { http: { path: string } }) => http.path.replace('{id}', item.id);
  const documents: ItemDocument[] = [];
  if (item.type === 'article' && isVisibleOn('api')(item)) {
    const json: ItemDocument['body'] = (room, bodyOf) => JSON.stringify(items.article(room, item, bodyOf(item)));
    const markdown: ItemDocument['body'] = (room, bodyOf) => itemMarkdown(room, item, bodyOf(item));
    documents.push(
      makeDocument(endpointPath(article), mediaTypes.json, json, privacy),
      makeDocument(endpointPath(articleMarkdown), mediaTypes.markdown, markdown, privacy),
    );
  }
  if (isEmbeddable(item))
    documents.push(makeDocument(oEmbedPath(item), mediaTypes.json, (room) => JSON.stringify(oEmbed(room, item))));
  if (hasHostedTranscript(item))
    for (const form of ['vtt', 'srt', 'json'] as const)
      documents.push(
        makeDocument(transcriptPath(item, form), mediaTypes[form], () => formatTranscript(item.spoken!, form)),
      );
  if (hasHostedChapters({ baseUrl }, item))
    documents.push(makeDocument(chaptersPath(item), mediaTypes.chapters, () => chaptersFile(item)));
  if (hasItemPage(item) && hasMarkdownPage(item)) {
    const markdown: ItemDocument['body'] = (room, bodyOf) => itemPageMarkdown(room, item, bodyOf);
    documents.push(makeDocument(markdownPath(pagePath(item)), mediaTypes.markdown, markdown, { inputs: pageInputs }));
  }
  return documents;
}

/** Lists the files of an item. `surroundings` represents the other items that its page shows. */
const filesOfItem = memoizeLast((item: RoomItem, room: Room, surroundings: string, codeHash: string): ItemFiles => {
  const inputs = itemInputs(room, item);
  const pageInputs = sha256(inputs + surroundings).slice(0, 2 * hashLength);
  const pages: ItemFiles['pages'] = [];
  if (hasItemPage(item)) pages.push({ path: pagePath(item), inputs: pageInputs });
  if (isEmbeddable(item)) pages.push({ path: embedPath(item), inputs });
  const card = hasItemPage(item) ? { card: itemCard(room, item, codeHash) } : {};
  return { item, pages, documents: documentsOfItem(room, item, inputs, pageInputs), ...card };
});

/**
 * Returns the files of every item. `codeHash` represents the code that draws share cards. Builds in the same process
 * share the files of unchanged items.
 */
export const itemFiles = (room: Room, codeHash: string): ItemFiles[] => {
  const artwork = artworkKey(room, itemTypes);
  return room.items.map((item) => {
    const surroundings = artwork + onwardKey(onwardLinksOf(room, item));
    return filesOfItem(room.frame && room.frame + surroundings, item, room, surroundings, codeHash);
  });
};
