// Compressed answers in memory.
import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fastify from 'fastify';
import { addCompression } from './compress.ts';

test('a compressed answer that is kept holds on to no more memory than its own', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const app = fastify();
  addCompression(app);
  app.get('/:id', ({ params }, reply) =>
    reply
      .header('etag', JSON.stringify((params as { id: string }).id))
      .type('application/json')
      .send(JSON.stringify('word '.repeat(500))),
  );
  const ask = (id: number) => app.inject({ url: `/${id}`, headers: { 'accept-encoding': 'br' } });
  assert.equal((await ask(0)).headers['content-encoding'], 'br');
  const held = () => (collect(), collect(), process.memoryUsage().arrayBuffers);
  const before = held();
  const answers = 200;
  for (let id = 1; id <= answers; id++) await ask(id);
  assert.ok(held() - before < answers * 4000, `${held() - before} bytes`);
  await app.close();
});
