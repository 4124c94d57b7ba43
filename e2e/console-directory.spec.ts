// A Nexus in a real browser without scripts: visitors search it, and its creator blocks a host by keyboard and takes
// it back.
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type ConsoleRoom, consoleRoom } from './console.ts';
import { postJson } from './room.ts';
import { sized } from './soak/size.ts';
import { barriers, excessWidth, shareOf } from './sound-page.ts';

const longestMs = 180_000;
test.describe.configure({ mode: 'serial', timeout: longestMs });

let nexus: ConsoleRoom;
let creator: BrowserContext;
let page: Page;

const main = () => page.getByRole('main');
const open = (path: string) => page.goto(`${nexus.baseUrl}/console/directory${path}`);
const report = () => postJson(nexus, '/api/nexus/register', { agentBaseUrl: nexus.baseUrl });
const listed = async (): Promise<number> => {
  const response = await fetch(`${nexus.baseUrl}/api/nexus/creators`);
  return ((await response.json()) as { total: number }).total;
};

/** Goes on from field to field, as who uses no mouse. */
async function pressOn(name: RegExp): Promise<void> {
  const button = main().getByRole('button', { name });
  await expect(button).toBeVisible();
  for (let n = 0; n < 60; n++) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}

test.beforeAll(async ({ browser }) => {
  nexus = consoleRoom();
  await report();
  creator = await browser.newContext({ javaScriptEnabled: false, storageState: nexus.signedIn });
  page = await creator.newPage();
});
test.afterAll(() => creator?.close());

test('a search of visitors leads to the creator, at every width', async () => {
  for (const width of sized([360], [360, 820, 1440])) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${nexus.baseUrl}/nexus`);
    await page.getByRole('searchbox', { name: 'Search creators by name or by what they publish' }).fill('tides');
    await page.locator('main').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/nexus\?q=tides/);
    await expect(page.getByRole('status')).toContainText('1 creator');
    await expect(page.getByRole('link', { name: 'Talk about tides' })).toHaveAttribute('href', /^http/);
    await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'maps' }).click();
    await expect(page).toHaveURL(/topic=maps/);
    await expect(page.getByRole('heading', { name: 'Test Creator' })).toBeVisible();
    expect(await excessWidth(page)).toBeLessThanOrEqual(0);
  }
});

test('the directory is found in the navigation, and a room by its host', async () => {
  await page.goto(`${nexus.baseUrl}/console`);
  const navigation = page.getByRole('navigation', { name: 'Console' });
  await navigation.getByRole('link', { name: 'Room', exact: true }).click();
  await navigation.getByRole('link', { name: 'Directory' }).click();
  await expect(main().getByText('Test Creator')).toBeVisible();
  await expect(main().getByRole('link', { name: nexus.baseUrl })).toHaveAttribute('rel', /noreferrer/);
  await page.getByLabel('Filter by host').fill('nobody.example');
  await page.keyboard.press('Enter');
  await expect(main().getByText('No rooms of this host.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(main().getByText('Test Creator')).toBeVisible();
});

test('the keyboard blocks a host after a confirmation, and its room disappears', async () => {
  await open('');
  await pressOn(/^Block host ?: 127\.0\.0\.1/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Block 127.0.0.1?');
  await expect(main().getByRole('listitem')).toContainText('Test Creator');
  expect(await listed()).toBe(1);
  await page.getByLabel('Reason').fill('<b>Advertising</b>');
  await pressOn(/^Block$/);
  await expect(page.getByText('Blocked. One room was removed from the directory.')).toBeFocused();
  expect(await listed()).toBe(0);
  expect(await (await report()).text()).toContain('does not list rooms of this host');
  await page.goto(`${nexus.baseUrl}/console/audit`);
  await expect(main().getByRole('listitem').filter({ hasText: 'Host blocked' })).toContainText(/by you.*127\.0\.0\.1/s);
});

const sizes = [
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;
for (const [at, { width, colorScheme }] of sizes.entries()) {
  test(`axe finds nothing to complain of at ${width} pixels, in ${colorScheme} colours`, async ({ browser }) => {
    const viewport = { width, height: 800 };
    const context = await browser.newContext({ storageState: nexus.signedIn, viewport, colorScheme });
    const own = await context.newPage();
    const check = async (name: string) => {
      expect(await excessWidth(own), name).toBeLessThanOrEqual(0);
      expect(await barriers(own), name).toEqual([]);
    };
    const directory = '/console/directory';
    const paths = [directory, `${directory}?show=blocked`, `${directory}?host=no%20host`, '/nexus'];
    for (const path of shareOf(paths, at, sizes.length)) {
      await own.goto(nexus.baseUrl + path);
      await check(path);
    }
    await own.goto(nexus.baseUrl + directory);
    await own.getByLabel('Host', { exact: true }).fill(`${'long-name.'.repeat(20)}example`);
    await own.getByRole('button', { name: 'Block…' }).click();
    await expect(own.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
    await check('the question');
    await context.close();
  });
}

test('the keyboard unblocks a host, and it can register its room again', async () => {
  await open('?show=blocked');
  await expect(main().getByText('<b>Advertising</b>')).toBeVisible();
  await pressOn(/^Unblock ?: 127\.0\.0\.1/);
  await expect(page.getByText('Unblocked.')).toBeVisible();
  await expect(main().getByText('No blocked hosts.')).toBeVisible();
  await expect.poll(async () => (await report(), listed()), { timeout: 30_000 }).toBe(1);
});
