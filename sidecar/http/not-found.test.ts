import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify, { type InjectOptions } from 'fastify';
import type { Release } from '../release/release.ts';
import { sendNotFound } from './not-found.ts';

const paths = ['/feed.xml', '/feed.json', '/podcast.xml', '/articles.md', '/llms.txt', '/AGENTS.md', '/articles'];
const release = { pages: new Map(paths.map((path) => [path, { file: path }])) } as unknown as Release;

const ask = async (method: InjectOptions['method'], url: string) => {
  const app = Fastify();
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply, release, () => false));
  return app.inject({ method: method!, url });
};

test('files that other origins may read answer their preflight; pages do not', async () => {
  for (const path of paths.slice(0, -1)) {
    const { statusCode, headers } = await ask('OPTIONS', path);
    assert.equal(statusCode, 204, path);
    assert.match(String(headers['access-control-allow-headers']), /If-None-Match/);
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS');
  }
  assert.equal((await ask('OPTIONS', '/articles')).headers.allow, 'GET, HEAD');
});

test('a file says which methods it takes', async () => {
  assert.equal((await ask('POST', '/feed.xml')).headers.allow, 'GET, HEAD, OPTIONS');
  assert.equal((await ask('DELETE', '/articles')).headers.allow, 'GET, HEAD');
});
