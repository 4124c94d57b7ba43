// The sandbox: a room of fixed mock data that lets clients try every response.
import { type ItemType, itemTypes } from '#contract/content-types.ts';
import type { Creator } from '#contract/schemas/content-files.ts';
import { itemId, sha256 } from './ids.ts';
import { newestFirst, type Room, type RoomItem } from './room.ts';

const mockTime = (n: number) => `2026-01-${String(n).padStart(2, '0')}T09:00:00Z`;

function mockItem(type: ItemType, n: number): RoomItem {
  const title = `Sandbox ${type} ${n}`;
  return {
    id: itemId(title, `sandbox\n${title}`),
    type,
    title,
    date: mockTime(n * 5),
    approvedAt: mockTime(n * 5),
    summary: `Mock ${type} for trying out the API.`,
    keywords: ['sandbox', type],
    themeIds: ['mock'],
    hash: sha256(title),
    wordCount: 0,
    ...mockFields[type](n),
  };
}

const mockFields: Record<ItemType, (n: number) => Partial<RoomItem>> = {
  article: () => ({ wordCount: 460 }),
  episode: () => ({ durationSeconds: 1800, podcast: 'Sandbox Podcast' }),
  stream: () => ({ durationSeconds: 3600, platform: 'twitch', status: 'ended' }),
  video: (n) => ({
    durationSeconds: 600,
    platform: 'peertube',
    videoUrl: `https://media.example/sandbox-${n}.mp4`,
    videoType: 'video/mp4',
    videoBytes: 48_000_000,
    videoWidth: 1280,
    videoHeight: 720,
  }),
  timeline: () => ({ kind: 'talk', location: 'Sandbox Hall' }),
};

const mockItems: RoomItem[] = [1, 2].flatMap((n) => itemTypes.map((type) => mockItem(type, n))).sort(newestFirst);

const mockCreator: Creator = {
  name: 'Sandbox Creator',
  publication: 'Sandbox Publication',
  oneLiner: 'A creator who does not exist, for trying out the API.',
  description: 'Mock data: nothing here is real, and it never changes.',
  language: 'en',
  topics: ['testing', 'mock data'],
  themes: [{ id: 'mock', label: 'Mock data', keywords: ['sandbox'] }],
  bios: { short: 'A short mock bio.', medium: 'A medium mock bio.', long: 'A long mock bio.' },
  blurbs: [{ id: 'one', label: 'One line', text: 'A mock blurb.' }],
  stats: [{ label: 'Subscribers', value: 1000, asOf: '2026-01-01', source: 'mock' }],
  booking: { sampleQuestions: ['What is a sandbox for?'], topics: ['testing'] },
  speaking: {
    bio: 'A mock speaker.',
    topics: [{ title: 'Testing without fear', description: 'A mock talk.', formats: ['keynote'], durationMinutes: 30 }],
    pastTalks: [{ title: 'Testing without fear', event: 'Mock Conference', date: '2025-05-01' }],
    audiences: ['developers'],
    languages: ['en'],
  },
  updatedAt: '2026-01-01',
};

/** Returns the mock room at the address of the real one. */
export const sandboxRoom = (room: Pick<Room, 'baseUrl'>): Room => ({
  baseUrl: room.baseUrl,
  creator: mockCreator,
  access: { enabled: false },
  media: [],
  calls: { total: 0, agent: 0 },
  items: mockItems,
  sandbox: true,
});
