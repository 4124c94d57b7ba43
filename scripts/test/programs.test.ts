import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needs } from './programs.ts';

test('a test file needs the programs that it names, and those of its helpers', () => {
  assert.ok(needs('e2e/press.test.ts', `'pdftotext'`));
  assert.ok(needs('e2e/transcribe.test.ts', `'flite'`));
  assert.ok(needs('sidecar/features/transcription/engine.test.ts', `'espeak-ng'`));
});

test('a program that the program itself can do without is no need of its tests', () => {
  assert.ok(!needs('sidecar/features/app.test.ts', `'ffmpeg'`));
  assert.ok(!needs('e2e/release.test.ts', `'flite'`));
});
