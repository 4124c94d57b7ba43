// Renders all pages except those of items as Markdown, from the same content.
import { type Artifact, createArtifact, mediaTypes } from '#domain/release/artifact.ts';
import { homeMarkdown } from './markdown/home.ts';
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
import { archiveMarkdown, peopleMarkdown, personMarkdown, sitemapPage, timelineMarkdown } from './markdown/sections.ts';
import type { Guide } from './guides.ts';
import { markdownPath, sitemapMarkdown } from '#domain/links.ts';
import type { ArchivePage, KeyedPage, PersonPage } from './pages.ts';
import { peoplePath } from '#domain/people.ts';
import { creatorChangedAt, indexUpdatedAt, latest, type Room } from '#domain/room.ts';

const fixedPages: Record<string, (room: Room) => string> = {
  '/': homeMarkdown,
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

/** Returns the Markdown of a page, with the inputs of the page. */
function markdownArtifact({ creator }: Room, page: KeyedPage, body: () => string): Artifact {
  const changedAt = latest(page.newest, creatorChangedAt(creator));
  return createArtifact(markdownPath(page.path), mediaTypes.markdown, changedAt, body, page.inputs);
}

export const listMarkdown = (room: Room, page: ArchivePage): Artifact =>
  markdownArtifact(room, page, () => archiveMarkdown(room, page));

export const timelineMarkdownPage = (room: Room, page: KeyedPage): Artifact =>
  markdownArtifact(room, page, () => timelineMarkdown(room));

export const peopleMarkdownPages = (room: Room, all: KeyedPage, persons: PersonPage[]): Artifact[] => [
  markdownArtifact(room, all, () => peopleMarkdown(room)),
  ...persons.map((page) => markdownArtifact(room, page, () => personMarkdown(room, page.person))),
];

export function markdownPages(room: Room, pages: ArchivePage[]): Artifact[] {
  const newest = indexUpdatedAt(room);
  return [
    ...Object.entries(fixedPages).map(([path, make]) =>
      createArtifact(markdownPath(path), mediaTypes.markdown, newest, () => make(room)),
    ),
    createArtifact(sitemapMarkdown, mediaTypes.markdown, newest, () =>
      sitemapPage(room, pages, ['/timeline', peoplePath, ...Object.keys(fixedPages)].sort()),
    ),
  ];
}

export const guideMarkdownPages = (room: Room, guides: Guide[]): Artifact[] =>
  guides.map((guide) =>
    createArtifact(markdownPath(guide.path), mediaTypes.markdown, indexUpdatedAt(room), () =>
      guideMarkdown(room, guide),
    ),
  );
