// Lays out a guest kit as a PDF. Text from the request is printed as it is; it never becomes a link.
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { GuestKit } from '#contract/schemas/guest-kit.ts';
import type { PublicFacts } from '#domain/room.ts';
import { usualBio } from '#domain/documents/press.ts';
import { listBlock, labelledGrid, sectionBlock, sideBySide } from '#domain/pdf/blocks.ts';
import { type SheetContext, buildSheet } from '#domain/pdf/sheet.ts';
import { addressWithoutScheme } from '#domain/pdf/type.ts';

const aboutBlocks = ({ guest }: GuestKit, { type, language: { t } }: SheetContext): Content[] => [
  ...type.paragraphs(usualBio(guest.bio)),
  ...labelledGrid(type, [
    { label: t('kit.saidAs'), values: [guest.pronunciation] },
    { label: t('kit.pronouns'), values: [guest.pronouns] },
  ]),
];

function questionBlocks({ interviewQuestions }: GuestKit, { type }: SheetContext): Content[] {
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

const angleBlocks = ({ suggestedAngles }: GuestKit, { type }: SheetContext): Content[] =>
  listBlock(
    suggestedAngles.map(({ title, rationale }) => ({
      stack: [type.subheading(title, { face: 'sansBold' }), type.text(rationale)],
    })),
    5,
  );

const dotBlocks = ({ topDots }: GuestKit, { type, language }: SheetContext): Content[] =>
  listBlock(
    topDots.map(({ title, url, date, why }) => ({
      stack: [type.link(title, url, { face: 'sansBold' }), type.small(`${language.day(date)}  ·  ${why}`)],
    })),
    5,
  );

const portraitBlocks = ({ headshots }: GuestKit, { type }: SheetContext): Content[] =>
  listBlock(
    headshots.map(({ alt, url, width, height, credit, license }) => ({
      stack: [type.link(alt, url), type.small([`${width} × ${height}`, credit, license].filter(Boolean).join('  ·  '))],
    })),
    4,
  );

const technicalBlocks = ({ technicalNotes }: GuestKit, { type }: SheetContext): Content[] =>
  listBlock(
    technicalNotes.map((note) => type.text(note)),
    3,
  );

const linkBlocks = ({ guest }: GuestKit, { type }: SheetContext): Content[] =>
  listBlock(
    guest.links.map(({ label, url }) => type.link(label, url)),
    0,
  );

export function buildGuestKitPdf(
  { creator, baseUrl }: PublicFacts,
  kit: GuestKit,
  context: SheetContext,
): TDocumentDefinitions {
  const { guest, showName } = kit;
  const { type, language } = context;
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
  const introduction = type.text(kit.introduction, { face: 'serif', fontSize: 12.5, lineHeight: 1.18 });
  const titles = kit.suggestedTitles.map((title) => type.text(title, { face: 'serif', fontSize: 11.5 }));
  return buildSheet(context, sheet, [
    ...sectionBlock(type, t('pdf.readAloud'), [introduction]),
    ...sectionBlock(type, t('kit.bios'), aboutBlocks(kit, context)),
    ...sectionBlock(type, t('pdf.titles'), listBlock(titles, 0)),
    ...sectionBlock(type, t('prepare.questions'), questionBlocks(kit, context)),
    ...sectionBlock(type, t('prepare.angles'), angleBlocks(kit, context)),
    ...sectionBlock(type, t('prepare.dots'), dotBlocks(kit, context)),
    ...sectionBlock(type, t('kit.portraits'), portraitBlocks(kit, context)),
    ...sectionBlock(type, t('pdf.technical'), technicalBlocks(kit, context)),
    ...sectionBlock(type, t('kit.links'), linkBlocks(kit, context)),
    ...sectionBlock(type, t('speaking.invite'), [
      type.link(addressWithoutScheme(`${baseUrl}/booking`), `${baseUrl}/booking`),
    ]),
  ]);
}
