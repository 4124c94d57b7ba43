// The briefing pack as Markdown, for the host who prepares the show; text from outside is escaped.
import type { BriefingPack } from '#contract/schemas/press.ts';
import { inLine } from '#domain/text/markdown.ts';
import { bullets, frontMatter, link, numbered, section, textOf } from '#domain/text/markdown-text.ts';
import type { PublicFacts } from '#domain/room.ts';

export function briefingPackMarkdown({ creator, baseUrl }: PublicFacts, pack: BriefingPack): string {
  const { showUrl, topic, topDots, suggestedAngles, interviewQuestions } = pack;
  return textOf([
    ...frontMatter({ showUrl, topic, guest: creator.name, source: `${baseUrl}/` }),
    `# ${inLine(creator.name)}: briefing pack`,
    '',
    inLine(creator.bios?.short ?? creator.oneLiner),
    '',
    ...section(
      'To read first',
      bullets(topDots.map(({ title, url, date, why }) => `${date} ${link(title, url)}: ${inLine(why)}`)),
    ),
    ...section(
      'Angles',
      bullets(suggestedAngles.map(({ title, rationale }) => `${inLine(title)}: ${inLine(rationale)}`)),
    ),
    ...section('Questions', numbered(interviewQuestions.map(({ question }) => inLine(question)))),
    ...section(
      'Links',
      bullets([
        link('Media kit', `${baseUrl}/media-kit`),
        link('Ask for a date', `${baseUrl}/booking`),
        link('This room', `${baseUrl}/`),
      ]),
    ),
  ]);
}
