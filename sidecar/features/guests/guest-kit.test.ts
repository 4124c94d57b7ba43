import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GuestKit } from '#contract/schemas/guest-kit.ts';
import { checker } from '#contract/validation.ts';
import { translatorFor } from '#domain/messages/messages.ts';
import { buildLists } from '#domain/lists/lists.ts';
import { renderGuestKitMarkdown } from './guest-kit-markdown.ts';
import { newestDots } from '#domain/documents/briefing-pack.ts';
import { guestKit } from '#domain/documents/guest-kit.ts';
import { renderMarkdown } from '#domain/text/markdown.ts';
import { sandboxRoom } from '#domain/sandbox.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example.org' });
const dots = newestDots(buildLists(room).contentIndex, 8, translatorFor('en'));
const picked = { dots, isKnownTopic: true, statements: [] };
const identity = { id: 'k1', at: '2026-05-01T10:00:00.000Z' };
const request = { showName: 'The Long Pier', showUrl: 'https://show.example.org', topic: 'sandbox' };

test('the same content and request give the same kit, which fits the schema', () => {
  const kit = guestKit(room, picked, request, identity);
  assert.deepEqual(guestKit(room, picked, { ...request }, identity), kit);
  const result = checker(GuestKit)(kit);
  assert.ok(result.ok, JSON.stringify(result));
  assert.equal(kit.url, 'https://room.example.org/api/guest-kit/k1');
  assert.equal(kit.suggestedTitles[0], 'Sandbox, with Sandbox Creator');
  assert.deepEqual(kit.interviewQuestions[0], { question: 'What is a sandbox for?' });
  assert.equal(kit.bookingRequestTemplate.showName, 'The Long Pier');
});

test('the introduction is an approved text: a blurb for introductions, else the short bio', () => {
  const introduction = (creator: Partial<typeof room.creator>) =>
    guestKit(
      { ...room, creator: { ...room.creator, pronunciation: 'SAND-box', ...creator } },
      picked,
      request,
      identity,
    ).introduction;
  const blurbs = [
    { id: 'one', label: 'One line', text: 'Something else.' },
    { id: 'radio', label: 'Introduction for radio', text: 'She measures tides.' },
  ];
  assert.equal(introduction({ blurbs }), 'She measures tides.');
  assert.equal(introduction({}), 'A short mock bio.');
  assert.equal(
    introduction({ bios: undefined as never }),
    'Sandbox Creator, Sandbox Publication. A creator who does not exist, for trying out the API.',
  );
});

test('the kit of a show without an address contains none', () => {
  const kit = guestKit(room, picked, { showName: 'X' }, identity);
  assert.ok(checker(GuestKit)(kit).ok);
  assert.equal('showUrl' in kit, false);
  assert.equal('showUrl' in kit.bookingRequestTemplate, false);
});

test('text of the request never becomes markup, links or tags in Markdown', () => {
  const showName = '<b>x</b> [click](https://evil.example) *y*\n# z';
  const markdown = renderGuestKitMarkdown(
    guestKit(room, picked, { showName, topic: '1. <i>' }, identity),
    translatorFor('en'),
  );
  const body = markdown.split('---\n').slice(2).join('---\n');
  const html = renderMarkdown(body, room.baseUrl);
  assert.ok(html.includes('&lt;b&gt;x&lt;/b&gt; [click](https://evil.example) *y* # z'), html);
  assert.ok(!html.includes('href="https://evil.example"'));
  assert.equal(JSON.parse(/^showName: (.*)$/m.exec(markdown)![1]!), showName);
});

test('attack: a topic with half a surrogate pair is accepted', () => {
  const { links } = guestKit(room, picked, { showName: 'X', topic: '\ud800' }, identity);
  assert.equal(links.search, 'https://room.example.org/api/agent/search?q=%EF%BF%BD');
});
