// Tests what is retained of withdrawn items: a fingerprint of their words, and no word.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hasWords } from '#domain/search/fingerprint.ts';
import { findRetractedItems } from './retracted.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-retracted-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const id = 'old-lamp-0a1b2c3d';
const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

test('a withdrawn item is known by the words of its text and its transcript, which are not retained', () => {
  const head = `id: ${id}\ntype: episode\ntitle: Old lamp\ndate: 2026-01-01T00:00:00Z\nkeywords: []`;
  write(
    `rejected/${id}.md`,
    `---\n${head}\nretractedAt: 2026-02-01T00:00:00Z\n---\n\nThe lamp was *never* lit at noon.\n`,
  );
  const cues = '00:01.000 --> 00:03.000\n<v Ann>I sold the green horn\n\n00:03.000 --> 00:05.000\n<v Ann>to a ferry';
  write(`transcripts/publisher/${id}.vtt`, `WEBVTT\n\n${cues}\n`);
  const [item] = findRetractedItems(folder, () => false);
  assert.deepEqual([item!.id, item!.retractedAt], [id, '2026-02-01T00:00:00Z']);
  for (const said of ['the lamp was never lit at noon', 'I sold the green horn to a ferry'])
    assert.equal(hasWords(item!.fingerprint!, said), true, said);
  assert.equal(hasWords(item!.fingerprint!, 'I sold the red horn to a ferry'), false);
  assert.doesNotMatch(JSON.stringify(item), /lamp was|horn/);
});
