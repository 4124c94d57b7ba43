// Tests the catalogs of this host. Schemas are tested with all documents.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '#domain/ids.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { aiCatalog, apiCatalog, ardManifest } from './catalogs.ts';
import { serverCard } from './server-card.ts';
import { skills, skillsIndex } from './skills.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });

test('the API catalog names itself first, with every API as an item that it describes', () => {
  const [first, ...apis] = apiCatalog(room).linkset;
  assert.equal(first!.anchor, 'https://room.example/.well-known/api-catalog');
  assert.deepEqual(
    first!.item!.map(({ href }) => href),
    apis.map(({ anchor }) => anchor),
  );
  for (const api of apis) assert.ok(api['service-desc']!.length > 0, api.anchor);
});

test('the catalog names the servers that answer, each by its card', () => {
  const cards = aiCatalog(room).entries.map(({ type, url }) => [type, new URL(url).pathname]);
  assert.deepEqual(cards.slice(0, 2), [
    ['application/mcp-server-card+json', '/api/mcp/server-card'],
    ['application/a2a-agent-card+json', '/.well-known/agent-card.json'],
  ]);
});

test('both catalogs list the same, each thing once, and registries learn what people may ask', () => {
  const entries = ardManifest(room).entries;
  assert.deepEqual(
    aiCatalog(room).entries,
    entries.map(({ representativeQueries: _, ...entry }) => entry),
  );
  const names = entries.map(({ identifier }) => identifier);
  assert.equal(new Set(names).size, names.length);
});

test('the digest of a skill is that of its bytes', () => {
  const index = skillsIndex(room).skills;
  assert.equal(index.length, 5);
  for (const { name, body } of skills(room)) {
    const { digest, description } = index.find((skill) => skill.name === name)!;
    assert.equal(digest, `sha256:${sha256(body)}`);
    assert.ok(
      body.startsWith(`---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\n`),
    );
  }
});

test('the server card keeps to the limits of its schema', () => {
  const long = { ...room, creator: { ...room.creator, publication: 'P'.repeat(300), name: 'N'.repeat(300) } };
  for (const card of [serverCard(room), serverCard(long), serverCard({ ...room, baseUrl: 'http://127.0.0.1:4321' })]) {
    assert.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    assert.ok(card.name.length <= 200 && card.title.length <= 100 && card.description.length <= 100);
    assert.match(card.remotes[0]!.url, /\/api\/mcp$/);
  }
});
