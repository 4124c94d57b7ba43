// What a page that is open in a browser owes everyone: no barrier that axe knows, and nothing outside its window.
import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules that depend on colours; all others have the same outcome in light and dark. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** Each barrier that axe finds, with the elements that have it. Without `rules`, all of axe's usual ones. */
export async function barriers(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(axe.source);
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
