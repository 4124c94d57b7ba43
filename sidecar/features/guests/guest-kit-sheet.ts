// Lays out a guest kit as a PDF. Text from the request is printed as it is; it never becomes a link.
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { GuestKit } from '#contract/schemas/guest-kit.ts';
import type { PublicFacts } from '#domain/room.ts';
import { usualBio } from '#domain/documents/press.ts';
import { listBlock, labelledGrid, sectionBlock, sideBySide } from '#domain/pdf/blocks.ts';
import { type SheetContext, buildSheet } from '#domain/pdf/sheet.ts';
import { addressWithoutScheme } from '#domain/pdf/type.ts';

const about = ({ guest }: GuestKit, { type, language: { t } }: SheetContext): Content[] => [
  ...type.paragraphs(usualBio(guest.bio)),
  ...labelledGrid(type, [
    { label: t('kit.saidAs'), values: [guest.pronunciation] },
    { label: t('kit.pronouns'), values: [guest.pronouns] },
  ]),
];

function questions({ interviewQuestions }: GuestKit, { type }: SheetContext): Content[] {
  const lines = interviewQuestions.map(({ question }, i): Content => {
    const number = type.text(`${i + 1}`, { face: 'serif', fontSize: 12, lineHeight: 1, color: type.colours.link });
    return sideBySide(
      type,
      [
        { width: 20, stack: [number] },
        { width: '*', stack: [type.text(question)] },
      ],
      0,
    );
  });
  return listBlock(lines, 4);
}

const angles = ({ suggestedAngles }: GuestKit, { type }: SheetContext): Content[] =>
  listBlock(
    suggestedAngles.map(({ title, rationale }) => ({
      stack: [type.subheading(title, { face: 'sansBold' }), type.text(rationale)],
    })),
    5,
  );

const toRead = ({ topDots }: GuestKit, { type, language }: SheetContext): Content[] =>
  listBlock(
    topDots.map(({ title, url, date, why }) => ({
      stack: [type.link(title, url, { face: 'sansBold' }), type.small(`${language.day(date)}  ·  ${why}`)],
    })),
    5,
  );

const portraits = ({ headshots }: GuestKit, { type }: SheetContext): Content[] =>
  listBlock(
    headshots.map(({ alt, url, width, height, credit, license }) => ({
      stack: [type.link(alt, url), type.small([`${width} × ${height}`, credit, license].filter(Boolean).join('  ·  '))],
    })),
    4,
  );

const technical = ({ technicalNotes }: GuestKit, { type }: SheetContext): Content[] =>
  listBlock(
    technicalNotes.map((note) => type.text(note)),
    3,
  );

const links = ({ guest }: GuestKit, { type }: SheetContext): Content[] =>
  listBlock(
    guest.links.map(({ label, url }) => type.link(label, url)),
    0,
  );

export function buildGuestKitPdf(
  { creator, baseUrl }: PublicFacts,
  kit: GuestKit,
  desk: SheetContext,
): TDocumentDefinitions {
  const { guest, showName } = kit;
  const { type, language } = desk;
  const { t, day } = language;
  const sheet = {
    kicker: t('pdf.guestKit'),
    title: t('pdf.on', { guest: guest.name, show: showName }),
    lede: creator.oneLiner,
    dateLine: t('pdf.made', { day: day(kit.generatedAt) }),
    home: kit.url,
    author: guest.name,
    changedAt: kit.generatedAt,
    keywords: kit.topic ? [kit.topic] : [],
  };
  const aloud = type.text(kit.introduction, { face: 'serif', fontSize: 12.5, lineHeight: 1.18 });
  const titles = kit.suggestedTitles.map((title) => type.text(title, { face: 'serif', fontSize: 11.5 }));
  return buildSheet(desk, sheet, [
    ...sectionBlock(type, t('pdf.readAloud'), [aloud]),
    ...sectionBlock(type, t('kit.bios'), about(kit, desk)),
    ...sectionBlock(type, t('pdf.titles'), listBlock(titles, 0)),
    ...sectionBlock(type, t('prepare.questions'), questions(kit, desk)),
    ...sectionBlock(type, t('prepare.angles'), angles(kit, desk)),
    ...sectionBlock(type, t('prepare.dots'), toRead(kit, desk)),
    ...sectionBlock(type, t('kit.portraits'), portraits(kit, desk)),
    ...sectionBlock(type, t('pdf.technical'), technical(kit, desk)),
    ...sectionBlock(type, t('kit.links'), links(kit, desk)),
    ...sectionBlock(type, t('speaking.invite'), [
      type.link(addressWithoutScheme(`${baseUrl}/booking`), `${baseUrl}/booking`),
    ]),
  ]);
}
