// Renders the page of guest kits: the form, a kit with its files, or a problem.
import type { GuestKit } from '#contract/schemas/guest-kit.ts';
import { endpointUrl } from '#domain/links.ts';
import { guestKitPage } from '#domain/live-pages.ts';
import { renderMarkdown } from '#domain/text/markdown.ts';
import { joinMarkdownLines } from '#domain/text/markdown-text.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import type { Release } from '../../release/release.ts';
import { fillBuiltPage, createTranslator } from '../../http/page.ts';
import { renderGuestKitText } from './guest-kit-markdown.ts';

type Fields = Record<string, string>;

const filled = ({ payment = '', showName = '', showUrl = '', topic = '', audience = '' }: Fields): Fields => ({
  payment,
  showName,
  showUrl,
  topic,
  audience,
});

const page = (release: Release, html: string | undefined, values: Fields): Promise<string> =>
  fillBuiltPage(release, { path: guestKitPage.path, id: guestKitPage.frame, html, values: filled(values) });

/** Renders the form with values from the address, and without the price for clients that have paid. */
export const renderGuestKitForm = (release: Release, fields: Fields): Promise<string> =>
  page(release, fields.payment ? '' : undefined, fields);

export const renderGuestKitProblem = (release: Release, fields: Fields, problem: string): Promise<string> =>
  page(release, `<p class="notice" role="alert">${escapeMarkup(problem)}</p>`, fields);

function files(release: Release, { guestKitId }: GuestKit): string {
  const t = createTranslator(release);
  const at = escapeMarkup(endpointUrl('', 'guestKitAgain', { guestKitId }));
  return (
    '<p class="actions">' +
    `<a class="button is-primary" href="${at}?format=pdf" download="guest-kit.pdf">${t('guestKit.pdf')}</a>` +
    `<a class="button" href="${at}?format=markdown" download="guest-kit.md">${t('prepare.markdown')}</a>` +
    `<a class="button" href="/booking">${t('prepare.book')}</a></p>`
  );
}

/** Renders a kit, followed by a form with its values. */
export function renderGuestKitPage(release: Release, kit: GuestKit): Promise<string> {
  const text = renderMarkdown(
    joinMarkdownLines(renderGuestKitText(kit, createTranslator(release))),
    release.facts.baseUrl,
  );
  const { showName, showUrl = '', topic = '', audience = '' } = kit;
  const html = `${files(release, kit)}<article class="prose">${text}</article>`;
  return page(release, html, { showName, showUrl, topic, audience });
}
