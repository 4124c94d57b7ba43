// What every page in a browser must satisfy: no barrier that axe finds, and nothing wider than its window.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules that depend on colours; all others have the same outcome in light and dark. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** The barriers that axe finds, each with its elements. Without `rules`, axe's usual ones are checked. */
export async function barriers(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (values) => {
    const { axe: runner } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await runner.run({
      resultTypes: ['violations'],
      ...(values && { runOnly: { type: 'rule', values } }),
    });
    return violations.map(({ id, nodes }) =>
      [id, ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)].join('\n'),
    );
  }, rules);
}

/** How far the page reaches beyond its window, in CSS pixels; 0 or less where it fits. */
export const excessWidth = (page: Page): Promise<number> =>
  page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
