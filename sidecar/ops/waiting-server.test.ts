import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWaitingServer } from './waiting-server.ts';

test('programs in any browser can read that the room is being built, and when to ask again', async (t) => {
  const { port, close } = await openWaitingServer({ host: '127.0.0.1', port: 0, baseUrl: 'http://room.example' });
  t.after(close);
  const told = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).headers;
  const index = await told('/api/agent');
  assert.equal(index.get('access-control-allow-origin'), '*');
  assert.match(index.get('access-control-expose-headers')!, /Retry-After/);
  for (const path of ['/api/mcp', '/booking'])
    assert.equal((await told(path)).get('access-control-allow-origin'), null);
});
