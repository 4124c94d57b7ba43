// Every page of the room as Markdown, from the same content as the page; none where an item is hidden from programs.
import { type Artifact, artifact, type BodyOf, fileOf, mediaTypes } from '#domain/release/artifact.ts';
import { homeMarkdown } from './markdown/home.ts';
import { itemPageMarkdown } from './markdown/item.ts';
import {
  bookingMarkdown,
  guestKitMarkdown,
  mediaKitMarkdown,
  prepareMarkdown,
  speakingMarkdown,
} from './markdown/press.ts';
import {
  agentsMarkdown,
  changelogMarkdown,
  docsMarkdown,
  guideMarkdown,
  nexusMarkdown,
  statusMarkdown,
} from './markdown/reference.ts';
import { archiveMarkdown, sitemapPage, timelineMarkdown } from './markdown/shelves.ts';
import { type Guide, guidePath } from './guides.ts';
import { hasMarkdownPage, markdownPath, sitemapMarkdown } from '#domain/links.ts';
import { type ArchivePage, type ItemPage, lastChange, listPages, type Pages } from './pages.ts';
import { changedAt, creatorChangedAt, indexUpdatedAt, type Room } from '#domain/room.ts';

const fixed: Record<string, (room: Room) => string> = {
  '/': homeMarkdown,
  '/timeline': timelineMarkdown,
  '/media-kit': mediaKitMarkdown,
  '/speaking': speakingMarkdown,
  '/booking': bookingMarkdown,
  '/prepare': prepareMarkdown,
  '/guest-kit': guestKitMarkdown,
  '/agents': agentsMarkdown,
  '/docs': docsMarkdown,
  '/status': statusMarkdown,
  '/changelog': changelogMarkdown,
  '/nexus': nexusMarkdown,
};

/** The key of the page stands for its Markdown, too. */
function twin({ path, key }: ItemPage | ArchivePage, changed: string, body: () => string): Artifact {
  const at = markdownPath(path);
  return { path: at, file: fileOf(at), type: mediaTypes.markdown, changedAt: changed, key, ofItem: true, body };
}

export function markdownPages(room: Room, pages: Pages, bodyOf: BodyOf): Artifact[] {
  const newest = indexUpdatedAt(room);
  const oldest = creatorChangedAt(room.creator);
  const items = Object.values(pages.itemPages)
    .flat()
    .filter(({ item }) => hasMarkdownPage(item));
  return [
    ...Object.entries(fixed).map(([path, make]) =>
      artifact(markdownPath(path), mediaTypes.markdown, newest, () => make(room)),
    ),
    artifact(sitemapMarkdown, mediaTypes.markdown, newest, () =>
      sitemapPage(room, listPages(pages), Object.keys(fixed)),
    ),
    ...listPages(pages).map((page) => twin(page, lastChange(page.items, oldest), () => archiveMarkdown(room, page))),
    ...items.map((page) => twin(page, changedAt(page.item), () => itemPageMarkdown(room, page.item, bodyOf))),
  ];
}

export const guidePages = (room: Room, guides: Guide[]): Artifact[] =>
  guides.map((guide) =>
    artifact(markdownPath(guidePath(guide.name)), mediaTypes.markdown, indexUpdatedAt(room), () =>
      guideMarkdown(room, guide),
    ),
  );
