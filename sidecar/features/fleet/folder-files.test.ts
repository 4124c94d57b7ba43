import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderFiles, shortHash } from './folder-files.ts';

test('changed, new and removed files are found as they are reported, also in new folders, without reading other files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-folder-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'published'));
  for (const name of ['kept', 'old', 'other']) await writeFile(join(folder, 'published', name), name);
  let now = 0;
  const found = new FolderFiles(folder, {}, () => now);
  t.after(() => found.close());
  assert.equal(await found.update(), true);
  assert.equal(await found.update(), false);

  // Setting the time of a file would be reported, so the entry of the unread file is changed instead.
  found.files['published/other'] = [0, 0, 'as it was'];
  await writeFile(join(folder, 'published', 'kept'), 'changed');
  await rm(join(folder, 'published', 'old'));
  await mkdir(join(folder, 'media', 'deep'), { recursive: true });
  await writeFile(join(folder, 'media', 'deep', 'new'), 'new');
  const hash = (path: string) => found.files[path]?.[2];
  const isComplete = () =>
    hash('published/kept') === shortHash(Buffer.from('changed')) &&
    !found.files['published/old'] &&
    hash('media/deep/new') === shortHash(Buffer.from('new'));
  while (!isComplete()) {
    await found.update();
    await sleep(10);
  }
  assert.equal(hash('published/other'), 'as it was');

  // The full pass finds changes that were not reported.
  await utimes(join(folder, 'published', 'kept'), 1, 1);
  now += 10 * 60_000;
  await found.update();
  assert.equal(hash('published/other'), shortHash(Buffer.from('other')));
});
