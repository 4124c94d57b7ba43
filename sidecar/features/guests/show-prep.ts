// GET /api/agent/show-prep: the briefing pack, made of what is published.
import type { BriefingPack } from '#contract/schemas/press.ts';
import { withheld, withheldText } from '#domain/access/access.ts';
import { briefingPack } from '#domain/documents/briefing-pack.ts';
import type { Filter } from '#domain/lists/content-index.ts';
import { assertShowUrl } from '#domain/live-pages.ts';
import { sayIn } from '#domain/messages/messages.ts';
import { inLine } from '#domain/text/markdown.ts';
import { bullets, frontMatter, link, numbered, section, textOf } from '#domain/text/markdown-text.ts';
import type { PublicFacts } from '#domain/room.ts';
import { emptyReason } from '../../release/empty-reason.ts';
import type { Release } from '../../release/release.ts';
import { topDotsFor } from '../../release/top-dots.ts';
import { etagOf, json, type Handler } from '../../http/handler.ts';

/** Returns the briefing pack as Markdown; text from outside is escaped. */
function briefingPackMarkdown({ creator, baseUrl }: PublicFacts, pack: BriefingPack): string {
  const say = sayIn(creator.language);
  const { showUrl, topic, topDots, suggestedAngles, interviewQuestions } = pack;
  return textOf([
    ...frontMatter({ showUrl, topic, guest: creator.name, source: `${baseUrl}/` }),
    `# ${inLine(creator.name)}: ${inLine(say('prepare.for', { show: showUrl }))}`,
    '',
    inLine(creator.bios?.short ?? creator.oneLiner),
    '',
    ...section(
      say('prepare.dots'),
      bullets(topDots.map(({ title, url, date, why }) => `${date} ${link(title, url)}: ${inLine(why)}`)),
    ),
    ...section(
      say('prepare.angles'),
      bullets(suggestedAngles.map(({ title, rationale }) => `${inLine(title)}: ${inLine(rationale)}`)),
    ),
    ...section(say('prepare.questions'), numbered(interviewQuestions.map(({ question }) => inLine(question)))),
    ...section(
      say('kit.links'),
      bullets([
        link(say('nav.mediaKit'), `${baseUrl}/media-kit`),
        link(say('prepare.book'), `${baseUrl}/booking`),
        link(say('footer.room'), `${baseUrl}/`),
      ]),
    ),
  ]);
}

/** Why there is nothing or less than there could be. @spec-gap empty-reason */
function gapsOf(
  { index, facts }: Release,
  { topDots }: BriefingPack,
  filter: Filter,
  newest = Infinity,
): Partial<BriefingPack> {
  const hidden = Math.max(0, index.items.length - newest);
  const reason = hidden > 0 ? 'l402_required' : topDots.length > 0 ? undefined : emptyReason(index, filter, 0);
  return { ...(reason && { emptyReason: reason }), ...withheld(facts.access, hidden, 0) };
}

export const showPrep: Handler<'showPrep'> = ({ query }, { release, newest }) => {
  const { showUrl, topic, limit = 8, format = 'json' } = query;
  assertShowUrl(showUrl);
  const pack = () => {
    const picked = topDotsFor(release, { topic, names: [showUrl] }, limit, newest);
    const made = briefingPack(release.facts, picked, { showUrl, topic });
    return {
      ...made,
      ...gapsOf(release, made, { types: [], ...(topic !== undefined && { topics: [topic] }) }, newest),
    };
  };
  const isMarkdown = format === 'markdown';
  const markdown = (made: BriefingPack) => {
    const kept = withheldText(made);
    const body = briefingPackMarkdown(release.facts, made) + (kept && `\n${kept}\n`);
    return { body, type: 'text/markdown; charset=utf-8' };
  };
  return {
    etag: etagOf(release.index.etag, showUrl, topic, limit, newest, ...(isMarkdown ? [format] : [])),
    lastModified: release.index.updatedAt,
    answer: () => (isMarkdown ? markdown(pack()) : json(pack())),
  };
};
