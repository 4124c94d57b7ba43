import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { readRoomEnvironment } from './environment.ts';

function roomWith(t: TestContext, text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-env-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'content'));
  writeFileSync(join(folder, 'greenroom.env'), text);
  return { folder, own: { CONTENT_DIR: join(folder, 'content') } };
}

test('greenroom.env lies next to the content folder, and the environment wins', (t) => {
  const { folder, own } = roomWith(
    t,
    '\uFEFF# mine\nPORT=5000\nexport BASE_URL="https://room.example" # public\r\nDATA_DIR=.data\n',
  );
  const { env, file, hasFile } = readRoomEnvironment({ ...own, PORT: '6000', DIST_DIR: 'dist', LOG_LEVEL: '' }, '/srv');
  assert.ok(hasFile);
  assert.deepEqual([env.PORT, env.BASE_URL, env.DATA_DIR], ['6000', 'https://room.example', join(folder, '.data')]);
  assert.equal(env.DIST_DIR, 'dist', 'a folder of the environment starts where it always did');
  assert.deepEqual(file.problems, []);
  assert.equal(file.locate('BASE_URL'), 'greenroom.env, line 3');
  assert.equal(file.locate('PORT'), undefined, 'the environment says otherwise');
  assert.equal(readRoomEnvironment({ ...own, PORT: '  ' }, '/srv').env.PORT, '5000', 'an empty one says nothing');
  const program = readRoomEnvironment({}, folder);
  assert.deepEqual([program.path, program.env.PORT], [join(folder, 'greenroom.env'), '5000']);
});

test('only the environment is read if there is no file', (t) => {
  const { folder } = roomWith(t, '');
  const own = { CONTENT_DIR: join(folder, 'elsewhere', 'content'), PORT: '1' };
  const { env, file, hasFile } = readRoomEnvironment(own, '/srv');
  assert.deepEqual([env, file.problems, hasFile], [own, [], false]);
});

test('each line that is not a setting is told with its number, and with what may have been meant', (t) => {
  const { own } = roomWith(
    t,
    'BASEURL=https://x.example\nPORT 80\nPORT=80\nPORT=81\nTITLE=x\nLNBITS_KEY=ab#cd\nPHOENIXD_PASSWORD="ab#cd" # ok\nNODE_ENV=production\n',
  );
  assert.deepEqual(readRoomEnvironment(own, '/srv').file.problems, [
    'greenroom.env, line 1: BASEURL is not a setting: did you mean BASE_URL?',
    'greenroom.env, line 2: write NAME=value.',
    'greenroom.env, line 4: PORT stands in line 3 already.',
    'greenroom.env, line 5: TITLE is not a setting.',
    'greenroom.env, line 6: a value of LNBITS_KEY with # needs quotes around it.',
  ]);
});
