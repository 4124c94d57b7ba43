import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GuestKit } from '#contract/schemas/guest-kit.ts';
import { checker } from '#contract/validation.ts';
import { listsOf } from '#domain/lists/lists.ts';
import { guestKitMarkdown } from './guest-kit-markdown.ts';
import { guestKit } from '#domain/documents/guest-kit.ts';
import { renderMarkdown } from '#domain/text/markdown.ts';
import { sandboxRoom } from '#domain/sandbox.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example.org' });
const items = listsOf(room).contentIndex;
const kept = { id: 'k1', at: '2026-05-01T10:00:00.000Z' };
const request = { showName: 'The Long Pier', showUrl: 'https://show.example.org', topic: 'sandbox' };

test('the same content and the same question give the same kit, in the declared shape', () => {
  const kit = guestKit(room, items, request, kept);
  assert.deepEqual(guestKit(room, items, { ...request }, kept), kit);
  const result = checker(GuestKit)(kit);
  assert.ok(result.ok, JSON.stringify(result));
  assert.equal(kit.url, 'https://room.example.org/api/guest-kit/k1');
  assert.equal(kit.suggestedTitles[0], 'Sandbox, with Sandbox Creator');
  assert.match(
    kit.introduction,
    /^My guest today is Sandbox Creator, of Sandbox Publication\. .*Welcome, Sandbox Creator\.$/,
  );
  assert.equal(kit.bookingRequestTemplate.showName, 'The Long Pier');
});

test('a show without an address gets a kit that names none', () => {
  const kit = guestKit(room, items, { showName: 'X' }, kept);
  assert.ok(checker(GuestKit)(kit).ok);
  assert.equal('showUrl' in kit, false);
  assert.equal('showUrl' in kit.bookingRequestTemplate, false);
});

test('what the asker wrote makes no marks, links or tags in Markdown', () => {
  const showName = '<b>x</b> [click](https://evil.example) *y*\n# z';
  const markdown = guestKitMarkdown(guestKit(room, items, { showName, topic: '1. <i>' }, kept));
  const body = markdown.split('---\n').slice(2).join('---\n');
  const html = renderMarkdown(body, room.baseUrl);
  assert.ok(html.includes('&lt;b&gt;x&lt;/b&gt; [click](https://evil.example) *y* # z'), html);
  assert.ok(!html.includes('href="https://evil.example"'));
  assert.equal(JSON.parse(/^showName: (.*)$/m.exec(markdown)![1]!), showName);
});
