// The pages of a tip: how much, and thanks.
import { lightningAddress, tipLimits, tipResource } from '#domain/access/tips.ts';
import { readPage } from '#domain/live-pages.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import type { Release } from '../../release/release.ts';
import { inFrame, wordsOf } from '../../http/page.ts';

const page = (release: Release, html: string[]): Promise<string> => {
  const title = wordsOf(release)('tip.title', { title: release.facts.creator.name });
  const all = [`<h1>${escapeMarkup(title)}</h1>`, ...html].filter(Boolean).join('\n');
  return inFrame(release, { path: readPage.path, id: readPage.frame, html: all });
};

/** `number` tells this tip from others of the same amount. */
export function tipForm(release: Release, number: string, problem?: string): Promise<string> {
  const say = wordsOf(release);
  const address = escapeMarkup(lightningAddress(release.facts)!);
  const { leastSats, mostSats, commentLength } = tipLimits;
  return page(release, [
    problem ? `<p class="notice" role="alert">${escapeMarkup(problem)}</p>` : '',
    `<p>${say('tip.address')}: <a href="lightning:${address}"><code>${address}</code></a></p>`,
    `<form method="get" action="${readPage.path}"><input type="hidden" name="for" value="${tipResource}">` +
      `<input type="hidden" name="number" value="${number}">`,
    `<p class="field"><label for="sats">${say('tip.amount')}</label> <input id="sats" name="sats" type="number" min="${leastSats}" max="${mostSats}" value="1000" required></p>`,
    `<p class="field"><label for="comment">${say('tip.message')}</label> <input id="comment" name="comment" maxlength="${commentLength}"></p>`,
    `<p><button class="button">${say('pay.go')}</button></p></form>`,
  ]);
}

export const thanksPage = (release: Release): Promise<string> =>
  page(release, [`<p class="notice" role="status">${wordsOf(release)('tip.thanks')}</p>`]);
