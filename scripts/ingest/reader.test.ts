import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sourceProblems } from '#contract/source-problems.ts';
import { createFeedReader } from './reader.ts';

const reader = createFeedReader({ memoryMiB: 64 });
after(() => reader.close());
const read = async (text: string) => {
  const outcome = await reader.read({ feed: { id: 'f' }, bytes: Buffer.from(text), knownHashes: new Set() });
  if ('problem' in outcome) throw outcome.problem;
  return outcome.reading;
};
const feed = '<rss version="2.0"><channel><title>T</title><item><title>One</title></item></channel></rss>';

test('a feed is read in the worker', async () => {
  assert.equal((await read(feed)).entries[0]?.title, 'One');
});

test('a problem of a feed is returned with its code', async () => {
  await assert.rejects(read('<html><body>Log in</body></html>'), { code: 'web_page' });
});

test('a feed that exhausts the memory is reported, and the next one is read', async () => {
  const bomb = `<rss version="2.0"><channel>${'<item><a/></item>'.repeat(400_000)}</channel></rss>`;
  await assert.rejects(read(bomb), { code: /reading_memory|reading_cpu_time/ });
  assert.equal((await read(feed)).entries[0]?.title, 'One');
});

test('a worker that is stopped while it loads ends, and so does its feed', async () => {
  for (const attempt of [0, 1, 4, 15]) {
    const reading = reader.read({ feed: { id: 'f' }, bytes: Buffer.from(feed), knownHashes: new Set() });
    for (let turn = 0; turn < attempt; turn++) await setImmediate();
    await reader.close();
    const outcome = await reading;
    assert.equal('problem' in outcome && outcome.problem.code, 'reading_ended');
  }
});

const hostile: Record<string, string> = {
  'opening tags only': `<rss>${'<a>'.repeat(300_000)}`,
  'comments without end': `<rss>${'<!--'.repeat(300_000)}`,
  'doctypes without end': `<rss>${'<!DOCTYPE ['.repeat(100_000)}`,
  'quotes without end': `<rss>${'<a "'.repeat(300_000)}`,
  'a title of less-than signs': `<rss version="2.0"><channel><item><title>${'&lt;'.repeat(300_000)}</title></item></channel></rss>`,
  'half tags in a body': `<rss version="2.0"><channel><item><description><![CDATA[${'a<h'.repeat(300_000)}]]></description></item></channel></rss>`,
};
for (const [name, text] of Object.entries(hostile)) {
  test(`${name} end in a result or a report`, async () => {
    await read(text).catch(({ code }) => assert.ok(Object.hasOwn(sourceProblems, code), code));
  });
}
