// Renders an item as Markdown: front matter, facts and text.
import { contentTypes } from '#contract/content-types.ts';
import { unreviewedNotice } from '#contract/schemas/trust.ts';
import { teaserNote, textPriceSats } from '#domain/access/access.ts';
import { chapterLines, entryDetails, quoteLines, transcriptLines } from '#domain/documents/entry-markdown.ts';
import { endpointUrl, itemUrl } from '#domain/links.ts';
import { escapeInline, withAbsolutePictures } from '#domain/text/markdown.ts';
import { frontMatter, joinMarkdownLines } from '#domain/text/markdown-text.ts';
import { itemDay, type Room, type RoomItem } from '#domain/room.ts';
import { entries } from '#domain/documents/items.ts';

function itemHead(room: Room, item: RoomItem): string[] {
  const { syndication } = room.creator;
  return [
    ...frontMatter({
      title: item.title,
      url: itemUrl(room.baseUrl, item),
      date: itemDay(item),
      author: item.author ?? room.creator.name,
      canonicalUrl: item.canonicalUrl,
      language: item.language,
      access: item.access,
      reviewed: item.reviewed,
      notice: item.reviewed && unreviewedNotice,
      _sandbox: room.sandbox,
      credit: syndication?.available ? syndication.attribution : undefined,
      llmsTxt: endpointUrl(room.baseUrl, 'llmsTxt'),
    }),
    `# ${escapeInline(item.title)}`,
    '',
  ];
}

/** Returns the facts of the API entry. An article has none, because it consists of its text. */
function itemFacts(room: Room, item: RoomItem): string[] {
  const { list, look } = contentTypes[item.type];
  return look === 'article' ? [] : entryDetails(entries[list](room, item));
}

/** Renders the item with its complete text, regardless of its price. */
export function itemMarkdown(room: Room, item: RoomItem, body: string): string {
  const facts = itemFacts(room, item);
  const text = withAbsolutePictures(body, room.baseUrl);
  const chapters = contentTypes[item.type].isPodcast ? chapterLines(item.chapters) : [];
  const parts = [facts, chapters, quoteLines(item.pullQuotes)].flatMap((lines) =>
    lines.length > 0 ? [...lines, ''] : [],
  );
  const transcript = transcriptLines(item.spoken);
  const rest = [
    ...(item.access === 'source' ? ['', teaserNote] : []),
    ...(transcript.length > 0 ? ['', ...transcript] : []),
  ];
  return joinMarkdownLines([...itemHead(room, item), ...parts, text || escapeInline(item.summary ?? ''), ...rest]);
}

/** Renders the item as on its page. `bodyOf` is not called for a text that has a price. */
export function itemPageMarkdown(room: Room, item: RoomItem, bodyOf: (item: RoomItem) => string): string {
  const priceSats = textPriceSats(room.access, item);
  if (priceSats === undefined) return itemMarkdown(room, item, bodyOf(item));
  const whole = endpointUrl(room.baseUrl, 'articleMarkdown', { id: item.id });
  return joinMarkdownLines([
    ...itemHead(room, item),
    escapeInline(item.summary ?? ''),
    '',
    `The full text has a price: ${priceSats} sats. ${whole} returns 402 with payment instructions.`,
  ]);
}
