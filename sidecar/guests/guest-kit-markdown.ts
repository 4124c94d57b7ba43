// The guest kit as Markdown, for a person or a language model; text from outside is escaped.
import type { GuestKit } from '#contract/schemas/guest-kit.ts';
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

export function guestKitMarkdown(kit: GuestKit): string {
  const { guest, guestKitId, url, generatedAt, showName } = kit;
  const about = [
    guest.pronunciation && `Say: ${plain(guest.pronunciation)}`,
    guest.pronouns && `Pronouns: ${plain(guest.pronouns)}`,
  ];
  return textOf([
    ...frontMatter({ guestKitId, url, generatedAt, showName }),
    `# ${plain(guest.name)} on ${plain(showName)}`,
    '',
    ...section('Introduction, to be read aloud', [plain(kit.introduction)]),
    ...section('About', [plain(guest.bio.medium), '', ...bullets(about)]),
    ...section('Titles', bullets(kit.suggestedTitles.map(plain))),
    ...section('Questions', numbered(kit.interviewQuestions.map(({ question }) => plain(question)))),
    ...section(
      'Angles',
      bullets(kit.suggestedAngles.map(({ title, rationale }) => `**${plain(title)}**: ${plain(rationale)}`)),
    ),
    ...section(
      'To read first',
      bullets(kit.topDots.map(({ title, url, why }) => `${link(title, url)}: ${plain(why)}`)),
    ),
    ...section(
      'Pictures',
      bullets(kit.headshots.map(({ alt, url, credit }) => link(credit ? `${alt} (${credit})` : alt, url))),
    ),
    ...section('Technical notes', bullets(kit.technicalNotes.map(plain))),
    ...section('Links', bullets(guest.links.map(({ label, url }) => link(label, url)))),
    `Ask for a booking: POST ${kit.links.bookingRequest}`,
  ]);
}
