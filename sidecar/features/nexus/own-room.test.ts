import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now, releaseWithPlanned as release } from '../../release/test-planned.ts';
import { ownRoomHandlers } from './own-room.ts';

test('an item that is published later today is not in the digest yet', async () => {
  const { body } = (await ownRoomHandlers.nexusDigest({ query: {} } as never, { release, now } as never)) as {
    body: string;
  };
  assert.deepEqual(
    ['tonight', 'third', 'second', 'first'].filter((id) => body.includes(`/articles/${id}`)),
    ['third', 'second', 'first'],
  );
});
