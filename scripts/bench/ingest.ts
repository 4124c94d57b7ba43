// Ingest: megabytes of RSS a second through the whole pipeline, from local feed files to item files.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generatedItem } from './generate.ts';
import type { Row } from './report.ts';

const pipeline = join(import.meta.dirname, '..', 'ingest', 'pull.ts');
const entriesEach = 500;
const atMost = 10_000;

type PullFeeds = (options: { contentDir: string; now: () => Date }) => Promise<{ feeds: { outcome: string }[] }>;

const entry = (n: number, total: number): string => {
  const { item, body } = generatedItem(n, total);
  const html = body.split('\n\n').map((part) => `<p>${part}</p>`);
  return `<item><title>${item.title}</title><link>${item.canonicalUrl}</link><guid>${item.canonicalUrl}</guid>
<pubDate>${new Date(item.date!).toUTCString()}</pubDate><description>${item.summary}</description>
${item.keywords.map((word) => `<category>${word}</category>`).join('')}
<content:encoded><![CDATA[${html.join('\n')}]]></content:encoded></item>`;
};

const feed = (entries: string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>The Long Table</title>
<link>https://example.org/</link><description>Generated</description>
${entries.join('\n')}
</channel></rss>`;

/** Nothing while the pipeline is not there. */
export async function measureIngest(folder: string, items: number): Promise<Row[]> {
  if (!existsSync(pipeline)) {
    console.error('Ingest: not measured, scripts/ingest/pull.ts is missing');
    return [];
  }
  const total = Math.min(items, atMost);
  const contentDir = join(folder, 'fed');
  await mkdir(join(contentDir, 'feeds'), { recursive: true });
  const feeds: object[] = [];
  let bytes = 0;
  for (let from = 0; from < total; from += entriesEach) {
    const numbers = Array.from({ length: Math.min(entriesEach, total - from) }, (_, i) => from + i);
    const text = feed(numbers.map((n) => entry(n, total)));
    bytes += Buffer.byteLength(text);
    await writeFile(join(contentDir, 'feeds', `${from}.xml`), text);
    feeds.push({ id: `feed-${from}`, file: `feeds/${from}.xml`, type: 'article' });
  }
  await writeFile(join(contentDir, 'feeds.json'), JSON.stringify({ feeds }));
  const { pullFeeds } = (await import(pathToFileURL(pipeline).href)) as { pullFeeds: PullFeeds };
  const started = performance.now();
  const report = await pullFeeds({ contentDir, now: () => new Date('2026-01-01T00:00:00Z') });
  const seconds = (performance.now() - started) / 1000;
  if (report.feeds.some(({ outcome }) => outcome !== 'ok')) throw new Error('a generated feed was not taken');
  return [{ items: total, name: 'ingest', value: bytes / 1e6 / seconds, unit: 'MB/s' }];
}
