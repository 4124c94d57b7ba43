// Problems that build and doctor report in the creator's files.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { AccessFile } from '#contract/schemas/content-files.ts';
import { contentFileProblems, readJsonFile } from './json-file.ts';

test('prices that sell access to nothing, and a misspelt price, are refused with the key and what to do', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-prices-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'access.json');
  const refused: [file: object, key: string, advice: RegExp][] = [
    [{ prices: { articles: 21 }, dayPassSats: 20 }, 'dayPassSats', /21/],
    [{ dayPassSats: 20 }, 'dayPassSats', /prices/],
    [{ prices: { articels: 21 } }, 'prices.articels', /articles/],
    [{ priecs: { articles: 21 } }, 'priecs', /prices/],
  ];
  for (const [file, key, advice] of refused) {
    writeFileSync(path, JSON.stringify({ enabled: true, ...file }));
    const [found, ...more] = contentFileProblems(path, AccessFile);
    assert.deepEqual([found?.key, more], [key, []]);
    assert.match(`${found!.says} ${found!.fix}`, advice);
    assert.throws(() => readJsonFile(path, AccessFile), new RegExp(`access\\.json: ${key} .*${advice.source}`));
  }
});
