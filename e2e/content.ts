// A small content folder of a test: every type, hidden items, a priced article.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Fields = Record<string, unknown>;

export const creator = {
  name: 'Test Creator',
  publication: 'Test Publication',
  oneLiner: 'Someone who exists for tests.',
  description: 'A longer line about someone who exists for tests.',
  language: 'en',
  topics: ['rivers', 'maps'],
  themes: [{ id: 'water', label: 'Water', keywords: ['river', 'sea'] }],
  analyticsVisible: true,
  syndication: { available: true, attribution: 'Test Publication', terms: 'CC BY 4.0' },
  nostr: { pubkey: 'ab'.repeat(32), nip05: 'test@room.example', relays: ['wss://relay.example.org'] },
  updatedAt: '2026-01-01',
};

/** Id of item `n` of the test content. */
export const idOf = (name: string, n: number): string => `${name}-${String(n).padStart(8, '0')}`;

export const itemFile = (fields: Fields, body = 'Some *text* about [a link](https://example.org/).'): string => {
  const all = { keywords: [], themeIds: [], approvedAt: fields.date, ...fields };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  const lines = given.map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${body}\n`;
};

/** Writes an approved article, which is live after the next build. */
export const publish = (content: string, { id, ...fields }: Fields): Promise<void> =>
  writeFile(join(content, 'published', `${id}.md`), itemFile({ id, type: 'article', ...fields }));

const items: Fields[] = [
  {
    id: idOf('first-river', 1),
    type: 'article',
    title: 'First river',
    date: '2026-01-10T10:00:00Z',
    keywords: ['river'],
    summary: 'About a river.',
    engagementScore: 7,
  },
  { id: idOf('second-map', 2), type: 'article', title: 'Second map', date: '2026-02-10T10:00:00Z', keywords: ['map'] },
  {
    id: idOf('third-sea', 3),
    type: 'article',
    title: 'Third sea',
    date: '2026-03-10T10:00:00Z',
    keywords: ['sea', 'map'],
  },
  {
    id: idOf('talk-about-tides', 4),
    type: 'episode',
    title: 'Talk about tides',
    date: '2026-03-11T10:00:00Z',
    keywords: ['sea'],
    audioUrl: 'https://example.org/a.mp3',
    audioType: 'audio/mpeg',
    audioBytes: 1000,
    durationSeconds: 1234,
    persons: [{ name: 'A Guest', role: 'guest' }],
  },
  {
    id: idOf('walk', 5),
    type: 'video',
    title: 'Walk',
    date: '2026-03-12T10:00:00Z',
    platform: 'youtube',
    videoId: 'abc',
    embedUrl: 'https://www.youtube-nocookie.com/embed/abc',
  },
  {
    id: idOf('live-drawing', 6),
    type: 'stream',
    title: 'Live drawing',
    date: '2026-03-13T10:00:00Z',
    platform: 'twitch',
    status: 'ended',
    keywords: ['map'],
  },
  {
    id: idOf('a-talk', 7),
    type: 'timeline',
    title: 'A talk',
    date: '2026-03-14T00:00:00Z',
    kind: 'talk',
    location: 'Somewhere',
  },
  {
    id: idOf('secret', 8),
    type: 'article',
    title: 'Secret for the API',
    date: '2026-03-15T10:00:00Z',
    keywords: ['secret'],
    hiddenOn: ['api'],
  },
  {
    id: idOf('unlisted', 9),
    type: 'article',
    title: 'Unlisted page',
    date: '2026-03-16T10:00:00Z',
    keywords: ['unlisted'],
    hiddenOn: ['mediaRoom'],
  },
  {
    id: idOf('priced', 10),
    type: 'article',
    title: 'Priced article',
    date: '2026-01-05T10:00:00Z',
    keywords: ['priced'],
    summary: 'The free summary.',
  },
];

export const pricedText = 'The words that must be paid for.';
/** Hidden from the API, and from the media room. */
export const secretText = 'The words for people alone.';
export const unlistedText = 'The words for programs alone.';

const ownTexts: Record<string, string> = {
  'Priced article': pricedText,
  'Secret for the API': secretText,
  'Unlisted page': unlistedText,
};

/** Writes the folder; `files` are added or replace. */
export async function testContent(files: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-content-'));
  const all: Record<string, string> = {
    'creator.json': JSON.stringify(creator),
    'feeds.json': JSON.stringify({ feeds: [] }),
    'access.json': JSON.stringify({
      enabled: true,
      prices: { [`article:${idOf('priced', 10)}`]: 21 },
      dayPassSats: 25,
    }),
    ...Object.fromEntries(
      items.map((item) => [`published/${item.id}.md`, itemFile(item, ownTexts[item.title as string])]),
    ),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}
