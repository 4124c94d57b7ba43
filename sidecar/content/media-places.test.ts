import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writeUncopiedCount, createUncopiedCheck } from './media-copies.ts';

const contentDir = mkdtempSync(join(tmpdir(), 'greenroom-uncopied-'));
after(() => rmSync(contentDir, { recursive: true }));

test('copies are asked for until there is nothing left, or nothing more can be had', async () => {
  const isWanted = createUncopiedCheck(contentDir);
  const left = async (...addresses: string[]) => {
    await writeUncopiedCount(contentDir, addresses);
    return isWanted();
  };
  assert.equal(await isWanted(), false);
  assert.equal(await left('https://a.example/1', 'https://a.example/2'), true);
  assert.equal(await left('https://a.example/2'), true);
  assert.equal(await left('https://a.example/2'), false);
  assert.equal(await left(), false);
  assert.equal(await left('https://a.example/2'), true);
});
