// GET /api/agent/show-prep returns the briefing pack.
import type { BriefingPack } from '#contract/schemas/press.ts';
import { summarizeWithheld, withheldSentence } from '#domain/access/access.ts';
import { briefingPack } from '#domain/documents/briefing-pack.ts';
import type { Filter } from '#domain/lists/content-index.ts';
import { assertShowUrl } from '#domain/live-pages.ts';
import { translatorFor } from '#domain/messages/messages.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import {
  bulletList,
  frontMatter,
  markdownLink,
  numberedList,
  markdownSection,
  joinMarkdownLines,
} from '#domain/text/markdown-text.ts';
import type { PublicFacts } from '#domain/room.ts';
import { explainNoItems } from '../../release/empty-reason.ts';
import type { Release } from '../../release/release.ts';
import { selectTopDots } from '../../release/top-dots.ts';
import { createEtag, json, type Handler } from '../../http/handler.ts';

/** Renders the briefing pack as Markdown; untrusted text is escaped. */
function briefingPackMarkdown({ creator, baseUrl }: PublicFacts, pack: BriefingPack): string {
  const t = translatorFor(creator.language);
  const { showUrl, topic, topDots, suggestedAngles, interviewQuestions } = pack;
  return joinMarkdownLines([
    ...frontMatter({ showUrl, topic, guest: creator.name, source: `${baseUrl}/` }),
    `# ${escapeInline(creator.name)}: ${escapeInline(t('prepare.for', { show: showUrl }))}`,
    '',
    escapeInline(creator.bios?.short ?? creator.oneLiner),
    '',
    ...markdownSection(
      t('prepare.dots'),
      bulletList(
        topDots.map(({ title, url, date, why }) => `${date} ${markdownLink(title, url)}: ${escapeInline(why)}`),
      ),
    ),
    ...markdownSection(
      t('prepare.angles'),
      bulletList(suggestedAngles.map(({ title, rationale }) => `${escapeInline(title)}: ${escapeInline(rationale)}`)),
    ),
    ...markdownSection(
      t('prepare.questions'),
      numberedList(interviewQuestions.map(({ question }) => escapeInline(question))),
    ),
    ...markdownSection(
      t('kit.links'),
      bulletList([
        markdownLink(t('nav.mediaKit'), `${baseUrl}/media-kit`),
        markdownLink(t('prepare.book'), `${baseUrl}/booking`),
        markdownLink(t('footer.room'), `${baseUrl}/`),
      ]),
    ),
  ]);
}

/** Returns the reason if the pack is empty or incomplete. @spec-gap empty-reason */
function gapsOf(
  { index, facts }: Release,
  { topDots }: BriefingPack,
  filter: Filter,
  newest = Infinity,
): Partial<BriefingPack> {
  const hiddenCount = Math.max(0, index.items.length - newest);
  return {
    ...(topDots.length === 0 && explainNoItems(index, filter, 0, hiddenCount > 0)),
    ...summarizeWithheld(facts.access, hiddenCount),
  };
}

export const showPrep: Handler<'showPrep'> = ({ query }, { release, newest }) => {
  const { showUrl, topic, limit = 8, format = 'json' } = query;
  assertShowUrl(showUrl);
  const pack = () => {
    const selection = selectTopDots(release, { topic, names: [showUrl] }, limit, newest);
    const briefing = briefingPack(release.facts, selection, { showUrl, topic });
    return {
      ...briefing,
      ...gapsOf(release, briefing, { types: [], ...(topic !== undefined && { topics: [topic] }) }, newest),
    };
  };
  const isMarkdown = format === 'markdown';
  const markdown = (briefing: BriefingPack) => {
    const note = withheldSentence(briefing);
    const body = briefingPackMarkdown(release.facts, briefing) + (note && `\n${note}\n`);
    return { body, type: 'text/markdown; charset=utf-8' };
  };
  return {
    etag: createEtag(release.index.etag, showUrl, topic, limit, newest, ...(isMarkdown ? [format] : [])),
    lastModified: release.index.updatedAt,
    answer: () => (isMarkdown ? markdown(pack()) : json(pack())),
  };
};
