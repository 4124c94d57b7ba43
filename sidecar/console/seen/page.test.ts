import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { SeenModel } from './page.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import { sqliteStore } from '../../storage/test-stores.ts';
import { openConsole, readPage, signInByLink } from '../test-console.ts';
import type { Release } from '../../release/release.ts';
import { itemsInMemory, testItem } from '../../release/test-items.ts';

const dir = mkdtempSync(join(tmpdir(), 'greenroom-seen-'));
after(() => rmSync(dir, { recursive: true, force: true }));

const open = sqliteStore();

const pages = new Map<string, ReleasePage>();
function serve(path: string, text: string): void {
  const etag = String(pages.size);
  writeFileSync(join(dir, etag), text);
  pages.set(path, { file: '', type: 'text/plain', etag, lastModified: '2026-01-01T00:00:00Z', size: text.length });
}

const item = (id: string, type: 'article' | 'timeline' = 'article') => testItem(id, { type, title: `About ${id}` });
const facts = {
  baseUrl: 'http://room.example',
  creator: { publication: 'P' },
  access: { enabled: true, prices: { 'article:dear-00000001': 20 } },
};

test('live documents are shown as agents receive them, with hidden and priced items', async () => {
  serve('/api/agent/content-index', JSON.stringify({ items: Array.from({ length: 9 }, (_, n) => ({ n })), total: 9 }));
  serve('/llms.txt', `# Room\n${'x'.repeat(20_000)}`);
  serve('/articles/hidden-00000003', '');
  const release = {
    fileOf: ({ etag }: { etag: string }) => join(dir, etag),
    pages: pages as unknown as Release['pages'],
    facts,
    index: { items: itemsInMemory([item('dear-00000001'), item('free-00000002')]), updatedAt: '2026-05-01T12:00:00Z' },
    hiddenItems: [item('hidden-00000003'), item('date-00000004', 'timeline')],
  };
  const browser = await signInByLink(openConsole(open(), { release }));
  const { documents, listed, hidden, gated } = readPage<SeenModel>(await browser.get('/seen')).model;
  assert.equal(listed, 2);
  assert.deepEqual(
    documents.map(({ path, bytes, tokens, isCut }) => [path, bytes, tokens, isCut]),
    [
      ['/llms.txt', 20_007, 5002, true],
      ['/api/agent/content-index', pages.get('/api/agent/content-index')!.size, 24, true],
    ],
  );
  assert.deepEqual(JSON.parse(documents[1]!.text), { items: [{ n: 0 }, { n: 1 }, { n: 2 }], total: 9 });
  assert.equal(documents[0]!.text.length, 12_000);
  assert.deepEqual(hidden, {
    total: 2,
    items: [
      { title: 'About hidden-00000003', type: 'article', date: '2026-05-01', path: '/articles/hidden-00000003' },
      { title: 'About date-00000004', type: 'timeline', date: '2026-05-01' },
    ],
  });
  assert.deepEqual(
    gated.items.map(({ title }) => title),
    ['About dear-00000001'],
  );
});
