// Deploying by a CDN's own tool: a stand-in for it writes down how it was called and what it found.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { ReleaseEntries } from '#domain/release/release-entries.ts';
import { deploy } from './deploy.ts';

const entry = (file: string, more = {}) => ({ file, type: 'text/html', etag: 'e', lastModified: '', size: 1, ...more });

function made(t: { after: (work: () => void) => void }) {
  const dist = mkdtempSync(join(tmpdir(), 'greenroom-deploy-'));
  t.after(() => rmSync(dist, { recursive: true, force: true }));
  const dir = join(dist, 'releases', 'r1');
  const put = (path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, path);
  };
  for (const name of [
    ...['public/index.html', 'public/a.json', 'public/a.json.br', 'public/_headers', 'public/_redirects'],
    ...['private/sold.json', 'hosting/cloudflare/_worker.js', 'hosting/netlify/edge-functions/greenroom.js'],
  ])
    put(join(dir, name));
  const entries = {
    '/': entry('index.html'),
    '/a': entry('a.json', { encodings: { br: 1 } }),
    '/sold': entry('sold.json', { private: true }),
  };
  const facts = { release: 'r1', baseUrl: 'https://room.example', content: { digest: '', changedAt: 0 }, others: {} };
  return { dist, release: { dir, manifest: { ...facts, entries: new ReleaseEntries(Object.entries(entries)) } } };
}

/** Puts a tool of this name first on the path. */
function standIn(dist: string, name: string, code = 0) {
  const file = join(dist, 'bin', name);
  const heard = join(dist, 'heard');
  mkdirSync(dirname(file));
  writeFileSync(file, `#!/bin/sh\n{ echo "$@"; find . -type f | sort; } > '${heard}'\nexit ${code}\n`);
  chmodSync(file, 0o755);
  return { env: { PATH: `${dirname(file)}:${process.env.PATH}` }, heard };
}

test('Cloudflare’s tool gets the public files with the edge function, and nothing private or compressed', async (t) => {
  const { dist, release } = made(t);
  const { env, heard } = standIn(dist, 'wrangler');
  assert.equal(await deploy(env, dist, release, { kind: 'cloudflare', project: 'my-room' }), 'deployed by wrangler');
  assert.deepEqual(readFileSync(heard, 'utf8').trim().split('\n'), [
    'pages deploy public --project-name my-room',
    ...['_headers', '_redirects', '_worker.js', 'a.json', 'index.html'].map((name) => `./public/${name}`),
  ]);
  assert.ok(!existsSync(join(dist, 'deploy')));
});

test('Netlify’s tool finds the edge function by netlify.toml', async (t) => {
  const { dist, release } = made(t);
  const { env, heard } = standIn(dist, 'netlify');
  await deploy(env, dist, release, { kind: 'netlify' });
  assert.deepEqual(readFileSync(heard, 'utf8').trim().split('\n'), [
    'deploy --prod',
    './edge-functions/greenroom.js',
    './netlify.toml',
    ...['_headers', '_redirects', 'a.json', 'index.html'].map((name) => `./public/${name}`),
  ]);
});

test('a tool that fails, or is not installed, fails the command', async (t) => {
  const { dist, release } = made(t);
  await assert.rejects(
    deploy({ PATH: process.env.PATH }, dist, release, { kind: 'cloudflare', project: 'x' }),
    /wrangler is not installed/,
  );
  const { env } = standIn(dist, 'netlify', 3);
  await assert.rejects(deploy(env, dist, release, { kind: 'netlify' }), /netlify ended with 3/);
});
