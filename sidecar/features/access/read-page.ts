// Renders the page where people pay and read: the invoice, the text, or an error.
import { renderSVG } from 'uqr';
import { endpoints } from '#contract/endpoints.ts';
import type { PaymentContext } from '#contract/schemas/payment.ts';
import { articleIdOfResource, dayPass, fiatText, listOffers, perMinute } from '#domain/access/access.ts';
import { tipResource } from '#domain/access/tips.ts';
import { guestKitPath, readPage, readPath } from '#domain/live-pages.ts';
import { canonicalLocale } from '#domain/messages/messages.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { readDocument, type Release } from '../../release/release.ts';
import { fillBuiltPage, createTranslator } from '../../http/page.ts';

const guestKit = endpoints.guestKit.access.paywall.resource;

const renderReadPage = (release: Release, html: string[]): Promise<string> =>
  fillBuiltPage(release, { path: readPage.path, id: readPage.frame, html: html.filter(Boolean).join('\n') });

/** Returns a price in satoshis and, if the creator has set a rate, in a currency. */
export function priceText(release: Release, sats: number): string {
  const { access, creator } = release.facts;
  const locale = canonicalLocale(creator.language);
  const text = createTranslator(release)('item.sats', { count: new Intl.NumberFormat(locale).format(sats) });
  const fiat = fiatText(access, sats, locale);
  return fiat ? `${text} (${fiat})` : text;
}

function resourceTitle(release: Release, resourceId: string): string {
  if (resourceId === tipResource) return release.facts.creator.name;
  const item = release.index.items.byId(articleIdOfResource(resourceId) ?? '');
  const offer = listOffers(release.facts.access, resourceId)[0];
  return item?.title ?? offer?.description ?? resourceId;
}

function headingText(release: Release, resourceId: string): string {
  const t = createTranslator(release);
  if (resourceId === guestKit) return t('pdf.guestKit');
  const name = resourceId === tipResource ? 'tip.title' : resourceId === perMinute ? 'pay.transcription' : 'pay.title';
  return t(name, { title: resourceTitle(release, resourceId) });
}

/** Renders a page about a resource below its heading. */
export const renderResourcePage = (release: Release, resourceId: string, html: string[]): Promise<string> =>
  renderReadPage(release, [`<h1>${escapeMarkup(headingText(release, resourceId))}</h1>`, ...html]);

const hiddenField = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeMarkup(value)}">`;

/** Renders a link to the day pass, if it also opens the text. */
function passHtml(release: Release, resourceId: string): string {
  if (resourceId === tipResource) return '';
  const pass = listOffers(release.facts.access, resourceId).find((offer) => offer.resourceId === dayPass);
  if (!pass || resourceId === dayPass) return '';
  const label = createTranslator(release)('pay.pass', { price: priceText(release, pass.amountSats) });
  return `<p><a href="${escapeMarkup(readPath(dayPass))}" rel="nofollow">${escapeMarkup(label)}</a></p>`;
}

/** Renders the invoice. `isChecked` is true if the visitor has reported a payment that was not found. */
export function invoicePage(
  release: Release,
  resourceId: string,
  context: PaymentContext,
  isChecked: boolean,
  fields: Record<string, string> = {},
) {
  const t = createTranslator(release);
  const { invoice, amountSats, payment_context_token: payment, wallet } = context;
  const link = `lightning:${escapeMarkup(invoice)}`;
  const price = priceText(release, amountSats);
  return renderResourcePage(release, resourceId, [
    `<p class="lede">${escapeMarkup(resourceId === tipResource ? price : t('pay.about', { price }))}</p>`,
    wallet ? `<p class="notice">${t('pay.play')}</p>` : '',
    isChecked ? `<p class="notice" role="status">${t('pay.notYet')}</p>` : '',
    `<div data-payment="${escapeMarkup(payment)}" data-invoice="${escapeMarkup(invoice)}" data-done="${escapeMarkup(readPath(resourceId, payment, fields))}">`,
    `<p>${t('pay.scan')}</p>`,
    // Upper case makes a smaller QR code (BIP 173).
    `<a class="code" href="${link}" aria-label="${t('pay.wallet')}">${renderSVG(`LIGHTNING:${invoice.toUpperCase()}`, { border: 2 })}</a>`,
    `<p><a class="button" href="${link}">${t('pay.wallet')}</a> <button class="button" type="button" data-webln hidden>${t('pay.here')}</button></p>`,
    `<p>${t('pay.invoice')}: <code id="invoice" class="invoice">${escapeMarkup(invoice)}</code> ` +
      `<button class="button" type="button" data-copy="invoice" data-done="${t('copied')}" aria-label="${escapeMarkup(t('copyOf', { what: t('pay.invoice') }))}" hidden>${t('copy')}</button></p>`,
    `<form method="get" action="${readPage.path}">${[...Object.entries(fields), ['for', resourceId], ['payment', payment]].map(([name, value]) => hiddenField(name!, value!)).join('')}<p><button class="button">${t('pay.paid')}</button></p></form>`,
    '</div>',
    passHtml(release, resourceId),
  ]);
}

export const renderAccessLink = (
  release: Release,
  resourceId: string,
  payment: string,
  fields: Record<string, string> = {},
): string => {
  const t = createTranslator(release);
  const href = release.facts.baseUrl + readPath(resourceId, payment, fields);
  return `<p class="quiet">${t('pay.keep')} <a href="${escapeMarkup(href)}" rel="nofollow">${t('pay.link')}</a></p>`;
};

export async function renderPaidTextPage(release: Release, resourceId: string, payment: string): Promise<string> {
  const id = articleIdOfResource(resourceId)!;
  const { text } = await readDocument(release, endpoints.article.http.path.replace('{id}', id));
  const { title, bodyHtml } = JSON.parse(text) as { title: string; bodyHtml: string };
  const article = `<article class="item"><h1>${escapeMarkup(title)}</h1><section class="prose">${bodyHtml}</section></article>`;
  return renderReadPage(release, [article, renderAccessLink(release, resourceId, payment)]);
}

/** Renders a purchase that is not a text: the day pass, the guest kit, or a token for programs. */
export function purchasePage(release: Release, resourceId: string, payment: string, token: string | undefined) {
  const t = createTranslator(release);
  const authorization =
    token && `<p>${t('pay.token')}</p><pre><code>Authorization: L402 ${escapeMarkup(token)}</code></pre>`;
  if (resourceId === guestKit) {
    const kitLink = `<p><a class="button is-primary" href="${escapeMarkup(guestKitPath({ payment }))}" rel="nofollow">${t('guestKit.make')}</a></p>`;
    return renderResourcePage(release, resourceId, [kitLink, authorization ?? '']);
  }
  const content = resourceId === dayPass ? `<p><a href="/articles">${t('pay.open')}</a></p>` : (authorization ?? '');
  return renderResourcePage(release, resourceId, [content, renderAccessLink(release, resourceId, payment)]);
}

export function readProblemPage(
  release: Release,
  problem: 'pay.none' | 'pay.down' | 'pay.lost' | 'pay.notYet' | 'busy',
) {
  const t = createTranslator(release);
  return renderReadPage(release, [
    `<h1>${t('pay.description')}</h1>`,
    `<p class="notice" role="alert">${t(problem)}</p>`,
  ]);
}
