// The booking form in a real browser, with and without scripts: ask, keep the address, see the state, cancel.
import { expect } from '@playwright/test';
import { test } from './shared-page.ts';
import { excessWidth } from './sound-page.ts';

const room = () => process.env.ROOM_URL!;

for (const javaScriptEnabled of [true, false]) {
  test.describe(`booking ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled });

    test('a person asks, sees the state at an address to keep, and cancels', async ({ page }) => {
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      await page.goto(`${room()}/booking`);
      await page.getByLabel('Show or event', { exact: true }).fill('The Long Pier');
      await page.getByLabel('Website of the show or event').fill('https://show.example.org/');
      await page.getByLabel('Preferred dates').fill('A Friday in May');
      await page.getByLabel('Message').fill('About tides.\nAnd lamps.');
      await page.getByRole('button', { name: 'Send request' }).click();

      await expect(page).toHaveURL(/\/api\/agent\/booking-request\/[0-9a-f-]{36}\?token=[\w-]{43}$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your request');
      await expect(page.getByRole('status')).toContainText('waiting for a reply');
      await expect(page.getByRole('link', { name: 'The Long Pier' })).toHaveAttribute(
        'href',
        'https://show.example.org/',
      );
      await expect(page.locator('header nav')).toBeVisible();

      await page.getByRole('button', { name: 'Cancel request' }).click();
      await expect(page.getByRole('status')).toContainText('cancelled');
      await expect(page.getByRole('button', { name: 'Cancel request' })).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('status')).toContainText('cancelled');
      expect(problems).toEqual([]);
    });
  });
}

test('the browser says at the field what the service would refuse, and nobody meets the field for machines', async ({
  page,
}) => {
  await page.goto(`${room()}/booking`);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page).toHaveURL(`${room()}/booking`);
  await expect(page.getByLabel('Show or event', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Message')).toHaveAttribute('maxlength', '5000');
  await expect(page.getByLabel('Show or event', { exact: true })).toHaveAttribute('aria-describedby', 'showName-hint');
  await page.getByLabel('Message').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send request' })).toBeFocused();
  await expect(page.getByRole('textbox')).toHaveCount(10);
});

test('the state page fits into a narrow screen', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const showName = 'W'.repeat(200);
  const response = await request.post(`${room()}/api/agent/booking-request`, { data: { showName } });
  const { statusUrl } = (await response.json()) as { statusUrl: string };
  await page.goto(statusUrl);
  expect(await excessWidth(page)).toBeLessThanOrEqual(0);
});
