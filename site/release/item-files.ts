// The single list of what has an address because of one item: its pages, the same as Markdown and JSON, and what lies beside them.
import { endpoints } from '#contract/endpoints.ts';
import { isGated } from '#domain/access/access.ts';
import * as items from '#domain/documents/items.ts';
import { sha256 } from '#domain/ids.ts';
import { perFrame } from '#domain/items/made-once.ts';
import { joined, partsOf } from '#domain/lists/parts.ts';
import { chaptersFile, chaptersPath, hasChaptersHere } from '#domain/items/own-chapters.ts';
import { embedPath, hasMarkdownPage, markdownPath, oEmbedPath, pagePath } from '#domain/links.ts';
import { type Artifact, type BodyOf, fileOf, mediaTypes } from '#domain/release/artifact.ts';
import { changedAt, type Room, type RoomItem, visibleOn } from '#domain/room.ts';
import { formatTranscript } from '#domain/transcripts/format.ts';
import { hasTranscriptHere, transcriptPath } from '#domain/transcripts/own-transcript.ts';
import { itemTypes } from '#contract/content-types.ts';
import { type Card, itemCard } from '../press/cards.ts';
import { artworkKey } from './artwork.ts';
import { isEmbeddable, oEmbed } from './embeds.ts';
import { itemMarkdown, itemPageMarkdown } from './markdown/item.ts';
import { nowhere, type Onward, onwardKey, type OnwardOf, onwardOfParts } from './onward.ts';
import { hasItemPage } from './pages.ts';

export interface ItemPage {
  path: string;
  key: string;
  item: RoomItem;
}

/** It outlives the room that it was listed for, so that its bytes are made of the room of the day. */
export interface ItemArtifact extends Omit<Artifact, 'body'> {
  body: (room: Room, item: RoomItem, bodyOf: BodyOf) => string;
}

export interface ItemFiles {
  item: RoomItem;
  /** Its own page, and the player for other people's pages. */
  pages: ItemPage[];
  artifacts: ItemArtifact[];
  card?: Card;
}

/** What shapes the bytes besides the item: everything else that is in the room; and the code alone. */
export interface Salts {
  frame: string;
  code: string;
}

type Make = ItemArtifact['body'];

function artifactsOf(room: Room, item: RoomItem, key: string, pageKey: string): ItemArtifact[] {
  const made = (path: string, type: string, body: Make, more: Partial<ItemArtifact> = {}): ItemArtifact => {
    return { path, file: fileOf(path), type, changedAt: changedAt(item), key, body, ...more };
  };
  const gated = isGated(room.access, item.id) ? { private: true } : {};
  const isOnApi = visibleOn('api')(item);
  const { article, articleMarkdown } = endpoints;
  const at = ({ http }: { http: { path: string } }) => http.path.replace('{id}', item.id);
  const files: ItemArtifact[] = [];
  if (item.type === 'article' && isOnApi)
    files.push(
      made(
        at(article),
        mediaTypes.json,
        (now, it, bodyOf) => JSON.stringify(items.article(now, it, bodyOf(it))),
        gated,
      ),
      made(at(articleMarkdown), mediaTypes.markdown, (now, it, bodyOf) => itemMarkdown(now, it, bodyOf(it)), gated),
    );
  if (isEmbeddable(item))
    files.push(made(oEmbedPath(item), mediaTypes.json, (now, it) => JSON.stringify(oEmbed(now, it))));
  if (hasTranscriptHere(item))
    for (const form of ['vtt', 'srt', 'json'] as const)
      files.push(made(transcriptPath(item, form), mediaTypes[form], (_, it) => formatTranscript(it.spoken!, form)));
  if (hasChaptersHere(room, item))
    files.push(made(chaptersPath(item), mediaTypes.chapters, (_, it) => chaptersFile(it)));
  if (hasItemPage(item) && hasMarkdownPage(item))
    files.push(made(markdownPath(pagePath(item)), mediaTypes.markdown, itemPageMarkdown, { key: pageKey }));
  return files;
}

function filesOf(room: Room, item: RoomItem, onward: Onward, salts: Salts): ItemFiles {
  const own = salts.frame + item.hash + item.themeIds;
  const [key, pageKey] = [sha256(own), sha256(own + onwardKey(room, onward))];
  const pages: ItemPage[] = [];
  if (hasItemPage(item)) pages.push({ path: pagePath(item), key: pageKey, item });
  if (isEmbeddable(item)) pages.push({ path: embedPath(item), key, item });
  const card = hasItemPage(item) ? { card: itemCard(room, item, salts.code) } : {};
  return { item, pages, artifacts: artifactsOf(room, item, key, pageKey), ...card };
}

/** The files of each part of the room's items, and the links onward that they were made with. */
type Known = Map<RoomItem[], { onward: OnwardOf; files: ItemFiles[] }>;

const known = perFrame(() => ({ last: new Map() as Known, artwork: '' }));

/** The files of every item. Objects are reused while everything that affects their bytes is the same. */
export function itemFiles(room: Room, salts: Salts): ItemFiles[] {
  const ofFrame = known(room.frame ?? room);
  const artwork = artworkKey(room, itemTypes);
  if (ofFrame.artwork !== artwork) Object.assign(ofFrame, { last: new Map(), artwork });
  const onwardOf = onwardOfParts(room);
  const parts = partsOf(room.items).map((part, at) => ({ part, onward: onwardOf[at]! }));
  const isKept = ({ part, onward }: (typeof parts)[number]) => ofFrame.last.get(part)?.onward === onward;
  const kept = new Set(parts.filter(isKept).map(({ part }) => part));
  const left = [...ofFrame.last].filter(([part]) => !kept.has(part)).map(([, made]) => made);
  const before = new Map(left.flatMap(({ files, onward }) => files.map((one) => [one.item, { one, onward }] as const)));
  const filesOnce = (item: RoomItem, onward: Onward): ItemFiles => {
    const was = before.get(item);
    return was && (was.onward.get(item) ?? nowhere) === onward ? was.one : filesOf(room, item, onward, salts);
  };
  ofFrame.last = new Map(
    parts.map(({ part, onward }) => [
      part,
      kept.has(part)
        ? ofFrame.last.get(part)!
        : { onward, files: part.map((item) => filesOnce(item, onward.get(item) ?? nowhere)) },
    ]),
  );
  return joined([...ofFrame.last.values()].map(({ files }) => files));
}

/** Every file of an item: address, type, date and key. */
export function* listed({ item, pages, artifacts, card }: ItemFiles) {
  const changed = changedAt(item);
  for (const { path, key } of pages) yield { path, key, type: 'text/html; charset=utf-8', changedAt: changed };
  yield* artifacts;
  if (card) yield { ...card, type: 'image/jpeg' };
}
