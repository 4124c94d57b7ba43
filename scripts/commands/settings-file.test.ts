// Commands in another shell have the settings of the room: greenroom.env, not what this shell happens to have.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInMemory } from '../test-io.ts';

async function signIn(env: Record<string, string>) {
  const { code, out, err } = await runInMemory(env, 'sign-in');
  return { code, said: out + err };
}

test('a command takes the address of the room from greenroom.env', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-settings-'));
  t.after(() => rm(folder, { recursive: true }));
  const own = { CONTENT_DIR: join(folder, 'content') };
  const file = join(folder, 'greenroom.env');
  await writeFile(file, 'BASE_URL=https://tides.example\nDATA_DIR=.data\n');
  assert.match((await signIn(own)).said, /^https:\/\/tides\.example\/console/);
  assert.match(
    (await signIn({ ...own, BASE_URL: 'https://other.example' })).said,
    /^https:\/\/other\.example\/console/,
  );
  await writeFile(file, 'BASE_ULR=https://tides.example\n\nPORT=http\n');
  const { code, said } = await signIn(own);
  assert.equal(code, 1);
  assert.match(
    said,
    /line 1: BASE_ULR is not a setting: did you mean BASE_URL\?\n.*line 3: PORT is http: give a number/,
  );
});
