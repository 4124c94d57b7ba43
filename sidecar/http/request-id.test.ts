import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validate, version } from 'uuid';
import { chooseRequestId } from './request-id.ts';

test('a request id is kept when it is 1 to 128 visible ASCII characters', () => {
  assert.equal(chooseRequestId('abc'), 'abc');
  for (const sent of ['', 'a b', 'ü', 'x'.repeat(129), undefined])
    assert.match(chooseRequestId(sent), /^[0-9a-f-]{36}$/);
});

test('a new id is a UUIDv7 of its time, and no other has it, however fast they are made', () => {
  const before = Date.now();
  const made = Array.from({ length: 10_000 }, () => chooseRequestId(undefined));
  const after = Date.now();
  assert.equal(new Set(made).size, made.length);
  for (const id of made) {
    assert.ok(validate(id) && version(id) === 7, id);
    const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    assert.ok(time >= before && time <= after, id);
  }
});
