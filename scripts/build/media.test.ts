import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { sandboxRoom } from '#domain/sandbox.ts';
import type { Notice } from '#contract/notices.ts';
import { readMedia } from './media.ts';

const { creator } = sandboxRoom({ baseUrl: 'https://room.example.org' });

test('a rotated photograph has its visible height, and a file that is no picture is reported', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-media-'));
  t.after(() => rm(folder, { recursive: true }));
  const lying = sharp({ create: { width: 40, height: 20, channels: 3, background: '#844' } });
  await writeFile(join(folder, 'upright.jpg'), await lying.withMetadata({ orientation: 6 }).jpeg().toBuffer());
  await writeFile(join(folder, 'notes.txt'), 'no picture');
  const problems: Notice[] = [];
  const found = await readMedia(folder, creator, problems);
  assert.equal(found[0]!.hasMetadata, true, 'what is published is made of it');
  assert.deepEqual(
    found.map(({ file, width, height, type }) => [file, width, height, type]),
    [['upright.jpg', 20, 40, 'image/jpeg']],
  );
  assert.deepEqual(
    problems.map(({ code, details }) => [code, details!['file']]),
    [['file_left_out', 'media/notes.txt']],
  );
});

test('a logo without a ground says on which it would be lost', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-media-'));
  t.after(() => rm(folder, { recursive: true }));
  const drawn = (colour: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><circle cx="10" cy="10" r="9" fill="${colour}"/></svg>`;
  for (const [name, colour] of Object.entries({ dark: '#2a1a4a', light: '#fffbe6', middle: '#d9534f' }))
    await writeFile(join(folder, `${name}.svg`), drawn(colour));
  const found = await readMedia(folder, creator, []);
  assert.deepEqual(
    found.map(({ file, tone }) => [file, tone]),
    [
      ['dark.svg', 'dark'],
      ['light.svg', 'light'],
      ['middle.svg', undefined],
    ],
  );
});
