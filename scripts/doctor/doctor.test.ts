// npm run doctor reports each problem with its file, its key and a fix, and changes nothing.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../settings.ts';
import { runInMemory } from '../test-io.ts';
import type { DoctorFinding } from './finding.ts';

test('doctor reports content problems with their file, key and a suggestion', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-doctor-'));
  t.after(() => rm(folder, { recursive: true }));
  const content = join(folder, 'content');
  await cp(join(root, 'content', 'example'), content, { recursive: true, filter: (path) => !path.endsWith('.build') });
  const env = { CONTENT_DIR: content, DIST_DIR: join(folder, 'dist'), DATA_DIR: join(folder, 'data') };
  const doctor = (...args: string[]) => runInMemory(env, 'doctor', '--json', ...args);
  const findings = async (...args: string[]) => {
    const { code, out } = await doctor(...args);
    const report = JSON.parse(out) as { ok: boolean; findings: DoctorFinding[] };
    assert.equal(report.ok, code === 0);
    return { code, wrong: report.findings.filter(({ level }) => level === 'problem' || level === 'warning') };
  };
  assert.deepEqual(await findings('--only', 'content'), { code: 0, wrong: [] });
  const creator = join(content, 'creator.json');
  const good = await readFile(creator, 'utf8');
  await writeFile(creator, good.replace('"language"', '"langauge"'));
  const misspelt = await findings('--only', 'content');
  assert.equal(misspelt.code, 1);
  assert.deepEqual(
    misspelt.wrong.map(({ file, key, fix }) => [file, key, fix]),
    [
      ['creator.json', 'language', undefined],
      ['creator.json', 'langauge', 'did you mean language?'],
    ],
  );
  await writeFile(creator, good.replace('"banner.webp"', '"gone.webp"'));
  await writeFile(join(content, 'published', 'broken-00000000.md'), 'no front matter');
  await writeFile(join(content, 'transcripts', 'x-00000000.vtt'), 'WEBVTT\n\n00:01 -> 00:02\nHello\n').catch(
    () => undefined,
  );
  const { wrong } = await findings('--only', 'content');
  assert.ok(wrong.some(({ key, says }) => key === 'banner.file' && says === 'media/gone.webp is missing'));
  assert.ok(wrong.some(({ file }) => file === 'published/broken-00000000.md'));
  await writeFile(creator, good);
  const rest = await findings('--only', 'release,backups,store,disk,clock,wallet,Nexus,settings');
  assert.equal(rest.code, 1);
  assert.deepEqual(
    rest.wrong.filter(({ level }) => level === 'problem').map(({ check, fix }) => [check, fix]),
    [['release', 'npm run build']],
  );
  assert.equal((await findings('--only', 'backups')).code, 3);
  const { out } = await doctor('--only', 'transcription', '--try');
  assert.match(out, /embedded:moonshine-base transcribes “The harbou?r[ -]master wrote/);
  Object.assign(env, { TRANSCRIBE_MODEL_DIR: join(folder, 'models') });
  const noModels = await findings('--only', 'transcription');
  assert.deepEqual([noModels.code, noModels.wrong.length], [1, 1]);
  assert.match(noModels.wrong[0]!.says, /models cannot be read \(ENOENT\)/);
  assert.deepEqual(await readdir(folder), ['content'], 'nothing was created');
});
