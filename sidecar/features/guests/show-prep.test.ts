import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contract/errors.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import type { Context } from '../../http/handler.ts';
import { showPrep } from './show-prep.ts';

const facts = sandboxRoom({ baseUrl: 'https://room.example' });
const context = { release: { facts }, now: Date.parse('2026-01-12T12:00:00Z'), sandbox: false } as unknown as Context;

test('an invalid show address is refused', () => {
  for (const showUrl of ['http://', 'http://a:99999/', 'http://1.2.3.999/', 'http://%00.example/']) {
    const asked = { params: undefined, query: { showUrl }, body: undefined };
    assert.throws(() => showPrep(asked, context), ApiError, showUrl);
  }
});
