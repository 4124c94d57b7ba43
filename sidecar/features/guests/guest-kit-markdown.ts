// The guest kit as Markdown, for a person or a language model; text from outside is escaped.
import type { GuestKit } from '#contract/schemas/guest-kit.ts';
import type { Translate } from '#domain/messages/messages.ts';
import {
  bulletList,
  frontMatter,
  numberedList,
  markdownSection,
  joinMarkdownLines,
} from '#domain/text/markdown-text.ts';

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
export function guestKitMarkdown(kit: GuestKit, say: Translate): string {
  const { guestKitId, url, generatedAt, showName } = kit;
  return joinMarkdownLines([
    ...frontMatter({ guestKitId, url, generatedAt, showName }),
    ...guestKitText(kit, say),
    `${say('prepare.book')}: POST ${kit.links.bookingRequest}`,
  ]);
}

/** The text of a kit, also used on the page for people. */
export function guestKitText(kit: GuestKit, say: Translate): string[] {
  const { guest, showName } = kit;
  const about = [
    guest.pronunciation && `${say('kit.saidAs')}: ${plain(guest.pronunciation)}`,
    guest.pronouns && `${say('kit.pronouns')}: ${plain(guest.pronouns)}`,
  ];
  return [
    `# ${say('pdf.on', { guest: plain(guest.name), show: plain(showName) })}`,
    '',
    ...markdownSection(say('pdf.readAloud'), [plain(kit.introduction)]),
    ...markdownSection(say('kit.bios'), [plain(guest.bio.medium), '', ...bulletList(about)]),
    ...markdownSection(say('pdf.titles'), bulletList(kit.suggestedTitles.map(plain))),
    ...markdownSection(
      say('prepare.questions'),
      numberedList(kit.interviewQuestions.map(({ question }) => plain(question))),
    ),
    ...markdownSection(
      say('prepare.angles'),
      bulletList(kit.suggestedAngles.map(({ title, rationale }) => `**${plain(title)}**: ${plain(rationale)}`)),
    ),
    ...markdownSection(
      say('prepare.dots'),
      bulletList(kit.topDots.map(({ title, url, why }) => `${link(title, url)}: ${plain(why)}`)),
    ),
    ...markdownSection(
      say('kit.portraits'),
      bulletList(kit.headshots.map(({ alt, url, credit }) => link(credit ? `${alt} (${credit})` : alt, url))),
    ),
    ...markdownSection(say('pdf.technical'), bulletList(kit.technicalNotes.map(plain))),
    ...markdownSection(say('kit.links'), bulletList(guest.links.map(({ label, url }) => link(label, url)))),
  ];
}
