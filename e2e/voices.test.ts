// Each voice of a recording has its own words, in answers and in signed receipts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { creator, idOf, itemFile, testContent } from './content.ts';
import { postJson, type RunningRoom, startRoom } from './room.ts';

interface Verdict {
  matches: { speaker: string | null; speakerIsCreator: boolean }[];
}

const talk = {
  id: idOf('talk', 34),
  type: 'episode',
  title: 'Three at a table',
  date: '2026-04-06T10:00:00Z',
  audioUrl: 'https://example.org/talk.mp3',
  persons: [{ name: creator.name }, { name: 'Tove Lund', role: 'co-host' }, { name: 'Halvard Lie', role: 'guest' }],
};
const said: [speaker: string, words: string][] = [
  [creator.name, 'I counted the gulls before breakfast.'],
  ['Tove Lund', 'Eleven of them were mine, I think.'],
  ['Halvard Lie', 'Gulls do not belong to anybody here.'],
  ['Speaker 4', 'Nobody has closed the door again.'],
];
const captions = said.map(([name, words], at) => `00:0${at}.000 --> 00:0${at + 1}.000\n<v ${name}>${words}</v>\n`);

let room: RunningRoom;
before(async () => {
  const content = await testContent({
    [`published/${talk.id}.md`]: itemFile(talk, 'Notes on gulls, and on what they are counted for.'),
    [`transcripts/${talk.id}.vtt`]: `WEBVTT\n\n${captions.join('\n')}`,
  });
  room = await startRoom(content, { RATES: 'quote=1000' });
});
after(() => room.stop());

/** The speaker in the answer; the receipt must name the same one. */
async function speakerOf(text: string): Promise<[speaker: string | null, isCreator: boolean]> {
  const response = await postJson(room, '/api/agent/verify-quote', { text, receipt: true });
  const { matches, receipt } = (await response.json()) as Verdict & { receipt: string };
  const claims = JSON.parse(Buffer.from(receipt.split('.')[1]!, 'base64url').toString()) as Verdict;
  const [answered, signed] = [matches, claims.matches].map(([match]) => match!);
  assert.deepEqual([signed!.speaker, signed!.speakerIsCreator], [answered!.speaker, answered!.speakerIsCreator]);
  return [answered!.speaker, answered!.speakerIsCreator];
}

test('creator, co-host and guest have their own words; a voice without a name has none', async () => {
  for (const [name, words] of said) {
    const speaker = name === 'Speaker 4' ? null : name;
    assert.deepEqual(await speakerOf(words), [speaker, name === creator.name], words);
  }
});

test('the notes of a show with two hosts are nobody’s in particular', async () => {
  assert.deepEqual(await speakerOf('Notes on gulls, and on what they are counted for.'), [null, false]);
});
