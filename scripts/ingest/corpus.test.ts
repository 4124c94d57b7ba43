// Ingests the feed collection in FEED_CORPUS and compares the results with the tables of its README.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import MarkdownIt from 'markdown-it';
import { describeNotice } from '#contract/notices.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { describeSourceProblem } from '#contract/source-problems.ts';
import { isPossiblyPublicHost } from '../../sidecar/outgoing/addresses.ts';
import { parseItemFile } from '#domain/items/item-file.ts';
import { createFetcher } from './fetch.ts';
import { type FeedReport, pullFeeds } from './pull.ts';
import type { FeedReading } from './read-feed.ts';
import { createFeedReader, type FeedReader } from './reader.ts';

const corpus = process.env['FEED_CORPUS'];

interface Row {
  file: string;
  /** Number of entries; NaN if the table has no plain number. */
  items: number;
  special: string;
  isHostile: boolean;
}

/** Reads the tables below headings such as "## articles/ — …" and the base URLs of the list at the end. */
function readTables(readme: string): { rows: Row[]; bases: Map<string, string> } {
  const rows: Row[] = [];
  let folder = '';
  let header: string[] = [];
  for (const line of readme.split('\n')) {
    folder = /^## (\w+\/)/.exec(line)?.[1] ?? folder;
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (cells[0] === 'File') header = cells;
    const name = /^`([\w.-]+)`$/.exec(cells[0] ?? '')?.[1];
    if (name && folder) rows.push(createRow(folder + name, (title) => cells[header.indexOf(title)] ?? ''));
  }
  const bases = [...readme.matchAll(/^- `([\w./-]+)`: (https?:\S+)$/gm)].map(([, file, url]) => [file!, url!] as const);
  return { rows, bases: new Map(bases) };
}

function createRow(file: string, cell: (title: string) => string): Row {
  const [count, live = 0] = /^(\d+)(?: \+ (\d+) live)?$/.exec(cell('Items'))?.slice(1) ?? [];
  const items = Number(count) + Number(live);
  return { file, items, special: cell('Special'), isHostile: file.startsWith('hostile/') };
}

/** A reader that also passes on what it read, by the id of the feed. */
function recordingReader(readings: Map<string, FeedReading>): FeedReader {
  const reader = createFeedReader();
  return {
    ...reader,
    read: async (input) => {
      const outcome = await reader.read(input);
      if ('reading' in outcome) readings.set(input.feed.id, outcome.reading);
      return outcome;
    },
  };
}

/** Time after which reading counts as hanging. A feed takes milliseconds, or seconds on a busy machine. */
const hangsMs = 60_000;

describe('the feed collection', { skip: corpus ? false : 'FEED_CORPUS names no folder' }, async () => {
  if (!corpus) return;
  const { rows, bases } = readTables(readFileSync(join(corpus, 'README.md'), 'utf8'));
  const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-corpus-'));
  after(() => rmSync(contentDir, { recursive: true }));
  cpSync(realpathSync(corpus), join(contentDir, 'feeds'), { recursive: true });
  const idOf = (file: string): string => file.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const feeds = rows.map(({ file }) => ({ id: idOf(file), file: `feeds/${file}`, url: bases.get(file) }));
  writeFileSync(join(contentDir, 'feeds.json'), JSON.stringify({ feeds }));
  const readings = new Map<string, FeedReading>();
  const reader = recordingReader(readings);
  const report = await pullFeeds({ contentDir, now: () => new Date('2026-01-01T00:00:00Z'), reader });
  await reader.close();
  const peakKiB = peakOfThisProcess();
  const reports = new Map(report.feeds.map((feed) => [feed.id, feed]));
  const stored = readdirSync(join(contentDir, 'inbox')).map((name) => {
    const source = readFileSync(join(contentDir, 'inbox', name), 'utf8');
    return { name, ...(parseItemFile(source) as { item: StoredItem; body: string }) };
  });
  printTable(rows.map(({ file, items }) => ({ file, expected: items, report: reports.get(idOf(file))! })));

  for (const { file, items, special, isHostile } of rows) {
    const feed = reports.get(idOf(file))!;
    test(`${file} ends in a clear report`, () => {
      assert.ok(feed.ms < hangsMs, `${feed.ms} ms`);
      if (feed.outcome === 'failed') assert.doesNotMatch(describeSourceProblem(feed.problem!), /\n/);
      assert.deepEqual(
        feed.notices.filter(({ code }) => code === 'item_skipped'),
        [],
      );
    });
    if (isHostile || Number.isNaN(items)) continue;
    test(`${file} yields ${items} entries with dates and readable titles`, () => {
      assert.deepEqual([feed.outcome, feed.found], ['ok', items], feed.problem?.code);
      const { entries } = readings.get(idOf(file))!;
      const isOpaque = special.includes('no date parser');
      for (const { title, date, dateText } of entries) {
        assert.doesNotMatch(title, /\ufffd|Ã.|&(amp|lt|quot|#\d+);/);
        if (!isOpaque) assert.ok(date || !dateText, `“${dateText}” is not read as a date`);
      }
    });
  }

  test('wrong content types are ignored and error statuses are reported', async () => {
    const { responses } = JSON.parse(readFileSync(join(corpus, 'hostile/made-http-responses.json'), 'utf8')) as {
      responses: { file: string; status: number; content_type: string; note: string }[];
    };
    const server = createServer((request, response) => {
      const { file, status, content_type } = responses[Number(request.url!.slice(1))]!;
      response.writeHead(status, content_type ? { 'content-type': content_type } : {});
      response.end(status === 304 ? undefined : readFileSync(join(corpus, file)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const folder = mkdtempSync(join(tmpdir(), 'greenroom-corpus-http-'));
    const simulated = responses.map((_, index) => ({ id: `r${index}`, url: `http://127.0.0.1:${port}/${index}` }));
    writeFileSync(join(folder, 'feeds.json'), JSON.stringify({ feeds: simulated }));
    const fetchFeed = createFetcher({ allowPrivateHosts: ['127.0.0.1'], sleep: async () => {} });
    const { feeds } = await pullFeeds({ contentDir: folder, now: () => new Date('2026-01-01'), fetchFeed });
    server.close();
    rmSync(folder, { recursive: true });
    for (const [index, { file, status, note }] of responses.entries()) {
      const expected = rows.find((row) => row.file === file)!.items;
      const { outcome, found, problem } = feeds[index]!;
      const isFeed = status === 200 && expected > 0;
      assert.deepEqual([outcome, found], isFeed ? ['ok', expected] : ['failed', 0], `${note}: ${problem?.code}`);
    }
  });

  test('unambiguous dates are read correctly', () => {
    for (const { item } of stored.filter(({ item }) => item.summary?.startsWith('Intended instant: '))) {
      const stated = /: (\d{4}-\d\d-\d\d(?:T[\d:]+)?)/.exec(item.summary!)?.[1];
      const isPlausible = stated && !item.summary!.includes('implausible');
      const expected = !isPlausible ? '' : stated.includes('T') ? `${stated}Z` : `${stated}T00:00:00Z`;
      assert.equal(Date.parse(item.date ?? ''), Date.parse(expected), item.title);
    }
  });

  test('every episode has audio and every hosted video can be embedded', () => {
    for (const { name, item } of stored) {
      if (item.type === 'episode') assert.ok(item.audioUrl, name);
      if (item.type === 'video' && item.platform) assert.ok(item.embedUrl && item.videoId, name);
    }
  });

  test('no address leads to a private place or leaves http', () => {
    for (const { name, item } of stored) {
      for (const address of JSON.stringify(item).match(/"(?:\w+Url|url|href|image)":"[^"]+"/g) ?? []) {
        const url = new URL(/:"(.*)"$/.exec(address)![1]!);
        assert.ok(/^https?:$/.test(url.protocol) && isPossiblyPublicHost(url.hostname), `${name}: ${address}`);
      }
    }
  });

  test('no body contains HTML, except for line breaks, or an unsafe link', () => {
    const markdown = new MarkdownIt({ html: true });
    for (const { name, body } of stored) {
      for (const token of markdown.parse(body, {}).flatMap((token) => [token, ...(token.children ?? [])])) {
        if (token.content !== '<br>') assert.doesNotMatch(token.type, /^html_/, `${name}: ${token.content}`);
        const address = String(token.attrGet('href') ?? token.attrGet('src') ?? '');
        assert.doesNotMatch(address, /^\s*(javascript|data|vbscript|file):/i, name);
      }
    }
  });

  test('object prototypes are unchanged and memory stayed within 512 MiB', () => {
    assert.equal(({} as { polluted?: string }).polluted, undefined);
    assert.ok(peakKiB < 512 * 1024, `${peakKiB} KiB`);
  });
});

/** On Linux, maxRSS includes the memory of the parent process. */
function peakOfThisProcess(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]);
}

function printTable(lines: { file: string; expected: number; report: FeedReport }[]): void {
  for (const { file, expected, report } of lines) {
    const count = Number.isNaN(expected) ? '–' : String(expected);
    const end = report.problem ? describeSourceProblem(report.problem) : report.notices.map(describeNotice).join(' ');
    console.log(
      [
        file.padEnd(58),
        report.outcome.padEnd(9),
        `${report.found}/${count}`.padEnd(9),
        `${report.ms} ms`.padEnd(9),
        end.slice(0, 100),
      ]
        .join(' ')
        .trim(),
    );
  }
}
