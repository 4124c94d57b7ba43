import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxRoom } from '../sandbox.ts';
import { splitRoomTexts } from './room-sentences.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });
const facts = {
  ...room,
  creator: {
    ...room.creator,
    name: 'Mara Ilves',
    bios: { short: 'She was born in Tartu. She builds radios.', long: 'She was born in Tartu. She has two goats.' },
    stats: [{ label: 'Readers', value: 23400, asOf: '2026-10-01' }],
    contacts: [{ role: 'booking' as const, name: 'Liis Tamme', telephone: '+358 2 5550 1234' }],
    headshots: [{ file: 'a.jpg', alt: 'Mara at the lathe', credit: 'Juta Saar', license: 'CC BY 4.0' }],
    speaking: {
      bio: 'Mara speaks about radios.',
      topics: [],
      pastTalks: [{ title: 'Valves', event: 'Radio Days', date: '2025-03-01', location: 'Turku' }],
      audiences: [],
      languages: [],
      testimonials: [{ quote: 'The best hour of the day', name: 'Otis K.' }],
    },
  },
  channels: { show: { description: 'A show about old radios.' } },
};
const texts = splitRoomTexts(facts);
const find = (text: string) => texts.find((one) => one.text === text);

test('Each sentence of the media kit is there once, as the words of the creator', () => {
  assert.deepEqual(find('She was born in Tartu.'), {
    text: 'She was born in Tartu.',
    path: '/media-kit',
    speaker: 'Mara Ilves',
  });
  assert.equal(texts.filter(({ text }) => text === 'She was born in Tartu.').length, 1);
  assert.ok(find('She has two goats.') && find('She builds radios.'));
});

test('Numbers, contacts, captions and talks are texts as well', () => {
  assert.ok(find('Readers: 23400'));
  assert.ok(find('booking: Liis Tamme, +358 2 5550 1234'));
  assert.ok(find('Mara at the lathe, photo: Juta Saar, CC BY 4.0'));
  assert.equal(find('Valves, Radio Days, 2025-03-01, Turku')?.path, '/speaking');
});

test('A testimonial is the word of its author, and the description of a feed that of nobody known', () => {
  assert.equal(find('The best hour of the day.')?.speaker, 'Otis K.');
  assert.deepEqual(find('A show about old radios.'), { text: 'A show about old radios.', speaker: null });
});
