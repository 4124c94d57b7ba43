// Tests that pages about the creator contain the same as the documents, with details for picture desks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyBaseName } from '#domain/items/media-replacements.ts';
import type { Room } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { bookingView } from './booking.ts';
import { nexusView } from './nexus.ts';
import { mediaKitView, speakingView } from './press.ts';
import { statusView } from './status.ts';

const plain = sandboxRoom({ baseUrl: 'https://room.example.org' });
const creator: Room['creator'] = {
  ...plain.creator,
  headshots: [
    { file: 'me.webp', alt: 'Me', credit: 'Ann', license: 'CC BY 4.0' },
    { file: 'lost.webp', alt: 'Not there' },
  ],
  stats: [
    { label: 'Opened', value: 61, unit: '%', asOf: '2026-01-01' },
    { label: 'Readers', value: 14230, unit: 'subscribers', asOf: '2026-01-01' },
  ],
  bios: { short: 'Short.', medium: 'One.\n\nTwo.', long: 'One.\n\nTwo.' },
};
const media = [{ file: 'me.webp', width: 2400, height: 3000, bytes: 240_000, type: 'image/webp', sha256: '' }];
const room: Room = { ...plain, creator, media };
const sizes = new Map([
  ['/media-kit/headshots/me-web.jpg', 240_000],
  ['/media-kit.zip', 4_200_000],
]);

test('a portrait comes with size, credit and licence; one that is missing is left out', () => {
  const [portrait, ...others] = mediaKitView(room, sizes).headshots;
  assert.deepEqual(others, []);
  assert.deepEqual([portrait!.src, portrait!.terms], ['/media/me.webp', 'Ann, CC BY 4.0']);
  const [web, print] = portrait!.files;
  assert.deepEqual(web, {
    href: '/media-kit/headshots/me-web.jpg',
    name: 'me-web.jpg',
    use: 'Web',
    facts: '1600 × 2000, JPEG, 240 kB',
  });
  assert.equal(print!.facts, '2400 × 3000, JPEG, 300 dpi, 20.3 × 25.4 cm');
  assert.equal(mediaKitView(room, sizes).zip.label, 'Download all (ZIP, 4.2 MB)');
});

test('the portrait at the top of the media kit comes with its files and is not shown again', () => {
  const view = mediaKitView({ ...room, creator: { ...creator, portrait: creator.headshots![0]! } }, sizes);
  assert.deepEqual([view.portrait!.length, view.headshots], [1, []]);
  assert.equal(view.portrait![0]!.files.length, 2);
});

test('a logo is shown on the grounds on which it can be seen', () => {
  const shown = (tone?: 'dark' | 'light') => {
    const logo = { ...media[0]!, ...(tone && { tone }) };
    const ours = { ...room, media: [logo], creator: { ...creator, logos: [{ file: 'me.webp', alt: 'Sign' }] } };
    return mediaKitView(ours, sizes).logos.map(({ grounds }) => grounds)[0];
  };
  assert.deepEqual([shown(), shown('dark'), shown('light')], [['light', 'dark'], ['light'], ['dark']]);
});

test('the cover of a show from its feed is offered with the logos, and the picture of a blog is not', () => {
  const image = 'https://letters.example/cover.jpg';
  const file = `copies/${copyBaseName(image)}.webp`;
  const covered: Room = {
    ...room,
    media: [...media, { file, width: 1400, height: 1400, bytes: 9, type: 'image/webp', sha256: '' }],
    channels: { show: { title: 'The tape', image, explicit: false }, blog: { title: 'Blog', image } },
  };
  const offered = (one: Room) => mediaKitView(one, sizes).logos.map(({ alt, width }) => [alt, width]);
  assert.deepEqual(offered(covered), [['The tape', 1400]]);
  assert.deepEqual(offered({ ...covered, channels: { blog: { title: 'Blog', image } } }), []);
  const own = { ...covered, creator: { ...creator, podcast: { image: 'me.webp', title: 'Mine' } } };
  assert.deepEqual(offered(own), [['Mine', 2400]]);
});

test('a sign stands beside its number, a word below it', () => {
  const [opened, readers] = mediaKitView(room, sizes).stats;
  assert.deepEqual([opened!.value, opened!.unit], ['61\u202f%', undefined]);
  assert.deepEqual([readers!.value, readers!.unit], ['14,230', 'subscribers']);
});

test('bios are in paragraphs, and one that repeats the shorter is not shown again', () => {
  const { bios } = mediaKitView(room, sizes);
  assert.deepEqual(
    bios.map(({ id, words, paragraphs }) => [id, words, paragraphs.length]),
    [
      ['short', '1 word', 1],
      ['medium', '2 words', 2],
    ],
  );
});

test('talks name their length, languages are words', () => {
  const view = speakingView(room);
  assert.deepEqual(view.topics[0]!.facts, ['keynote', '30 min']);
  assert.deepEqual(view.languages, ['English']);
});

test('a creator without a speaking profile still has a page', () => {
  assert.deepEqual(speakingView({ ...room, creator: { ...creator, speaking: undefined } }).topics, []);
});

test('booking shows themes by their label, and its questions to search engines', () => {
  const view = bookingView({
    ...room,
    creator: { ...creator, booking: { sampleQuestions: ['Why?'], topics: ['mock'] } },
  });
  assert.deepEqual(view.topics, ['Mock data']);
  const graph = view.head.jsonLd!['@graph'] as {
    '@type': string;
    mainEntity?: { name: string; acceptedAnswer: { text: string } }[];
  }[];
  const [question] = graph.find((thing) => thing['@type'] === 'FAQPage')!.mainEntity!;
  assert.deepEqual([question!.name, question!.acceptedAnswer.text], ['Why?', view.answer]);
  assert.ok(graph.some((thing) => thing['@type'] === 'BreadcrumbList'));
});

test('status counts what the API lists and has no moment of its own', () => {
  const hidden = room.items.map((item, i) => (i === 0 ? { ...item, hiddenOn: ['api' as const] } : item));
  const total = (view: ReturnType<typeof statusView>) => view.counts.reduce((sum, { count }) => sum + Number(count), 0);
  assert.equal(total(statusView(room)) - total(statusView({ ...room, items: hidden })), 1);
  assert.equal(statusView(room).updated.iso, '2026-01-10T09:00:00Z');
});

test('the directory lists this room', () => {
  const [member] = nexusView(room).creators;
  assert.equal(member!.mediaRoomUrl, 'https://room.example.org/');
  assert.deepEqual(member!.topics, ['testing', 'mock data']);
});
