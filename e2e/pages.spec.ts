// The media room as people see it, in a real browser without scripts: a page of every kind in a narrow window, and at
// three widths in npm run soak. Links are followed by discovery.test.ts.
import { expect } from '@playwright/test';
import { pages, room } from './room-pages.ts';
import { test } from './shared-page.ts';
import { sized } from './soak/size.ts';
import { excessWidth } from './sound-page.ts';

const widths = sized([360], [360, 820, 1440]);

test.use({ javaScriptEnabled: false });

/** The schema.org types in a JSON-LD block of a page. */
function typesOf(path: string, jsonLd: string): string[] {
  const { '@graph': graph, ...one } = JSON.parse(jsonLd);
  expect(one['@context'], path).toBe('https://schema.org');
  return (graph ?? [one]).map((thing: { '@type': string }) => thing['@type']);
}

test('every page has its frame, its data and its Markdown, and fits into narrow and wide windows', async ({
  page,
  request,
}) => {
  const types = new Set<string>();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(`${page.url()}: ${message.text()}`));
  for (const path of await pages()) {
    const response = await page.goto(room() + path);
    const frame = await page.evaluate(
      (relations) => {
        const count = (selector: string) => document.querySelectorAll(selector).length;
        const href = (rel: string) => document.querySelector(`link[rel="${rel}"]`)?.getAttribute('href') ?? '';
        return {
          headings: count('h1'),
          mains: count('main'),
          isNamed: /\S/.test(document.documentElement.lang) && /\S/.test(document.title),
          canonical: href('canonical'),
          unlinked: relations.filter((rel) => !href(rel).startsWith('/')),
          inline: count('script:not([type="application/ld+json"]):not([src^="/_astro/"]), [style], style'),
        };
      },
      ['service-desc', 'api-catalog', 'ard', 'license', 'alternate'],
    );
    expect([response?.status(), frame], path).toEqual([
      200,
      { headings: 1, mains: 1, isNamed: true, canonical: room() + path, unlinked: [], inline: 0 },
    ]);
    const markdown = await request.get(
      room() + (await page.locator('link[type="text/markdown"]').getAttribute('href')),
    );
    expect([markdown.status(), markdown.headers()['content-type']], path).toEqual([
      200,
      'text/markdown; charset=utf-8',
    ]);
    for (const text of await page.locator('script[type="application/ld+json"]').allTextContents())
      for (const type of typesOf(path, text)) types.add(type);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await excessWidth(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
  expect(problems).toEqual([]);
  expect([...types].sort()).toEqual(
    expect.arrayContaining([
      'Article',
      'BreadcrumbList',
      'Event',
      'ItemList',
      'Person',
      'PodcastEpisode',
      'ProfilePage',
      'VideoObject',
      'WebSite',
    ]),
  );
});

test('raw addresses as titles and a long name fit into a narrow window, and the header stays low', async ({ page }) => {
  const paths = await pages();
  const items = paths.filter((path) => /^\/(articles|episodes|videos)\/[^/]+$/.test(path));
  for (const path of ['/', '/articles', '/media-kit', ...items]) {
    await page.goto(room() + path);
    await page.evaluate(() => {
      const address = `https://example.org/deals?utm_source=${'feed_and_letter'.repeat(6)}`;
      for (const title of document.querySelectorAll(
        'main :is(h1, h2, h3):not(:has(a)), main :is(h2, h3, strong) a, .neighbours strong',
      ))
        title.textContent = address;
      const name = document.querySelector('.masthead a:not(nav a)');
      if (name) name.textContent = 'Wilhelmina Bartholomew-Castellane Okonjo and Everybody Else at Four Hundred Hours';
    });
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await page.locator('.masthead').boundingBox())!.height, path).toBeLessThanOrEqual(96);
  }
});

test('readers of microformats find the creator, the feed of home, and who made an item', async ({ page }) => {
  await page.goto(room());
  const card = page.locator('.h-card');
  const name = (await card.locator('.p-name').textContent())!;
  await expect(card.locator('.u-photo')).toHaveCount(1);
  expect(await page.locator('a[rel~="me"]').count()).toBeGreaterThan(0);
  const entries = page.locator('.h-feed .h-entry');
  expect(await entries.count()).toBeGreaterThan(3);
  for (const part of ['.p-name.u-url', '.dt-published'])
    expect(await entries.locator(part).count()).toBe(await entries.count());
  await page.goto(room() + (await page.locator('.h-entry .u-url[href^="/articles/"]').first().getAttribute('href')));
  for (const part of ['.p-name', '.u-url', '.dt-published', '.e-content'])
    await expect(page.locator(`main article.item ${part}`)).toHaveCount(1);
  await expect(page.locator('article.item .p-author.h-card')).toHaveText(name);
});

test('the booking form and the look-up are tools that a browser’s agent finds', async ({ page }) => {
  await page.goto(`${room()}/booking`);
  const form = page.locator('form[toolname="request_booking"]');
  await expect(form).toHaveAttribute('tooldescription', /\S/);
  // The visitor sends it, not the agent.
  expect(await form.getAttribute('toolautosubmit')).toBeNull();
  for (const field of await form.locator('[name]').all())
    await expect(field).toHaveAttribute('toolparamdescription', /\S/);
  await page.goto(`${room()}/search`);
  const search = page.locator('form[toolname="search_content"][toolautosubmit][method="get"]');
  await expect(search.locator('[name="q"]')).toHaveAttribute('toolparamdescription', /\S/);
});

test('a reader gets from the home page to an article by keyboard alone', async ({ page }) => {
  await page.goto(room());
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveAttribute('href', '#main');
  await page.locator('nav a[href$="/articles"]').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${room()}/articles`);
  await page.locator('main a[href*="/articles/"]').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).not.toBeEmpty();
  await expect(page.locator('main time').first()).toHaveAttribute('datetime', /^\d{4}-\d{2}-\d{2}/);
});

test('an unknown address shows the room’s own page and leads back', async ({ page }) => {
  const response = await page.goto(`${room()}/no-such-page`);
  expect(response?.status()).toBe(404);
  await page
    .locator('main a[href="/"], main a[href="' + room() + '/"], header a')
    .first()
    .click();
  await expect(page).toHaveURL(`${room()}/`);
});

test('each entry of the timeline can be linked to', async ({ page }) => {
  const { items } = (await (await fetch(`${room()}/api/agent/timeline-entries?limit=1`)).json()) as {
    items: { url: string; title: string }[];
  };
  await page.goto(items[0]!.url);
  await expect(page.locator(':target')).toContainText(items[0]!.title);
});
