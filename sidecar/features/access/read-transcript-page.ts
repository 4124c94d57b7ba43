// Renders the pages of a paid transcription: the form, the progress, and the transcript.
import type { Transcript } from '#contract/schemas/transcripts.ts';
import { perMinute, defaultMinutes } from '#domain/access/access.ts';
import { readPage, readPath } from '#domain/live-pages.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import type { Release } from '../../release/release.ts';
import { createTranslator } from '../../http/page.ts';
import { linkToKeepHtml, renderResourcePage } from './read-page.ts';

/** Values of the form. */
export type TranscribeFields = Record<'sourceUrl' | 'language' | 'maxMinutes', string>;

const renderField = (name: keyof TranscribeFields, label: string, attributes: string, value = ''): string =>
  `<p class="field"><label for="${name}">${escapeMarkup(label)}</label> ` +
  `<input id="${name}" name="${name}" ${attributes} value="${escapeMarkup(value)}"></p>`;

export function transcribeForm(release: Release, fields: Partial<TranscribeFields>, problem?: string): Promise<string> {
  const t = createTranslator(release);
  const { pricePerMinute } = release.facts.access;
  return renderResourcePage(release, perMinute, [
    problem ? `<p class="notice" role="alert">${escapeMarkup(problem)}</p>` : '',
    `<form method="get" action="${readPage.path}"><input type="hidden" name="for" value="${perMinute}">`,
    renderField('sourceUrl', t('pay.recording'), 'type="url" maxlength="2048" required', fields.sourceUrl),
    renderField('language', t('pay.language'), 'maxlength="35" size="8"', fields.language),
    pricePerMinute === undefined
      ? ''
      : renderField(
          'maxMinutes',
          t('pay.minutes'),
          'type="number" min="1" max="1440" required',
          fields.maxMinutes || `${defaultMinutes}`,
        ),
    `<p><button class="button">${t('pay.go')}</button></p></form>`,
  ]);
}

export function progressPage(release: Release, progress: number): Promise<string> {
  const text = createTranslator(release)('pay.hearing', { percent: `${Math.floor(progress * 100)}` });
  return renderResourcePage(release, perMinute, [`<p class="notice" role="status">${escapeMarkup(text)}</p>`]);
}

export function transcriptPage(
  release: Release,
  { transcript, warnings, sourceUrl }: Transcript,
  keep?: TranscribeFields & { payment: string },
): Promise<string> {
  const t = createTranslator(release);
  const paragraphs = transcript
    .split(/\n+/)
    .filter(Boolean)
    .map((text) => `<p>${escapeMarkup(text)}</p>`);
  return renderResourcePage(release, perMinute, [
    `<p class="lede">${escapeMarkup(sourceUrl)}</p>`,
    ...warnings.map((warning) => `<p class="notice">${escapeMarkup(warning)}</p>`),
    `<section class="prose">${paragraphs.join('')}</section>`,
    keep ? linkToKeepHtml(release, perMinute, keep.payment, keep) : '',
    `<p><a href="${escapeMarkup(readPath(perMinute))}" rel="nofollow">${t('pay.another')}</a></p>`,
  ]);
}
