// Page that prepares a show with a briefing pack. It works without scripts.
import type { ApiError } from '#contract/errors.ts';
import type { BriefingPack } from '#contract/schemas/press.ts';
import { briefingPack } from '#domain/documents/briefing-pack.ts';
import { endpointUrl } from '#domain/links.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { joinList, type Translate, messageLanguage } from '#domain/messages/messages.ts';
import { guestKitPath, briefingPath, preparePage } from '#domain/live-pages.ts';
import { FieldError, formatMistake } from '#sidecar/http/form-mistakes.ts';
import { renderDay, fillBuiltPage, createTranslator } from '#sidecar/http/page.ts';
import type { Release } from '#sidecar/release/release.ts';
import { selectTopDots } from '#sidecar/release/top-dots.ts';
import { countFreeItems } from '#sidecar/release/search.ts';

export interface PackRequest {
  showUrl: string;
  topic?: string;
}

const maxDots = 8;

const renderBand = (id: string, title: string, body: string): string =>
  `<section class="band" aria-labelledby="${id}"><div class="band-head"><h2 id="${id}">${title}</h2></div>` +
  `<div class="band-body">${body}</div></section>`;

/** Returns attributes for texts that are always in English: reasons, angles and generated questions. */
const englishAttributes = ({ facts }: Release): string =>
  messageLanguage(facts.creator.language) === 'en' ? '' : ' lang="en" dir="ltr"';

const renderDotRows = (release: Release, { topDots: dots }: BriefingPack): string =>
  `<ol class="rows">${dots
    .map(
      ({ title, url, date, why }) =>
        `<li class="row"><div class="row-text"><p class="facts">${renderDay(release, date)}<span${englishAttributes(release)}>${escapeMarkup(why)}</span></p>` +
        `<h3 class="row-title"><a href="${escapeMarkup(url)}" dir="auto">${escapeMarkup(title)}</a></h3></div></li>`,
    )
    .join('')}</ol>`;

const renderAngles = (release: Release, { suggestedAngles }: BriefingPack): string =>
  `<div class="talks">${suggestedAngles
    .map(
      ({ title, rationale }) =>
        `<article><h3>${escapeMarkup(title)}</h3><p${englishAttributes(release)}>${escapeMarkup(rationale)}</p></article>`,
    )
    .join('')}</div>`;

/** Renders questions. Those from a dot are in English, the others in the creator's language. */
const renderQuestions = (release: Release, { interviewQuestions }: BriefingPack): string =>
  `<ol class="questions">${interviewQuestions
    .map(({ question, dotId }) => `<li${dotId ? englishAttributes(release) : ''}>${escapeMarkup(question)}</li>`)
    .join('')}</ol>`;

function renderDownloads(t: Translate, { showUrl, topic }: PackRequest): string {
  const json = briefingPath(endpointUrl('', 'showPrep'), showUrl, topic);
  const name = `briefing-${new URL(showUrl).hostname.replace(/[^a-z0-9.-]/gi, '')}.md`;
  return (
    '<p class="actions">' +
    `<a class="button is-primary" href="${escapeMarkup(`${json}&format=markdown`)}" download="${name}">${t('prepare.markdown')}</a>` +
    `<a class="button" href="${escapeMarkup(json)}">${t('prepare.json')}</a>` +
    `<a class="button" href="${escapeMarkup(guestKitPath({ showUrl, ...(topic && { topic }) }))}">${t('guestKit.make')}</a>` +
    `<a class="button" href="/booking">${t('prepare.book')}</a></p>`
  );
}

/** Renders a note that no dot matches, with links to other topics. */
function renderNoDots(t: Translate, { showUrl }: PackRequest, { suggestions = [] }: BriefingPack): string {
  const links = suggestions.map(
    (topic) => `<a href="${escapeMarkup(briefingPath(preparePage.path, showUrl, topic))}">${escapeMarkup(topic)}</a>`,
  );
  const alternatives = links.length > 0 ? ` ${t('prepare.others', { topics: joinList(t, links) })}` : '';
  return `<p class="notice">${t('prepare.noDots')}${alternatives}</p>`;
}

function packHtml(release: Release, request: PackRequest): string {
  const t = createTranslator(release);
  const dots = selectTopDots(
    release,
    { topic: request.topic, names: [request.showUrl] },
    maxDots,
    countFreeItems(release),
  );
  const pack = briefingPack(release.facts, dots, request);
  const show = new URL(request.showUrl).hostname.replace(/^www\./, '');
  const { topic } = request;
  const title = topic ? t('prepare.forAbout', { show, topic }) : t('prepare.for', { show });
  const hasDots = pack.topDots.length > 0;
  return [
    `<p class="lede" role="status">${escapeMarkup(title)}</p>`,
    renderBand('dots', t('prepare.dots'), hasDots ? renderDotRows(release, pack) : renderNoDots(t, request, pack)),
    pack.suggestedAngles.length > 0 ? renderBand('angles', t('prepare.angles'), renderAngles(release, pack)) : '',
    pack.interviewQuestions.length > 0
      ? renderBand('questions', t('prepare.questions'), renderQuestions(release, pack))
      : '',
    renderBand('downloads', t('prepare.downloads'), renderDownloads(t, request)),
  ].join('\n');
}

const insertPack = (release: Release, { showUrl, topic = '' }: PackRequest, html: string): Promise<string> =>
  fillBuiltPage(release, { path: preparePage.path, id: 'pack', html, values: { showUrl, topic } });

export const renderPackPage = (release: Release, request: PackRequest): Promise<string> =>
  insertPack(release, request, packHtml(release, request));

export function packProblemPage(release: Release, request: PackRequest, error: ApiError): Promise<string> {
  const t = createTranslator(release);
  const isShow = error.kind === 'bad_request' && error.details?.field === 'showUrl';
  const otherProblem = error instanceof FieldError ? `${t('prepare.topic')}: ${formatMistake(t, error)}` : t('busy');
  const problem = isShow ? t('prepare.problem', { url: request.showUrl.slice(0, 100) }) : otherProblem;
  return insertPack(release, request, `<p class="notice" role="alert">${escapeMarkup(problem)}</p>`);
}
