// The creator's own way into the console of a test's room.
import { expect, type Page } from '@playwright/test';
import { command, type RunningRoom } from './room.ts';

/** Signs in by a one-time link, printed for this browser alone. */
export async function enterConsole(page: Page, room: RunningRoom): Promise<void> {
  const link = (await command(room.env, 'sign-in')).split('\n')[0]!;
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}
