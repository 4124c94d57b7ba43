import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { openFaces } from './faces.ts';
import type { Fontkit } from './open-fonts.ts';

const faces = openFaces(
  (file) => readFileSync(fileURLToPath(import.meta.resolve(file))),
  createRequire(import.meta.url)('fontkit') as Fontkit,
);

const samples = {
  korean: '밀물과 썰물을 듣는 사람',
  japanese: '潮の満ち引きを聞く人',
  chinese: '听潮的人们',
  arabic: 'من يصغي إلى المد والجزر',
  hebrew: 'מי שמקשיב לגאות ולשפל',
  devanagari: 'ज्वार को सुनने वाले',
  thai: 'ผู้ฟังน้ำขึ้นน้ำลง',
};

test('every letter of each script has a face', () => {
  for (const [face, text] of Object.entries(samples)) {
    const missing = new Set<string>();
    const runs = faces.runs(`${text} – Tide`, 'serif', missing);
    assert.deepEqual([[...missing], runs.some((run) => run.face === face)], [[], true], face);
  }
});
