// Renders the pages of a paid transcription: the form, the progress, and the transcript.
import type { Transcript } from '#contract/schemas/transcripts.ts';
import { perMinute, defaultMinutes } from '#domain/access/access.ts';
import { readPage, readPath } from '#domain/live-pages.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import type { Release } from '../../release/release.ts';
import { fillBuiltPage, createTranslator } from '../../http/page.ts';

/** Values of the form. */
export type TranscribeFields = Record<'sourceUrl' | 'language' | 'maxMinutes', string>;

const renderTranscribePage = (release: Release, html: string[]): Promise<string> => {
  const heading = `<h1>${createTranslator(release)('pay.transcription')}</h1>`;
  return fillBuiltPage(release, {
    path: readPage.path,
    id: readPage.frame,
    html: [heading, ...html].filter(Boolean).join('\n'),
  });
};

const renderField = (name: keyof TranscribeFields, label: string, attributes: string, value = ''): string =>
  `<p class="field"><label for="${name}">${escapeMarkup(label)}</label> ` +
  `<input id="${name}" name="${name}" ${attributes} value="${escapeMarkup(value)}"></p>`;

export function transcribeForm(release: Release, fields: Partial<TranscribeFields>, problem?: string): Promise<string> {
  const t = createTranslator(release);
  const { pricePerMinute } = release.facts.access;
  return renderTranscribePage(release, [
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
  return renderTranscribePage(release, [`<p class="notice" role="status">${escapeMarkup(text)}</p>`]);
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
  const href = keep && release.facts.baseUrl + readPath(perMinute, keep.payment, { ...keep });
  return renderTranscribePage(release, [
    `<p class="lede">${escapeMarkup(sourceUrl)}</p>`,
    ...warnings.map((warning) => `<p class="notice">${escapeMarkup(warning)}</p>`),
    `<section class="prose">${paragraphs.join('')}</section>`,
    href
      ? `<p class="quiet">${t('pay.keep')} <a href="${escapeMarkup(href)}" rel="nofollow">${t('pay.link')}</a></p>`
      : '',
    `<p><a href="${escapeMarkup(readPath(perMinute))}" rel="nofollow">${t('pay.another')}</a></p>`,
  ]);
}
