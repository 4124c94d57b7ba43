// A guest kit as a PDF, for the desk of whoever hosts the show.
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { GuestKit } from '#contract/schemas/guest-kit.ts';
import { palette } from '../palette.ts';
import type { PublicFacts } from '../room.ts';
import { type Blocks, blocksOf } from './blocks.ts';
import type { Faces } from './faces.ts';
import { type SheetPictures, sheetOf } from './sheet.ts';
import { type Language, languageOf } from './words.ts';

const about = ({ guest }: GuestKit, { paragraphs, pairs }: Blocks, { say }: Language): Content[] => [
  ...paragraphs(guest.bio.medium),
  ...pairs([
    { label: say('saidAs'), values: [guest.pronunciation] },
    { label: say('pronouns'), values: [guest.pronouns] },
  ]),
];

const numbered = (lines: string[], { text, colours }: Blocks): Content[] =>
  lines.map((line, i) => ({
    columns: [
      { width: 20, stack: [text(`${i + 1}`, { face: 'serif', fontSize: 12, lineHeight: 1, color: colours.link })] },
      { width: '*', stack: [text(line)] },
    ],
    margin: [0, 0, 0, 4],
    unbreakable: true,
  }));

const angles = ({ suggestedAngles }: GuestKit, { text }: Blocks): Content[] =>
  suggestedAngles.map(({ title, rationale }) => ({
    stack: [text(title, { face: 'sansBold' }), text(rationale)],
    margin: [0, 0, 0, 5],
    unbreakable: true,
  }));

const toRead = ({ topDots }: GuestKit, { link, small }: Blocks, { day }: Language): Content[] =>
  topDots.map(({ title, url, date, why }) => ({
    stack: [link(title, url, { face: 'sansBold' }), small(`${day(date)}  ·  ${why}`)],
    margin: [0, 0, 0, 5],
    unbreakable: true,
  }));

const portraits = ({ headshots }: GuestKit, { link, small }: Blocks): Content[] =>
  headshots.map(({ alt, url, width, height, credit, license }) => ({
    stack: [link(alt, url), small([`${width} × ${height}`, credit, license].filter(Boolean).join('  ·  '))],
    margin: [0, 0, 0, 4],
    unbreakable: true,
  }));

/** What hosts wrote is set as it is: nothing in it becomes a mark or a link. */
export function guestKitPdf(
  { creator, baseUrl }: PublicFacts,
  kit: GuestKit,
  faces: Faces,
  shown: SheetPictures,
): TDocumentDefinitions {
  const { guest, showName } = kit;
  const blocks = blocksOf(faces, palette(creator.accentColor, 'light'), new Set());
  const language = languageOf(creator.language);
  const { say, day } = language;
  const { section, text, link } = blocks;
  const sheet = {
    kicker: `${say('guestKit')}  ·  ${guest.name}`,
    title: say('on', { guest: guest.name, show: showName }),
    lede: creator.oneLiner,
    foot: [guest.name, say('guestKit'), say('made', { day: day(kit.generatedAt) })].join('  ·  '),
    home: kit.url,
    author: guest.name,
    language: language.tag,
    changedAt: kit.generatedAt,
    keywords: kit.topic ? [kit.topic] : [],
  };
  return sheetOf(blocks, sheet, shown, [
    ...section(say('readAloud'), [text(kit.introduction, { face: 'serif', fontSize: 12.5, lineHeight: 1.18 })]),
    ...section(say('biography'), about(kit, blocks, language)),
    ...section(
      say('titles'),
      kit.suggestedTitles.map((title) => text(title, { face: 'serif', fontSize: 11.5 })),
    ),
    ...section(
      say('questions'),
      numbered(
        kit.interviewQuestions.map(({ question }) => question),
        blocks,
      ),
    ),
    ...section(say('angles'), angles(kit, blocks)),
    ...section(say('readFirst'), toRead(kit, blocks, language)),
    ...section(say('portraits'), portraits(kit, blocks)),
    ...section(
      say('technical'),
      kit.technicalNotes.map((note) => text(note, { margin: [0, 0, 0, 3] })),
    ),
    ...section(
      say('links'),
      guest.links.map(({ label, url }) => link(label, url)),
    ),
    ...section(say('invite'), [link(`${baseUrl}/booking`.replace(/^https?:\/\//, ''), `${baseUrl}/booking`)]),
  ]);
}
