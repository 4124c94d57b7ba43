import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DocumentName, endpoints } from '#contract/endpoints.ts';
import { checker } from '#contract/validation.ts';
import { artifacts, fileOf, listsOf } from '../artifacts.ts';
import { sandboxRoom } from '../sandbox.ts';
import { llmsTxt } from './plain-text.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example.org' });
const made = artifacts(room, listsOf(room), () => 'A **body**.', 'salt');

test('every document of a room has the shape that the contract declares', () => {
  for (const record of Object.values(endpoints) as (typeof endpoints)[DocumentName][]) {
    if (!('response' in record) || !('lane' in record)) continue;
    const pattern = new RegExp(`^${record.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
    for (const { path, type, body } of made.filter((artifact) => pattern.test(artifact.path))) {
      const value = type.startsWith('application/json') ? JSON.parse(body()) : body();
      const result = checker(record.response)(value);
      assert.ok(result.ok, `${path}: ${JSON.stringify(result)}`);
    }
  }
});

test('no two documents want the same address or the same file', () => {
  for (const key of ['path', 'file'] as const) {
    const all = made.map((artifact) => artifact[key]);
    assert.equal(new Set(all).size, all.length);
  }
});

test('an address becomes a file by one rule', () => {
  assert.equal(fileOf('/api/agent'), 'api/agent.json');
  assert.equal(fileOf('/api/agent/openapi.json'), 'api/agent/openapi.json');
  assert.equal(fileOf('/api/article/x-1/markdown'), 'api/article/x-1/markdown.md');
  assert.equal(fileOf('/llms.txt'), 'llms.txt');
});

test('llms.txt begins with a heading and a quote, and links only to this room', () => {
  const lines = llmsTxt(room).split('\n');
  assert.match(lines[0]!, /^# /);
  assert.match(lines[2]!, /^> /);
  for (const [, url] of llmsTxt(room).matchAll(/\]\(([^)]+)\)/g))
    assert.ok(url!.startsWith('https://room.example.org/'), url);
});
