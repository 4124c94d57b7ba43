import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { onBothStores } from '../../storage/test-stores.ts';
import { lowTide, openRoom } from '../content/test-room.ts';
import type { ListedModel } from './page.ts';

const { id } = lowTide;

onBothStores('where published items are shown', (open) => {
  test('hiding and showing change only the named surface', async (t) => {
    const room = await openRoom(t, open());
    await room.put('published', { hiddenOn: ['mediaRoom'] });
    const set = (surface: string, verb: string) => room.send('/published/surface', { id, surface, do: verb });
    assert.equal((await set('api', 'hide')).notice, 'hidden');
    assert.deepEqual((await room.get('published')).hiddenOn, ['mediaRoom', 'api']);
    await set('mediaRoom', 'show');
    assert.deepEqual((await room.get('published')).hiddenOn, ['api']);
    assert.equal((await set('__proto__', 'hide')).status, 400);
    await rm(join(room.contentDir, 'published', `${id}.md`));
    assert.equal((await set('api', 'show')).status, 404);
    assert.equal(room.builds.length, 2);
    assert.deepEqual(await room.audit(), [`creator: item.hidden ${id} (api)`, `creator: item.shown ${id} (mediaRoom)`]);
  });

  test('a published item that cannot be rendered is listed and can be rejected', async (t) => {
    const room = await openRoom(t, open());
    await room.put('published');
    const told = {
      items: [
        { name: `${id}.md`, problem: 'its text cannot be shown' },
        { name: 'gone.md', problem: 'x' },
      ],
    };
    await mkdir(join(room.contentDir, '.build'), { recursive: true });
    await writeFile(join(room.contentDir, '.build', 'left-out.json'), JSON.stringify(told));
    const { model } = await room.open<ListedModel>('/published');
    assert.deepEqual(model.unreadable, [{ name: `${id}.md`, problems: ['its text cannot be shown'], id }]);
    const answer = await room.send(`/published/${id}`, { do: 'reject' });
    assert.deepEqual([answer.status, answer.notice], [303, 'rejected']);
    assert.deepEqual(await room.filesIn('rejected'), [`${id}.md`]);
    assert.deepEqual((await room.open<ListedModel>('/published')).model.unreadable, []);
    assert.deepEqual(room.builds, ['build']);
  });
});
