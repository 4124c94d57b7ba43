// Tests pictures, colours, bios and contacts that npm run init reads from pages.
import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { Creator } from '#contract/schemas/content-files.ts';
import { problemFinder } from '#contract/validation.ts';
import { runInitOnSite, feedLinkTag, createTestSite, podcastXml, readContentJson, rssXml } from './test-site.ts';

const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

test('portrait, banner, cover, press pictures, bios, contact and colours come from the pages', async (t) => {
  const person = { '@type': 'Person', name: 'Ada Marin', image: { url: '/ada.png' }, jobTitle: 'Surveyor' };
  const bio =
    'Ada Marin measures harbours and writes down what the water does while nobody looks at it for a whole year.';
  const site = await createTestSite(t, {
    '/': `<meta name="theme-color" content="rebeccapurple"><meta property="og:image" content="/wide.png">
      <link rel="icon" href="/favicon.png"><script type="application/ld+json">${JSON.stringify(person)}</script>
      ${feedLinkTag('/pod.rss')}<a href="/about">About</a><a href="/press">Press</a>`,
    '/about': `<p>${bio}</p><p>I am on the pier.</p>`,
    '/press': `<figure><img src="/p/on-the-pier.png" alt="On the pier"><figcaption>On the pier. Photo: Eva Lind. CC BY 4.0.</figcaption></figure>
      <address>Kim Roth<br><a href="mailto:press@tides.example">press@tides.example</a></address>`,
    '/ada.png': await flat(1300, 1600, '#808080'),
    '/wide.png': await flat(1200, 630, '#f7b267'),
    '/p/on-the-pier.png': await flat(900, 600, '#808080'),
    '/art.png': await flat(1400, 1400, '#f7b267'),
    // A feed without a link to its site resolves addresses with its own address.
    '/pod.rss': podcastXml
      .replace('<channel>', '<channel><image><url>/art.png</url></image>')
      .replace('<link>https://tides.example/</link>', ''),
  });
  const { code, text } = await runInitOnSite(site);
  assert.equal(code, 0, text);
  const creator = await readContentJson(site, 'creator.json');
  assert.deepEqual(problemFinder(Creator)(creator), []);
  assert.deepEqual(creator.portrait, { file: 'portrait.png', alt: 'Ada Marin', source: `${site.origin}/ada.png` });
  assert.deepEqual(
    [creator.banner.file, creator.podcast.image, creator.jobTitle],
    ['banner.png', 'cover.png', 'Surveyor'],
  );
  assert.deepEqual(creator.headshots[1], {
    ...{ file: 'on-the-pier.png', alt: 'On the pier', credit: 'Eva Lind', license: 'CC BY 4.0' },
    source: `${site.origin}/p/on-the-pier.png`,
  });
  assert.deepEqual([creator.bios, creator.accentColor], [{ short: bio }, '#663399']);
  assert.deepEqual(creator.pressContact, { name: 'Kim Roth', email: 'press@tides.example' });
  assert.equal(creator.secondColor, undefined, 'colours of pictures are only proposed');
  const kept = (await fs.readdir(join(site.contentDir, 'media'))).sort();
  assert.deepEqual(kept, ['banner.png', 'cover.png', 'on-the-pier.png', 'portrait.png']);
});

test('an SVG that could run scripts is stored as a bitmap', async (t) => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><script>alert(1)</script></svg>';
  const site = await createTestSite(t, {
    '/': `${feedLinkTag('/rss')}<img src="/logo.svg">`,
    '/rss': rssXml('posts'),
    '/logo.svg': drawing,
  });
  await runInitOnSite(site);
  assert.equal((await readContentJson(site, 'creator.json')).logos[0].file, 'logo.png');
});
