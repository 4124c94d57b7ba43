import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Episode } from '#contract/schemas/content.ts';
import { entryMarkdown } from './entry-markdown.ts';

const episode: Episode = {
  type: 'episode',
  id: 'talk-00000001',
  title: 'Talk',
  url: 'https://room.example/episodes/talk-00000001',
  date: '2026-03-11',
  publishedAt: '2026-03-11T10:00:00Z',
  lastModified: 'Wed, 11 Mar 2026 10:00:00 GMT',
  keywords: ['sea'],
  themeIds: [],
  durationSeconds: 1234,
  audioUrl: 'https://cdn.example/a.mp3',
  persons: [{ name: 'A Guest', role: 'guest' }, { name: 'B' }],
  transcripts: [{ url: 'https://cdn.example/a.vtt', type: 'text/vtt' }],
};

test('an entry lists its known details below the front matter', () => {
  assert.equal(
    entryMarkdown({ ...episode, summary: 'About tides.' }),
    `---
title: "Talk"
url: "https://room.example/episodes/talk-00000001"
date: "2026-03-11"
type: "episode"
---

# Talk

About tides.

- Length: 21 minutes
- With: A Guest (guest), B
- Keywords: sea
- Audio: https://cdn.example/a.mp3
- Transcript: https://cdn.example/a.vtt
`,
  );
});

test('chapters follow the details, one per line', () => {
  const chapters = [
    { startSeconds: 0, title: 'Land' },
    { startSeconds: 3725.5, title: 'Sea\n## Injected', url: 'https://example.org/sea' },
  ];
  assert.match(
    entryMarkdown({ ...episode, chapters }),
    /a\.vtt\n\n## Chapters\n\n- 0:00 Land\n- 1:02:05 Sea ## Injected: https:\/\/example\.org\/sea\n$/,
  );
});

test('texts of a feed cannot begin a new line', () => {
  const text = entryMarkdown({
    ...episode,
    title: 'x\n## Injected',
    summary: 'y\n## Injected',
    podcast: 'z\n## Injected',
  });
  assert.doesNotMatch(text, /^## Injected/m);
});
