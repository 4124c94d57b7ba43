// Agent view: documents from the live release, and the items that are withheld.
import { endpoints } from '#contract/endpoints.ts';
import { isArticlePriced } from '#domain/access/access.ts';
import { pagePath } from '#domain/links.ts';
import type { ItemType } from '#contract/content-types.ts';
import { readDocument, type Release } from '../../release/release.ts';
import type { ItemHead } from '../../release/stored-items.ts';
import type { PageModel } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

const documents: [path: string, purpose: ConsoleMessage][] = [
  [endpoints.index.http.path, 'Entry point: lists the contents and their addresses.'],
  [endpoints.llmsTxt.http.path, 'Overview for language models.'],
  [endpoints.profile.http.path, 'Your profile.'],
  [endpoints.contentIndex.http.path, 'Your published work, newest first.'],
  [endpoints.mediaKit.http.path, 'Bios, numbers and pictures for the press.'],
  [endpoints.agentCard.http.path, 'A2A agent card.'],
  ['/robots.txt', 'Rules for crawlers.'],
];

const longestText = 12_000;
const shownItems = 3;
const charactersOfToken = 4;

/** Indents JSON, and truncates the content index after the first items. */
function formatDocument(path: string, text: string): { text: string; isCut: boolean } {
  if (!text.startsWith('{')) return { text, isCut: false };
  const value = JSON.parse(text) as { items?: unknown[] };
  const isCut = path === endpoints.contentIndex.http.path && (value.items?.length ?? 0) > shownItems;
  const part = isCut ? { ...value, items: value.items!.slice(0, shownItems) } : value;
  return { text: JSON.stringify(part, undefined, 2), isCut };
}

async function readAgentDocument(release: Release, path: string, purpose: ConsoleMessage) {
  const page = release.pages.get(path);
  if (!page) return [];
  const { text: whole } = await readDocument(release, path);
  const { text, isCut } = formatDocument(path, whole);
  return [
    {
      path,
      purpose,
      bytes: page.size,
      /** Estimate based on four characters per token. */
      tokens: Math.ceil(whole.length / charactersOfToken),
      text: text.slice(0, longestText),
      isCut: isCut || text.length > longestText,
    },
  ];
}

const maxWithheld = 50;

/** Returns the first items and their number, with the paths of public pages. */
const listWithheld = (
  items: { id: string; title: string; type: ItemType; date: string }[],
  total: number,
  pages: Release['pages'],
) => ({
  items: items.slice(0, maxWithheld).map(({ id, title, type, date }) => {
    const path = pagePath({ id, type });
    return { title, type, date, path: pages.has(path) ? path : undefined };
  }),
  total,
});

export type WithheldItems = ReturnType<typeof listWithheld>;

export const loadSeenPage = async ({ live }: ConsoleDeps) => {
  const release = live();
  const { id, pages, facts, index, hiddenItems } = release;
  const read = await Promise.all(documents.map(([path, purpose]) => readAgentDocument(release, path, purpose)));
  const isWithheld = ({ type, id }: ItemHead) => type === 'article' && isArticlePriced(facts.access, id);
  return {
    release: id,
    baseUrl: facts.baseUrl,
    documents: read.flat(),
    /** Number of items in the content index. */
    listed: index.items.length,
    hidden: listWithheld(hiddenItems, hiddenItems.length, pages),
    /** Articles whose text has a price. */
    gated: listWithheld(index.items.where(isWithheld, maxWithheld), index.items.count(isWithheld), pages),
  };
};

export type SeenModel = PageModel<typeof loadSeenPage>;
