import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeWhole } from './write-file.ts';

test('a file that cannot be written leaves nothing beside it, and the error names the folder', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'write-file-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'taken', 'full'), { recursive: true });
  await assert.rejects(writeWhole(join(folder, 'taken'), 'text'), ({ message }: Error) =>
    message.startsWith(`${folder} cannot be written: `),
  );
  assert.deepEqual(readdirSync(folder), ['taken']);
});
