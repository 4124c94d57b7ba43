// The guest kit as Markdown, for a person or a language model; text from outside is escaped.
import type { GuestKit } from '#contract/schemas/guest-kit.ts';
import type { Say } from '#domain/messages/messages.ts';
import { bullets, frontMatter, numbered, section, textOf } from '#domain/text/markdown-text.ts';

/** As plain text in one line: nothing in it is a mark, a link or a tag (CommonMark §2.4). */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|&~]/g, '\\$&')
    .replace(/^(\d+)([.)])|^([-+])/, '$1$3\\$2');

const link = (label: string, url: string): string =>
  `[${plain(label)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;

/** `say`: in the language of the room. */
export function guestKitMarkdown(kit: GuestKit, say: Say): string {
  const { guestKitId, url, generatedAt, showName } = kit;
  return textOf([
    ...frontMatter({ guestKitId, url, generatedAt, showName }),
    ...guestKitText(kit, say),
    `${say('prepare.book')}: POST ${kit.links.bookingRequest}`,
  ]);
}

/** The text of a kit, also used on the page for people. */
export function guestKitText(kit: GuestKit, say: Say): string[] {
  const { guest, showName } = kit;
  const about = [
    guest.pronunciation && `${say('kit.saidAs')}: ${plain(guest.pronunciation)}`,
    guest.pronouns && `${say('kit.pronouns')}: ${plain(guest.pronouns)}`,
  ];
  return [
    `# ${say('pdf.on', { guest: plain(guest.name), show: plain(showName) })}`,
    '',
    ...section(say('pdf.readAloud'), [plain(kit.introduction)]),
    ...section(say('kit.bios'), [plain(guest.bio.medium), '', ...bullets(about)]),
    ...section(say('pdf.titles'), bullets(kit.suggestedTitles.map(plain))),
    ...section(say('prepare.questions'), numbered(kit.interviewQuestions.map(({ question }) => plain(question)))),
    ...section(
      say('prepare.angles'),
      bullets(kit.suggestedAngles.map(({ title, rationale }) => `**${plain(title)}**: ${plain(rationale)}`)),
    ),
    ...section(
      say('prepare.dots'),
      bullets(kit.topDots.map(({ title, url, why }) => `${link(title, url)}: ${plain(why)}`)),
    ),
    ...section(
      say('kit.portraits'),
      bullets(kit.headshots.map(({ alt, url, credit }) => link(credit ? `${alt} (${credit})` : alt, url))),
    ),
    ...section(say('pdf.technical'), bullets(kit.technicalNotes.map(plain))),
    ...section(say('kit.links'), bullets(guest.links.map(({ label, url }) => link(label, url)))),
  ];
}
