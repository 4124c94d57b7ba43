// The briefing pack as Markdown, for the host who prepares the show; text from outside is escaped.
import type { BriefingPack } from '#contract/schemas/press.ts';
import { sayIn } from '#domain/messages/messages.ts';
import { inLine } from '#domain/text/markdown.ts';
import { bullets, frontMatter, link, numbered, section, textOf } from '#domain/text/markdown-text.ts';
import type { PublicFacts } from '#domain/room.ts';

export function briefingPackMarkdown({ creator, baseUrl }: PublicFacts, pack: BriefingPack): string {
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
