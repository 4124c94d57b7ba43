import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { ViewModel } from './ui/frame.ts';
import { followRenderer } from './renderer.ts';

const dir = mkdtempSync(join(tmpdir(), 'greenroom-renderer-'));
after(() => rmSync(dir, { recursive: true, force: true }));

/** Writes a console whose pages all contain `word`. */
function build(name: string, word: string): void {
  mkdirSync(join(dir, name, 'server'), { recursive: true });
  writeFileSync(
    join(dir, name, 'server', 'entry.mjs'),
    `export const handler = async (req, res) => void res.end(req.url + ' ${word}');`,
  );
}
const take = (name: string) => {
  rmSync(join(dir, 'current'), { force: true });
  symlinkSync(name, join(dir, 'current'));
};

test('the console is loaded on first use and replaced after a new build', async () => {
  const { current, look } = followRenderer([join(dir, 'current')]);
  const said = async () => (await current())?.render('inbox', {} as ViewModel<unknown>);
  assert.equal(await said(), undefined);
  build('one', 'first');
  take('one');
  assert.equal(await said(), '/console/inbox first');
  build('two', 'second');
  take('two');
  assert.equal(await said(), '/console/inbox first');
  await look();
  assert.equal(await said(), '/console/inbox second');
});
