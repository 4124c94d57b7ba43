// Checks for every page in a browser: no accessibility problem that axe finds, and no horizontal scrolling.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { isLong } from './soak/size.ts';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The barriers that axe finds, each with its elements. */
export async function barriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await runner.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) =>
      [id, ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)].join('\n'),
    );
  });
}

/** Width of the page beyond its window in CSS pixels; 0 or less if it fits. */
export const excessWidth = (page: Page): Promise<number> =>
  page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);

/** Divides pages among schemes or widths, so that each is visited in one of them; npm run soak visits each in all. */
export const shareOf = <T>(pages: T[], scheme: number, schemes: number): T[] =>
  isLong ? pages : pages.filter((_, at) => at % schemes === scheme);
