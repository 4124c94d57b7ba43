// Renders a guest kit as Markdown; untrusted text is escaped.
import type { GuestKit } from '#contract/schemas/guest-kit.ts';
import { usualBio } from '#domain/documents/press.ts';
import type { Translate } from '#domain/messages/messages.ts';
import {
  bulletList,
  frontMatter,
  numberedList,
  markdownSection,
  joinMarkdownLines,
} from '#domain/text/markdown-text.ts';

/** Escapes a text so that Markdown shows it as plain text in one line (CommonMark §2.4). */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|&~]/g, '\\$&')
    .replace(/^(\d+)([.)])|^([-+])/, '$1$3\\$2');

const link = (label: string, url: string): string =>
  `[${plain(label)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;

/** Messages come in the language of the room. */
export function renderGuestKitMarkdown(kit: GuestKit, t: Translate): string {
  const { guestKitId, url, generatedAt, showName } = kit;
  return joinMarkdownLines([
    ...frontMatter({ guestKitId, url, generatedAt, showName }),
    ...renderGuestKitText(kit, t),
    `${t('prepare.book')}: POST ${kit.links.bookingRequest}`,
  ]);
}

/** Returns the lines of a kit, also for the page. */
export function renderGuestKitText(kit: GuestKit, t: Translate): string[] {
  const { guest, showName } = kit;
  const about = [
    guest.pronunciation && `${t('kit.saidAs')}: ${plain(guest.pronunciation)}`,
    guest.pronouns && `${t('kit.pronouns')}: ${plain(guest.pronouns)}`,
  ];
  return [
    `# ${t('pdf.on', { guest: plain(guest.name), show: plain(showName) })}`,
    '',
    ...markdownSection(t('pdf.readAloud'), [plain(kit.introduction)]),
    ...markdownSection(t('kit.bios'), [plain(usualBio(guest.bio)), '', ...bulletList(about)]),
    ...markdownSection(t('pdf.titles'), bulletList(kit.suggestedTitles.map(plain))),
    ...markdownSection(
      t('prepare.questions'),
      numberedList(kit.interviewQuestions.map(({ question }) => plain(question))),
    ),
    ...markdownSection(
      t('prepare.angles'),
      bulletList(kit.suggestedAngles.map(({ title, rationale }) => `**${plain(title)}**: ${plain(rationale)}`)),
    ),
    ...markdownSection(
      t('prepare.dots'),
      bulletList(kit.topDots.map(({ title, url, why }) => `${link(title, url)}: ${plain(why)}`)),
    ),
    ...markdownSection(
      t('kit.portraits'),
      bulletList(kit.headshots.map(({ alt, url, credit }) => link(credit ? `${alt} (${credit})` : alt, url))),
    ),
    ...markdownSection(t('pdf.technical'), bulletList(kit.technicalNotes.map(plain))),
    ...markdownSection(t('kit.links'), bulletList(guest.links.map(({ label, url }) => link(label, url)))),
  ];
}
