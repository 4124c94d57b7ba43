// Tests of how many priced texts are read for a quote.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { articleResource } from '#domain/access/access.ts';
import { buildLists } from '#domain/lists/lists.ts';
import type { RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { fingerprintText } from '#domain/search/fingerprint.ts';
import { pricedTexts, roomTexts } from '#domain/search/room-texts.ts';
import type { TextSource } from '#domain/search/text-index.ts';
import { textIndexInMemory } from '../../release/text-index.ts';
import type { Handler } from '../../http/handler.ts';
import { verifyQuote } from './handler.ts';
import { readQuote } from './quote.ts';
import { verifyQuoteText } from './verify.ts';
import { itemsInMemory } from '../../release/test-items.ts';

const mock = sandboxRoom({ baseUrl: 'https://room.example' });
const article = mock.items.find(({ type }) => type === 'article')!;
const items = Array.from({ length: 200 }, (_, n): RoomItem => ({ ...article, id: `item-${n}`, hash: `${n}` }));
const room = { ...mock, items, access: { enabled: true, prices: { articles: 21 } } };
const said = 'the tide is never late at the old harbour';
/** Returns texts that all contain the words of the quote, one in the same order. */
const bodyOf = ({ id }: RoomItem) =>
  id === 'item-120' ? `${said}.` : 'Late is the harbour at the tide, the old tide is never at the old harbour.';

const { contentIndex } = buildLists(room);
const listed = itemsInMemory(contentIndex);
const read: number[] = [];
const priced = textIndexInMemory(pricedTexts(room, items, bodyOf), listed, 'en');
const observedIndex = { ...priced, candidate: (at: number) => (read.push(at), priced.candidate(at)) };
const texts = textIndexInMemory(roomTexts(room, bodyOf), listed, 'en');
const release = { facts: room, index: { items: listed, hidden: { size: 0 } }, texts, pricedTexts: observedIndex };

async function verdictOf(text: string, opens?: (resourceId: string) => boolean) {
  read.length = 0;
  const context = { release, pass: opens && { id: 'pass', opens } };
  const made = await verifyQuote(
    { body: { text } } as never,
    context as unknown as Parameters<Handler<'verifyQuote'>>[1],
  );
  const { verdict, matches } = JSON.parse((made as { body: string }).body) as Record<string, string> & {
    matches: { itemId: string }[];
  };
  return { verdict, ids: matches.map(({ itemId }) => itemId) };
}

test('exhaustion by a pass: of many texts with the words of a quote, few are read, exact ones first', async () => {
  assert.deepEqual(await verdictOf(said, () => true), { verdict: 'exact', ids: ['item-120'] });
  assert.equal(read.length, 1);
  await verdictOf('the tide is never seldom late at the old harbour', () => true);
  assert.ok(read.length > 1 && read.length < 50);
});

test('only texts that the pass unlocks are read', async () => {
  const opensOne = (id: string) => (resourceId: string) => resourceId === articleResource(id);
  assert.equal((await verdictOf(said, opensOne('item-120'))).verdict, 'exact');
  assert.deepEqual(await verdictOf(said, opensOne('item-7')), { verdict: 'near', ids: ['item-7'] });
  assert.ok(read.every((at) => contentIndex[at]!.id === 'item-7'));
  assert.equal((await verdictOf(said)).verdict, 'not_checked');
  assert.deepEqual(read, []);
});

test('the summary of a priced text has no speaker until the text can be read', () => {
  const summary = 'Nobody has asked the harbour for its opinion.';
  const priced = { ...room, items: [{ ...article, summary }] };
  const free = { ...priced, access: { enabled: false } };
  const quoted = () => `> ${summary}\n>\n> — Halvard Lie\n\nI did.`;
  const speakerIn = (fresh: TextSource[]) => {
    const index = textIndexInMemory(fresh, itemsInMemory(buildLists(priced).contentIndex), 'en');
    const [match] = verifyQuoteText(readQuote(summary)!, [index.candidate(0)!]).matches;
    return [match!.speaker, match!.speakerIsCreator];
  };
  assert.deepEqual(speakerIn(roomTexts(priced, quoted)), [null, false]);
  assert.deepEqual(speakerIn(pricedTexts(priced, priced.items, quoted)), ['Halvard Lie', false]);
  assert.deepEqual(speakerIn(roomTexts(free, () => 'I did.')), [room.creator.name, true]);
});

test('a quote from a withdrawn text has its date, and is otherwise said not to be published', async () => {
  const gone = (fingerprint?: string) => ({
    id: 'gone-1',
    type: 'article' as const,
    retractedAt: '2026-03-04T05:06:07Z',
    ...(fingerprint && { fingerprint }),
  });
  const answerOf = async (text: string, retracted: ReturnType<typeof gone>[], hidden = 0) => {
    const free = { ...mock, items, access: { enabled: false }, retracted };
    const index = textIndexInMemory(roomTexts(free, bodyOf), listed, 'en');
    const context = { release: { facts: free, index: { items: listed, hidden: { size: hidden } }, texts: index } };
    const made = await verifyQuote(
      { body: { text } } as never,
      context as unknown as Parameters<Handler<'verifyQuote'>>[1],
    );
    const { verdict, reason, withdrawn } = JSON.parse((made as { body: string }).body);
    return [verdict, reason, withdrawn?.map(({ withdrawnAt }: { withdrawnAt: string }) => withdrawnAt)];
  };
  const withdrawnText = 'I was wrong about the ferry: it left at six, and 40 people saw it.';
  const fingerprint = fingerprintText(withdrawnText);
  assert.ok(!fingerprint.includes('ferry'));
  const quote = '“It left at six, and forty people saw it.”';
  assert.deepEqual(await answerOf(quote, [gone(fingerprint)]), ['not_found', 'withdrawn', ['2026-03-04T05:06:07Z']]);
  const altered = 'It left at seven, and forty people saw it.';
  assert.deepEqual(await answerOf(altered, [gone(fingerprint)]), ['not_found', 'not_published', undefined]);
  assert.deepEqual(await answerOf(quote, []), ['not_found', 'not_published', undefined]);
  // Nothing is claimed where a text cannot be compared.
  assert.deepEqual(await answerOf(quote, [gone()]), ['not_found', undefined, undefined]);
  assert.deepEqual(await answerOf('the ferry: it', [gone(fingerprint)]), ['not_found', undefined, undefined]);
  assert.deepEqual(await answerOf(quote, [], 1), ['not_found', undefined, undefined]);
});
