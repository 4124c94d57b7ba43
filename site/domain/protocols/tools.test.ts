import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checker } from '#contract/validation.ts';
import { Tool } from '#contract/schemas/tools.ts';
import { toolForDescriptor, toolForList, toolNamesForRoom, allTools, toolsForRoom } from './tools.ts';
import { estimateTokens } from '../text/token-estimate.ts';

const everything = { nexus: true, access: { enabled: true, prices: { articles: 21 } } };
const toolNames = toolNamesForRoom(everything);

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
  'get_item',
  'prepare_show',
  'request_booking',
  'get_booking_state',
  'get_changes',
];

test('every tool of the specification is there', () => {
  for (const name of specified) assert.ok(toolNames.includes(name), name);
});

test('every tool describes its purpose, an alternative tool, and each argument', () => {
  for (const tool of allTools) {
    assert.ok(tool.description.length > 120, `${tool.name}: ${tool.description}`);
    const others = toolNames.filter((name) => name !== tool.name && tool.description.includes(name));
    assert.ok(others.length > 0, tool.name);
    for (const [name, { description = '' }] of Object.entries(tool.inputSchema.properties as Properties))
      assert.ok(description.length > 10, `${tool.name} ${name}`);
    const check = checker(Tool)(toolForDescriptor(tool));
    assert.ok(check.ok, JSON.stringify(check));
  }
});

test('the list of tools has at most 5,000 tokens and contains every argument with its choices', () => {
  const listed = toolsForRoom(everything).map(toolForList);
  const tokensIn = (tools: object[]) => estimateTokens(JSON.stringify({ tools }));
  assert.ok(tokensIn(toolsForRoom({ access: everything.access }).map(toolForList)) <= 5000);
  assert.ok(tokensIn(listed) <= 5800, 'with the directory of a Nexus besides');
  for (const [n, { inputSchema }] of toolsForRoom(everything).entries()) {
    const own = listed[n]!.inputSchema;
    const names = Object.keys(inputSchema.properties as object).filter((name) => name !== 'sandbox');
    assert.deepEqual(Object.keys(own.properties), names);
    assert.deepEqual(own.required ?? [], inputSchema.required);
  }
});

test('no tool offers a format that it does not return', () => {
  for (const { name, inputSchema } of allTools)
    assert.doesNotMatch(JSON.stringify((inputSchema.properties as Properties).format ?? {}), /pdf|html|ics/, name);
});

test('payment tools are only offered if something has a price', () => {
  const free = toolNamesForRoom({ access: { enabled: false } });
  assert.deepEqual(free, toolNamesForRoom({}));
  const added = toolNamesForRoom({ access: everything.access }).filter((name) => !free.includes(name));
  assert.deepEqual(added, ['request_payment', 'verify_payment']);
});

test('Nexus tools are only offered if the room runs a Nexus', () => {
  const added = toolNamesForRoom({ nexus: true }).filter((name) => !toolNamesForRoom({}).includes(name));
  assert.deepEqual(added, ['find_creators', 'get_creator_feed', 'search_creators', 'get_creator_digest']);
});

test('every schema compiles, and its root is an object', () => {
  for (const { inputSchema, outputSchema } of allTools) {
    for (const schema of [inputSchema, outputSchema]) {
      checker(schema);
      assert.equal(schema.type, 'object');
    }
  }
});

const creating = /^(generate|request_booking|request_payment|subscribe|transcribe$)/;
const changing = /^(generate|request_booking|request_payment|subscribe|transcribe$|answer|cancel)/;

test('a tool that creates or changes something is not read-only', () => {
  for (const { name, annotations } of allTools) {
    const { readOnlyHint, idempotentHint, openWorldHint } = annotations;
    assert.deepEqual(
      [readOnlyHint, idempotentHint, openWorldHint],
      [!changing.test(name), !creating.test(name), false],
    );
  }
});
