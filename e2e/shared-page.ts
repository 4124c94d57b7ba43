// A page that the tests of a worker share, as new before each of them: a page of its own would cost each a process of
// the browser, which reads style sheets, scripts and typefaces once more.
import { type Page, test as base } from '@playwright/test';

interface WorkerFixtures {
  openPage: (javaScriptEnabled: boolean) => Promise<Page>;
}

const viewport = { width: 1280, height: 720 };

async function clearStorage(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate(() => {
    // A page without an origin has none.
    if (location.origin !== 'null') localStorage.clear();
  });
}

/** Leaves nothing of a test to the next one. */
async function resetPage(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  page.removeAllListeners('console');
  await clearStorage(page);
  await page.goto('about:blank');
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null });
  await page.setViewportSize(viewport);
}

export const test = base.extend<object, WorkerFixtures>({
  openPage: [
    async ({ browser }, use) => {
      const pages = new Map<boolean, Page>();
      await use(async (javaScriptEnabled) => {
        const page = pages.get(javaScriptEnabled) ?? (await browser.newPage({ javaScriptEnabled, viewport }));
        pages.set(javaScriptEnabled, page);
        return page;
      });
      for (const page of pages.values()) await page.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ openPage, javaScriptEnabled }, use) => {
    const page = await openPage(javaScriptEnabled !== false);
    await use(page);
    await resetPage(page);
  },
});
