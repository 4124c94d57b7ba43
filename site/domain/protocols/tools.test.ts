import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checker } from '#contract/validation.ts';
import { Tool } from '#contract/schemas/tools.ts';
import { describedTool, toolNamesOf, tools } from './tools.ts';

const toolNames = toolNamesOf({ nexus: true });

type Properties = Record<string, { description?: string }>;

const specified = [
  'get_profile',
  'get_content_index',
  'get_booking',
  'get_media_kit',
  'get_speaking',
  'get_articles',
  'get_article',
  'get_timeline_entries',
  'get_episodes',
  'get_stream_videos',
  'generate_guest_kit',
];

test('every tool of the specification is there', () => {
  for (const name of specified) assert.ok(toolNames.includes(name), name);
});

test('every tool tells a model its purpose, another tool to use instead, and each argument', () => {
  for (const tool of tools) {
    assert.ok(tool.description.length > 200, `${tool.name}: ${tool.description}`);
    const others = toolNames.filter((name) => name !== tool.name && tool.description.includes(name));
    assert.ok(others.length > 0, tool.name);
    for (const [name, { description = '' }] of Object.entries(tool.inputSchema.properties as Properties))
      assert.ok(description.length > 10, `${tool.name} ${name}`);
    const check = checker(Tool)(describedTool(tool));
    assert.ok(check.ok, JSON.stringify(check));
  }
});

test('the tools of a Nexus are offered where one is run, and nowhere else', () => {
  const added = toolNames.filter((name) => !toolNamesOf({}).includes(name));
  assert.deepEqual(added, ['find_creators', 'get_creator_feed', 'search_creators', 'get_creator_digest']);
});

test('every schema compiles, and its root is an object', () => {
  for (const { inputSchema, outputSchema } of tools) {
    for (const schema of [inputSchema, outputSchema]) {
      checker(schema);
      assert.equal(schema.type, 'object');
    }
  }
});

test('what makes something is not said to be read-only', () => {
  for (const { name, annotations } of tools) {
    const { readOnlyHint, idempotentHint, openWorldHint } = annotations;
    assert.deepEqual(
      [readOnlyHint, idempotentHint, openWorldHint],
      [!name.startsWith('generate'), readOnlyHint, false],
    );
  }
});
