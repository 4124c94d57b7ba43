// Lists everything that has an address because of one item: its pages, their Markdown and JSON, and related files.
import { endpoints } from '#contract/endpoints.ts';
import { isArticlePriced } from '#domain/access/access.ts';
import * as items from '#domain/documents/items.ts';
import { sha256 } from '#domain/ids.ts';
import { chaptersFile, chaptersPath, hasHostedChapters } from '#domain/items/hosted-chapters.ts';
import { embedPath, hasMarkdownPage, markdownPath, oEmbedPath, pagePath } from '#domain/links.ts';
import { type Artifact, type ReadBody, releaseFileName, mediaTypes } from '#domain/release/artifact.ts';
import { itemChangedAt, itemInputs, type Room, type RoomItem, isVisibleOn } from '#domain/room.ts';
import { formatTranscript } from '#domain/transcripts/format.ts';
import { hasHostedTranscript, transcriptPath } from '#domain/transcripts/hosted-transcripts.ts';
import { itemTypes } from '#contract/content-types.ts';
import { type ShareCard, itemCard } from '../press/cards.ts';
import { artworkKey } from './artwork.ts';
import { isEmbeddable, oEmbed } from './embeds.ts';
import { itemMarkdown, itemPageMarkdown } from './markdown/item.ts';
import { onwardKey, onwardLinksOf } from './onward.ts';
import { hasItemPage } from './pages.ts';

export interface ItemPage {
  path: string;
  inputs: string;
  item: RoomItem;
}

/** Artifact of an item. It is rendered from the current room, because it outlives the one that it was listed for. */
export interface ItemArtifact extends Omit<Artifact, 'body'> {
  body: (room: Room, item: RoomItem, bodyOf: ReadBody) => string;
}

export interface ItemFiles {
  item: RoomItem;
  /** Page of the item, and its player for other pages. */
  pages: ItemPage[];
  artifacts: ItemArtifact[];
  card?: ShareCard;
}

/** Inputs besides the item: everything else in the room, and the code alone. */
export interface Salts {
  frame: string;
  code: string;
}

type Make = ItemArtifact['body'];

function artifactsOfItem(room: Room, item: RoomItem, inputs: string, pageInputs: string): ItemArtifact[] {
  const makeArtifact = (path: string, type: string, body: Make, more: Partial<ItemArtifact> = {}): ItemArtifact => {
    return { path, file: releaseFileName(path), type, changedAt: itemChangedAt(item), inputs, body, ...more };
  };
  const privacy = isArticlePriced(room.access, item.id) ? { private: true } : {};
  const isOnApi = isVisibleOn('api')(item);
  const { article, articleMarkdown } = endpoints;
  const endpointPath = ({ http }: { http: { path: string } }) => http.path.replace('{id}', item.id);
  const files: ItemArtifact[] = [];
  if (item.type === 'article' && isOnApi)
    files.push(
      makeArtifact(
        endpointPath(article),
        mediaTypes.json,
        (currentRoom, currentItem, bodyOf) =>
          JSON.stringify(items.article(currentRoom, currentItem, bodyOf(currentItem))),
        privacy,
      ),
      makeArtifact(
        endpointPath(articleMarkdown),
        mediaTypes.markdown,
        (currentRoom, currentItem, bodyOf) => itemMarkdown(currentRoom, currentItem, bodyOf(currentItem)),
        privacy,
      ),
    );
  if (isEmbeddable(item))
    files.push(
      makeArtifact(oEmbedPath(item), mediaTypes.json, (currentRoom, currentItem) =>
        JSON.stringify(oEmbed(currentRoom, currentItem)),
      ),
    );
  if (hasHostedTranscript(item))
    for (const form of ['vtt', 'srt', 'json'] as const)
      files.push(
        makeArtifact(transcriptPath(item, form), mediaTypes[form], (_, currentItem) =>
          formatTranscript(currentItem.spoken!, form),
        ),
      );
  if (hasHostedChapters(room, item))
    files.push(makeArtifact(chaptersPath(item), mediaTypes.chapters, (_, currentItem) => chaptersFile(currentItem)));
  if (hasItemPage(item) && hasMarkdownPage(item))
    files.push(
      makeArtifact(markdownPath(pagePath(item)), mediaTypes.markdown, itemPageMarkdown, { inputs: pageInputs }),
    );
  return files;
}

function filesOfItem(room: Room, item: RoomItem, artwork: string, salts: Salts): ItemFiles {
  const own = salts.frame + itemInputs(item);
  const inputs = sha256(own);
  const pageInputs = sha256(own + artwork + onwardKey(room, onwardLinksOf(room, item)));
  const pages: ItemPage[] = [];
  if (hasItemPage(item)) pages.push({ path: pagePath(item), inputs: pageInputs, item });
  if (isEmbeddable(item)) pages.push({ path: embedPath(item), inputs, item });
  const card = hasItemPage(item) ? { card: itemCard(room, item, salts.code) } : {};
  return { item, pages, artifacts: artifactsOfItem(room, item, inputs, pageInputs), ...card };
}

/** Returns the files of every item. */
export const itemFiles = (room: Room, salts: Salts): ItemFiles[] => {
  const artwork = artworkKey(room, itemTypes);
  return room.items.map((item) => filesOfItem(room, item, artwork, salts));
};

/** Yields address, type, date and inputs of every file of an item. */
export function* listItemFiles({ item, pages, artifacts, card }: ItemFiles) {
  const changed = itemChangedAt(item);
  for (const { path, inputs } of pages) yield { path, inputs, type: 'text/html; charset=utf-8', changedAt: changed };
  yield* artifacts;
  if (card) yield { ...card, type: 'image/jpeg' };
}
