// Actions of visitors: search, prepare a show, narrow a list, copy, play; with scripts and without.
import { expect } from '@playwright/test';
import { room } from './room-pages.ts';
import { test } from './shared-page.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the search of every page finds what texts say, and marks it', async ({ page }) => {
    await page.goto(`${room()}/media-kit`);
    await page.locator('.search input').fill('bore');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=bore$/);
    await expect(page.locator('#words')).toHaveValue('bore');
    const found = page.locator('.results .row').filter({ hasText: 'Waiting for the bore' });
    await expect(found.locator('mark').first()).toHaveText(/bore/i);
    await found.locator('h2 a').click();
    await expect(page.locator('h1')).toHaveText('Waiting for the bore');
  });

  test('a search for nothing and one for everything are explained', async ({ page }) => {
    await page.goto(`${room()}/search?q=the`);
    await expect(page.getByRole('alert')).toContainText('too common');
    await page.goto(`${room()}/search?q=${encodeURIComponent('zyzzyva <b>"\'')}`);
    await expect(page.locator('.results')).toContainText('No results for zyzzyva <b>"\'');
    await expect(page.locator('.results b')).toHaveCount(0);
  });

  test('results beyond the first page have an address', async ({ page }) => {
    await page.goto(`${room()}/search?q=sea`);
    await page.locator('.pager [rel="next"]').click();
    await expect(page).toHaveURL(/offset=20/);
    await expect(page.locator('.results .row').first()).toBeVisible();
    await expect(page.locator('.pager [rel="prev"]')).toBeVisible();
  });

  test('a producer gets a briefing pack for the show and takes it along', async ({ page, request }) => {
    await page.goto(`${room()}/prepare`);
    await page.locator('#showUrl').fill('https://show.example.org/?a=1&b=%22');
    await page.locator('#topic').fill('tides <script>');
    await page.locator('main .form button').click();
    await expect(page.getByRole('status')).toHaveText('Briefing pack for show.example.org on tides <script>');
    await expect(page.locator('#pack .questions li').first()).toContainText('?');
    await expect(page.locator('#pack script')).toHaveCount(0);
    const file = page.locator('#pack a[download]');
    await expect(file).toHaveAttribute('download', 'briefing-show.example.org.md');
    const answer = await request.get(room() + (await file.getAttribute('href')));
    expect(answer.headers()['content-type']).toBe('text/markdown; charset=utf-8');
    expect(await answer.text()).toContain('## Questions');
  });

  test('an address that is none is named', async ({ page }) => {
    const answer = await page.goto(`${room()}/prepare?showUrl=nonsense`);
    expect(answer?.status()).toBe(400);
    await expect(page.getByRole('alert')).toContainText('nonsense is not a valid web address');
    await expect(page.locator('#showUrl')).toHaveValue('nonsense');
  });

  test('articles are narrowed to a theme and to a year', async ({ page }) => {
    await page.goto(`${room()}/articles`);
    await page.locator('.choices').getByRole('link', { name: 'Instruments' }).click();
    await expect(page.locator('.choices [aria-current]')).toHaveText(['Instruments']);
    const ofTheme = await page.locator('.row').count();
    await page.locator('.choices').getByRole('link', { name: '2024' }).click();
    await expect(page.locator('.band h2')).toHaveText(['2024']);
    expect(await page.locator('.row').count()).not.toBe(ofTheme);
  });

  test('functions that need scripts are not offered without them', async ({ page }) => {
    await page.goto(`${room()}/media-kit`);
    await expect(page.locator('.copy-button').first()).toBeHidden();
  });
});

test('whoever asks to talk about an item finds it in the booking form', async ({ page }) => {
  await page.goto(`${room()}/articles`);
  await page.locator('.row-title a').first().click();
  const title = await page.locator('h1').innerText();
  await page.getByRole('link', { name: /^Invite / }).click();
  await expect(page.locator('textarea[name=message]')).toHaveValue(
    new RegExp(`^${title.replace(/[^\p{L} ]/gu, '.')}`, 'u'),
  );
});

test('a long list is searched in place', async ({ page }) => {
  await page.goto(`${room()}/articles`);
  const all = await page.locator('.band .row').count();
  await page.getByRole('searchbox', { name: 'Search titles, names and keywords' }).fill('BORE waiting');
  await expect(page.locator('.found .row')).toHaveCount(1);
  await expect(page.locator('.band').first()).toBeHidden();
  await page.locator('#find').fill('');
  await expect(page.locator('.band .row:visible')).toHaveCount(all);
});

test('a keyword of an item leads to what has it', async ({ page }) => {
  await page.goto(`${room()}/articles`);
  await page.locator('.row-title a').first().click();
  await page.locator('.notes .subjects a').last().click();
  await expect(page.locator('.results .row, .band .row').first()).toBeVisible();
});

test('press pictures are looked at large, one after the other, and the place in the page is kept', async ({ page }) => {
  await page.goto(`${room()}/media-kit`);
  const frames = page.locator('a.press-frame');
  await frames.first().click();
  const large = page.locator('.lightbox img');
  await expect(large).toHaveAttribute('src', /-(web|print)\.(jpg|png)$/);
  const first = await large.getAttribute('src');
  await page.keyboard.press('ArrowRight');
  await expect(large).not.toHaveAttribute('src', first!);
  await page.keyboard.press('Escape');
  await expect(page.locator('.lightbox')).toBeHidden();
  await expect(frames.nth(1)).toBeFocused();
});

test('a bio is copied by its button', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${room()}/media-kit`);
  await page.getByRole('button', { name: 'Copy Short' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toBe(await page.locator('#bio-text-short').innerText());
});

test('a video asks nothing of its host before a click, and plays in the page after it', async ({ page }) => {
  const { items } = (await (await fetch(`${room()}/api/agent/stream-videos`)).json()) as {
    items: { url: string; embedUrl?: string; status?: string }[];
  };
  const video = items.find(({ embedUrl, status }) => embedUrl && status !== 'upcoming')!;
  const hosts = new Set<string>();
  await page.route(/^https:/, (route) => {
    hosts.add(new URL(route.request().url()).hostname);
    return route.fulfill({ contentType: 'text/html', body: 'the player' });
  });
  await page.goto(video.url);
  const host = new URL(video.embedUrl!).hostname;
  expect([...hosts]).not.toContain(host);
  await page.getByRole('button', { name: 'Play here' }).click();
  await expect(page.frameLocator('iframe').locator('body')).toHaveText('the player');
  expect([...hosts]).toContain(host);
});

test('a chapter plays in the page, from its time', async ({ page }) => {
  const { items } = (await (await fetch(`${room()}/api/agent/episodes`)).json()) as {
    items: { url: string; chapters?: { startSeconds: number; title: string }[] }[];
  };
  const episode = items.find(({ chapters }) => chapters)!;
  const { startSeconds, title } = episode.chapters!.at(-1)!;
  await page.route(/\.mp3/, (route) => route.abort());
  await page.goto(episode.url);
  await page.locator('.chapters li').filter({ hasText: title }).locator('.chapter-time').click();
  await expect(page.locator('audio')).toHaveJSProperty('currentTime', startSeconds);
  expect(page.url()).toBe(episode.url);
});
