// Two feeds that get new entries and change old ones: one that waits for the creator, one that is published at once.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  feed: string;
  review: 'manual' | 'auto';
  title: string;
  n: number;
  version: number;
  /** The text of the newest version. */
  text: string;
}

export interface GrowingFeeds {
  /** A new entry and an edit of an old one. */
  change: () => void;
  entries: () => Entry[];
}

const kinds = [
  { feed: 'letters', review: 'manual', type: 'article' },
  { feed: 'notes', review: 'auto', type: 'timeline' },
] as const;
const newAtMost = 120;

const textOf = (n: number, version: number) => `What entry ${n} says in version ${version}.`;

const entryXml = ({ feed, title, n, text }: Entry): string =>
  `<item><title>${title}</title><guid isPermaLink="false">${feed}-${n}</guid>` +
  `<link>https://feed.example/${feed}/${n}</link>` +
  `<pubDate>${new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toUTCString()}</pubDate>` +
  `<description>${text}</description></item>`;

const feedXml = (feed: string, entries: Entry[]): string =>
  `<rss version="2.0"><channel><title>${feed}</title><link>https://feed.example/</link><description>x</description>` +
  `${entries.map(entryXml).join('')}</channel></rss>`;

export function growingFeeds(content: string): GrowingFeeds {
  const all: Entry[] = [];
  function write(): void {
    for (const { feed } of kinds) {
      const file = join(content, `${feed}.xml`);
      const text = feedXml(
        feed,
        all.filter((entry) => entry.feed === feed),
      );
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    }
  }
  let changes = 0;
  return {
    entries: () => all,
    change: () => {
      const n = changes++;
      for (const kind of kinds) {
        const title = `${kind.feed} ${n}`;
        const { feed, review } = kind;
        if (n < newAtMost) all.push({ feed, review, title, n, version: 0, text: textOf(n, 0) });
      }
      const changed = all[(n * 7) % all.length]!;
      changed.version++;
      changed.text = textOf(changed.n, changed.version);
      write();
    },
  };
}

/** The content files that a room needs for them. */
growingFeeds.files = {
  'feeds.json': JSON.stringify({
    feeds: kinds.map(({ feed, review, type }) => ({ id: feed, file: `${feed}.xml`, type, review })),
  }),
  ...Object.fromEntries(kinds.map(({ feed }) => [`${feed}.xml`, feedXml(feed, [])])),
};
