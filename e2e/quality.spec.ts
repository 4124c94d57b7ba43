// Quality of every page: no accessibility problem that axe finds, valid HTML, no layout shift, little to load.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { typefaces } from '#contract/schemas/content-files.ts';
import { pairing } from '#domain/palette/typefaces.ts';
import { themeCss } from '#domain/palette/theme-css.ts';
import { objectOf, onePerKind, pagesIn } from './release.ts';
import { answers, pages, room } from './room-pages.ts';
import { test } from './shared-page.ts';
import { barriers, shareOf } from './sound-page.ts';

/** Layout shifts of the page so far, summed up. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));

const isWiderThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    return document.documentElement.scrollWidth > innerWidth;
  });

for (const [at, colorScheme] of (['light', 'dark'] as const).entries())
  test(`nothing moves while a page loads, axe finds nothing, and large text fits, in ${colorScheme} colours`, async ({
    browser,
  }) => {
    const page = await browser.newPage({ bypassCSP: true, colorScheme });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const problems: string[] = [];
    const all = [...(await pages()), ...answers, '/search', '/booking/status', '/no-such-page'];
    for (const path of shareOf(all, at, 2)) {
      await page.goto(room() + path);
      const shift = await shiftOf(page);
      if (shift >= 0.005) problems.push(`${path}: ${shift} moved`);
      problems.push(...(await barriers(page)).map((barrier) => `${path}: ${barrier}`));
      if (await isWiderThanWindow(page)) problems.push(`${path}: wider than the window`);
    }
    expect(problems).toEqual([]);
    await page.close();
  });

/** Titles are as long as the creator's, and ids may begin with a digit (HTML, 3.2.6). */
const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: { 'long-title': 'off', 'valid-id': ['error', { relaxed: true }] },
});

test('built pages and answers are valid HTML', async ({ request }) => {
  const dist = process.env.ROOM_DIST!;
  const built = Object.entries(pagesIn(dist)).filter(([, page]) => !page.private && page.type.startsWith('text/html'));
  expect(built.length).toBeGreaterThan(60);
  const chosen = onePerKind(built.map(([path]) => path));
  const texts = chosen.map((path): [string, string] => [path, readFileSync(objectOf(dist, path), 'utf8')]);
  for (const path of answers) texts.push([path, await (await request.get(room() + path)).text()]);
  const problems: string[] = [];
  for (const [name, html] of texts) {
    const { results } = await validator.validateString(html);
    for (const { messages } of results)
      problems.push(...messages.map(({ ruleId, message, line }) => `${name}:${line} ${ruleId}: ${message}`));
  }
  expect(problems).toEqual([]);
});

test('the home page loads less than 120 kB besides pictures, its typefaces included', async ({ browser }) => {
  // The browser has no file of another test.
  const page = await browser.newPage();
  const sizes: Promise<[string, number]>[] = [];
  page.on('requestfinished', (request) => {
    // Letters beyond those of English come in files of their own, where a text has them.
    const isSeldom = request.resourceType() === 'font' && !/-latin-wght/.test(request.url());
    if (request.resourceType() === 'image' || isSeldom) return;
    sizes.push(
      request
        .sizes()
        .then(({ responseBodySize, responseHeadersSize }) => [request.url(), responseBodySize + responseHeadersSize]),
    );
  });
  await page.goto(room(), { waitUntil: 'networkidle' });
  const loaded = await Promise.all(sizes);
  expect(loaded.length).toBeGreaterThan(2);
  expect(
    loaded.reduce((sum, [, bytes]) => sum + bytes, 0),
    JSON.stringify(loaded),
  ).toBeLessThan(120_000);
  await page.close();
});

test('the page still shows location and actions in forced colours and on paper', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${room()}/articles`);
  const current = page.locator('.masthead [aria-current]');
  const other = page.locator('.masthead nav a:not([aria-current])').first();
  const border = (link: typeof current) => link.evaluate((element) => getComputedStyle(element).borderBottomColor);
  expect(await border(current)).not.toBe(await border(other));
  await page.emulateMedia({ forcedColors: 'none', media: 'print' });
  await expect(page.locator('.masthead nav')).toBeHidden();
  await expect(page.locator('.search')).toBeHidden();
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('.row-title').first()).toBeVisible();
});

test('the portrait of a printed media kit is 4 cm wide', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto(`${room()}/media-kit`);
  const width = await page.locator('.kit-opening figure').evaluate((element) => element.getBoundingClientRect().width);
  expect(Math.round((width * 2.54) / 96)).toBe(4);
});

/** Finds texts that are cut off wrongly, with a long word of its language in each. */
async function wrongAtEnd(page: Page, selector: string, language: string, word: string): Promise<string[]> {
  const measure = async (elements: Element[], [lang, text]: readonly [string, string]): Promise<string[]> => {
    const canvas = document.createElement('canvas').getContext('2d')!;
    const wrong: string[] = [];
    for (const element of elements as HTMLElement[]) {
      element.dir = lang === 'ar' ? 'rtl' : 'ltr';
      element.lang = lang;
      const style = getComputedStyle(element);
      canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      // A fallback that is a font of the system may be missing on this machine.
      const faces = style.fontFamily.split(',').map((family) => `${style.fontWeight} ${style.fontSize} ${family}`);
      await Promise.allSettled(faces.map((face) => document.fonts.load(face, text)));
      const ink = canvas.measureText(text);
      const line = parseFloat(style.lineHeight);
      const below = (line - ink.fontBoundingBoxAscent + ink.fontBoundingBoxDescent) / 2;
      const room = below + parseFloat(style.paddingBottom);
      const name = element.className || element.localName;
      if (ink.actualBoundingBoxDescent > room + 0.75) wrong.push(`${name}: letters are cut below`);
      if (ink.actualBoundingBoxAscent > line - room + 0.75) wrong.push(`${name}: the next line shows`);
      if (!['start', element.dir === 'rtl' ? 'right' : 'left'].includes(style.textAlign))
        wrong.push(`${name}: no room for the …`);
    }
    return wrong;
  };
  return page.$$eval(selector, measure, [language, word] as const);
}

test('texts that are cut after some lines show their last line whole, and nothing of the next', async ({ page }) => {
  const cutOnes = '.newest-title, .row-title, .card-title, .row-summary, .neighbours strong, .themes .links a';
  const words = { en: 'Ébdgjpqy', ar: 'غيجحأ', ja: '高ぎゃ', hi: 'कृषु' };
  let typeface: (typeof typefaces)[number];
  await page.route('**/theme.css', (route) => route.fulfill({ contentType: 'text/css', body: themeCss({ typeface }) }));
  const paths = ['/', '/articles', '/articles/a-causeway-sunday-32beaa3d'];
  for (const [at, name] of typefaces.entries())
    for (const path of shareOf(paths, at % paths.length, paths.length)) {
      typeface = name;
      await page.goto(room() + path);
      const [, family] = pairing(typeface).display.split("'");
      await expect(page.locator('h1')).toHaveCSS('font-family', new RegExp(`^"${family}"`));
      for (const [language, word] of Object.entries(words))
        expect(await wrongAtEnd(page, cutOnes, language, word), `${typeface} ${path} ${language}`).toEqual([]);
    }
});

test('lines of large Japanese text end between phrases', async ({ page }) => {
  await page.goto(`${room()}/media-kit`);
  const title = page.locator('h1');
  const wordBreak = () => title.evaluate((element) => getComputedStyle(element).wordBreak);
  expect(await wordBreak()).toBe('normal');
  await title.evaluate((element) => element.setAttribute('lang', 'ja'));
  expect(await wordBreak()).toBe('auto-phrase');
});

test('a form at the end of a page keeps away from the footer', async ({ page }) => {
  await page.goto(`${room()}/guest-kit`);
  const button = (await page.locator('main button').last().boundingBox())!;
  const footer = (await page.locator('.footer').boundingBox())!;
  expect(footer.y - button.y - button.height).toBeGreaterThan(32);
});
