// Lists everything that has an address because of one item: its pages, their Markdown and JSON, and related files.
import { endpoints } from '#contract/endpoints.ts';
import { isArticlePriced } from '#domain/access/access.ts';
import * as items from '#domain/documents/items.ts';
import { sha256 } from '#domain/ids.ts';
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
  artifacts: Artifact[];
  card?: ShareCard;
}

function artifactsOfItem(room: Room, item: RoomItem, bodyOf: ReadBody, inputs: string, pageInputs: string): Artifact[] {
  const makeArtifact = (path: string, type: string, body: () => string, more: Partial<Artifact> = {}): Artifact => {
    return { path, type, changedAt: itemChangedAt(item), inputs, body, ...more };
  };
  const privacy = isArticlePriced(room.access, item.id) ? { private: true } : {};
  const { article, articleMarkdown } = endpoints;
  const endpointPath = ({ http }: { http: { path: string } }) => http.path.replace('{id}', item.id);
  const files: Artifact[] = [];
  if (item.type === 'article' && isVisibleOn('api')(item)) {
    const json = () => JSON.stringify(items.article(room, item, bodyOf(item)));
    const markdown = () => itemMarkdown(room, item, bodyOf(item));
    files.push(
      makeArtifact(endpointPath(article), mediaTypes.json, json, privacy),
      makeArtifact(endpointPath(articleMarkdown), mediaTypes.markdown, markdown, privacy),
    );
  }
  if (isEmbeddable(item))
    files.push(makeArtifact(oEmbedPath(item), mediaTypes.json, () => JSON.stringify(oEmbed(room, item))));
  if (hasHostedTranscript(item))
    for (const form of ['vtt', 'srt', 'json'] as const)
      files.push(
        makeArtifact(transcriptPath(item, form), mediaTypes[form], () => formatTranscript(item.spoken!, form)),
      );
  if (hasHostedChapters(room, item))
    files.push(makeArtifact(chaptersPath(item), mediaTypes.chapters, () => chaptersFile(item)));
  if (hasItemPage(item) && hasMarkdownPage(item)) {
    const markdown = () => itemPageMarkdown(room, item, bodyOf);
    files.push(makeArtifact(markdownPath(pagePath(item)), mediaTypes.markdown, markdown, { inputs: pageInputs }));
  }
  return files;
}

function filesOfItem(room: Room, item: RoomItem, bodyOf: ReadBody, artwork: string, codeHash: string): ItemFiles {
  const inputs = itemInputs(room, item);
  const pageInputs = sha256(inputs + artwork + onwardKey(onwardLinksOf(room, item))).slice(0, 2 * hashLength);
  const pages: ItemFiles['pages'] = [];
  if (hasItemPage(item)) pages.push({ path: pagePath(item), inputs: pageInputs });
  if (isEmbeddable(item)) pages.push({ path: embedPath(item), inputs });
  const card = hasItemPage(item) ? { card: itemCard(room, item, codeHash) } : {};
  return { item, pages, artifacts: artifactsOfItem(room, item, bodyOf, inputs, pageInputs), ...card };
}

/** Returns the files of every item. `codeHash` represents the code that draws share cards. */
export const itemFiles = (room: Room, bodyOf: ReadBody, codeHash: string): ItemFiles[] => {
  const artwork = artworkKey(room, itemTypes);
  return room.items.map((item) => filesOfItem(room, item, bodyOf, artwork, codeHash));
};
