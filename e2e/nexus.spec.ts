// The page of a Nexus in a real browser: three widths, without scripts, and nothing that axe complains of.
import { expect, test } from '@playwright/test';
import { testContent } from './content.ts';
import { manyRequests, postJson, type RunningRoom, startRoom } from './room.ts';
import { barriers, excessWidth } from './sound-page.ts';

test.describe.configure({ mode: 'serial' });

let nexus: RunningRoom;
test.beforeAll(async () => {
  nexus = await startRoom(await testContent(), { NEXUS: 'on', ALLOWED_HOSTS: '127.0.0.1', RATES: manyRequests });
  await postJson(nexus, '/api/nexus/register', { agentBaseUrl: nexus.baseUrl });
});
test.afterAll(() => nexus.stop());

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [360, 820, 1440]) {
    test(`a search leads to the creator, at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${nexus.baseUrl}/nexus`);
      await page
        .getByRole('searchbox', { name: 'Find creators by their name or by what they have published' })
        .fill('tides');
      await page.locator('main').getByRole('button', { name: 'Search' }).click();
      await expect(page).toHaveURL(/\/nexus\?q=tides/);
      await expect(page.getByRole('status')).toContainText('1 creator');
      await expect(page.getByRole('link', { name: 'Talk about tides' })).toHaveAttribute('href', /^http/);
      await page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name: 'maps' }).click();
      await expect(page).toHaveURL(/topic=maps/);
      await expect(page.getByRole('heading', { name: 'Test Creator' })).toBeVisible();
      expect(await excessWidth(page)).toBeLessThanOrEqual(0);
    });
  }
});

test('axe finds nothing to complain of', async ({ page }) => {
  await page.goto(`${nexus.baseUrl}/nexus?q=tides`);
  expect(await barriers(page)).toEqual([]);
});
