import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createStepRunner } from './run-step.ts';
import { sqliteStore } from '../storage/test-stores.ts';

const open = sqliteStore();
const content = mkdtempSync(join(tmpdir(), 'greenroom-run-step-'));
after(() => rmSync(content, { recursive: true }));

test('a build that fails is logged with the reason: once while it is repeated, again for another or after a good one', async () => {
  const told: string[] = [];
  let outcome = { ok: true, output: '' };
  const runStep = createStepRunner({
    ...{ store: open(), content, now: () => 0, metrics: undefined },
    run: async () => outcome,
    onProblem: ({ message }, task) => told.push(`${task}: ${message}`),
  });
  const fails = (seconds: number, reason: string) => {
    outcome = {
      ok: false,
      output: `Build: plan, after ${seconds} s\nBuild: failed. The previous release stays live.\n${reason}\n`,
    };
    return runStep('build');
  };
  await fails(3.1, 'access.json: "enabled" is wrong');
  await fails(3.4, 'access.json: "enabled" is wrong');
  await fails(3.2, 'No space left\nat write');
  outcome = { ok: true, output: 'Build: release 0123456789ab in 2 s\n' };
  await runStep('build');
  await fails(3.2, 'No space left\nat write');
  const full = 'building: No space left\nat write';
  assert.deepEqual(told, ['building: access.json: "enabled" is wrong', full, full]);
});
