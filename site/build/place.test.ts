import assert from 'node:assert/strict';
import { existsSync, linkSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bring, inFolder } from './place.ts';

const folder = mkdtempSync(join(tmpdir(), 'greenroom-place-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

test('a folder that is not there is made, however deep', () => {
  for (const name of ['a/b/c/one', 'a/b/c/two']) inFolder(at(name), () => writeFileSync(at(name), name));
  assert.equal(readFileSync(at('a/b/c/two'), 'utf8'), 'a/b/c/two');
});

test('a file is linked or moved to its place', () => {
  writeFileSync(at('here'), 'words');
  bring(linkSync, at('here'), at('linked/here'));
  assert.equal(statSync(at('linked/here')).ino, statSync(at('here')).ino);
  bring(renameSync, at('here'), at('moved/here'));
  assert.equal(readFileSync(at('moved/here'), 'utf8'), 'words');
  assert.ok(!existsSync(at('here')));
});

test('on another file system it is copied', () => {
  writeFileSync(at('there'), 'words');
  const refuse = () => {
    throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
  };
  bring(refuse, at('there'), at('copied/there'));
  assert.equal(readFileSync(at('copied/there'), 'utf8'), 'words');
});

test('a missing file is reported, and so is an impossible place', () => {
  assert.throws(() => bring(linkSync, at('nowhere'), at('x/nowhere')), { code: 'ENOENT' });
  writeFileSync(at('file'), '');
  assert.throws(() => inFolder(at('file/below'), () => writeFileSync(at('file/below'), '')), { code: 'ENOTDIR' });
});
