// Renders the media kit as a PDF.
import type { Content, Margins, TDocumentDefinitions } from 'pdfmake/interfaces';
import { bioLengths, mediaKit } from '#domain/documents/press.ts';
import { joinList, lengthLabel } from '#domain/messages/messages.ts';
import {
  contactLines,
  dataUrl,
  listBlock,
  labelledGrid,
  type PdfPicture,
  gridRows,
  sectionBlock,
} from '#domain/pdf/blocks.ts';
import { type SheetContext, buildSheet } from '#domain/pdf/sheet.ts';
import { withRole } from '#domain/pdf/tags.ts';
import type { PublicFacts } from '#domain/room.ts';

type Kit = ReturnType<typeof mediaKit>;

export type Thumbnails = Map<string, PdfPicture>;

interface Box {
  width: number;
  height: number;
}
const portraitBox: Box = { width: 112, height: 120 };
const logoBox: Box = { width: 112, height: 56 };

function bioBlocks({ bios: own }: Kit, { type, language }: SheetContext): Content[] {
  const { tag, t, number } = language;
  const entries = bioLengths.flatMap((id) => (own[id] ? [{ name: t(`kit.${id}`), words: own[id] }] : []));
  return entries.flatMap(({ name, words }, i) => {
    const length = lengthLabel(tag, words, number);
    const [first = '', ...rest] = type.paragraphs(words);
    const margin: Margins = [0, i === 0 ? 0 : 5, 0, 3];
    const face = 'sansBold';
    const headingWithLength: Content = {
      columns: [type.subheading(name, { face, width: 'auto' }), type.small(length, { margin: [0, 1.2, 0, 0] })],
      columnGap: 7,
      margin,
    };
    const head = type.fromRight ? type.subheading(`${name}  ·  ${length}`, { face, margin }) : headingWithLength;
    return [{ stack: [head, first] }, ...rest];
  });
}

function numberBlocks({ stats }: Kit, { type, language }: SheetContext): Content[] {
  const cells = stats.map(({ label, value, unit, asOf, source }): Content => {
    const isSign = unit !== undefined && unit.length <= 2;
    const number = language.number(value) + (isSign ? `\u00a0${unit}` : '');
    const what = unit && !isSign ? `${label}, ${unit}` : label;
    return {
      stack: [
        type.text(number, { face: 'serif', fontSize: 21, lineHeight: 1 }),
        type.text(what, { face: 'sansBold', fontSize: 9, margin: [0, 1, 0, 1] }),
        type.small(joinList(language.t, [source, language.day(asOf)]), { fontSize: 7.6 }),
      ],
    };
  });
  return gridRows(type, cells, 3);
}

/** Renders pictures with their size, credit, terms and address. */
function pictureBlocks(
  images: Kit['headshots'],
  box: Box,
  thumbnails: Thumbnails,
  { type, language }: SheetContext,
): Content[] {
  const alignment = type.fromRight ? ({ alignment: 'right' } as const) : {};
  const cells = images.map(({ url, alt, width, height, credit, license }): Content => {
    const thumbnail = thumbnails.get(url);
    const facts = [credit, license, `${width} × ${height}`].filter((line) => line !== undefined);
    return {
      stack: [
        ...(thumbnail
          ? [
              withRole<Content>(
                { image: dataUrl(thumbnail), fit: [box.width, box.height], ...alignment, margin: [0, 0, 0, 5] },
                { tag: 'Figure', alt },
              ),
            ]
          : []),
        type.text(alt, { fontSize: 8 }),
        ...facts.map((line) => type.small(line, { fontSize: 7.6 })),
        type.link(language.t('download'), url, { fontSize: 8 }),
      ],
    };
  });
  return gridRows(type, cells, 3);
}

function glanceBlocks(kit: Kit, { type, language: { t } }: SheetContext): Content[] {
  const names = labelledGrid(type, [
    { label: t('kit.publication'), values: [kit.publication] },
    { label: t('kit.saidAs'), values: [kit.pronunciation] },
    { label: t('kit.pronouns'), values: [kit.pronouns] },
    { label: t('kit.job'), values: [kit.jobTitle] },
    { label: t('kit.tagline'), values: [kit.tagline] },
  ]);
  const topics: Content = {
    stack: [type.label(t('home.subjects')), type.text(kit.topics.join('  ·  '))],
    margin: [0, 9, 0, 0],
  };
  return kit.topics.length > 0 ? [...names, topics] : names;
}

const blurbBlocks = (kit: Kit, { type }: SheetContext): Content[] =>
  listBlock(
    kit.blurbs.map(({ label, text }) => ({ stack: [type.label(label), type.text(text)] })),
    7,
  );

const memberBlocks = ({ members = [] }: Kit, { type }: SheetContext): Content[] =>
  listBlock(
    members.map(({ name, role, bio }) => ({
      stack: [type.label([name, role].filter(Boolean).join(', ')), ...(bio ? [type.text(bio)] : [])],
    })),
    7,
  );

export function mediaKitPdf(facts: PublicFacts, context: SheetContext, thumbnails: Thumbnails): TDocumentDefinitions {
  const kit = mediaKit(facts);
  const { type } = context;
  const { t, day } = context.language;
  const sheet = {
    kicker: t('nav.mediaKit'),
    title: kit.name,
    lede: facts.creator.oneLiner,
    dateLine: kit.approvedAt && t('pdf.approved', { day: day(kit.approvedAt) }),
    home: `${facts.baseUrl}/media-kit`,
    author: kit.name,
    changedAt: kit.updatedAt,
    keywords: kit.topics,
  };
  const { file, credit, license } = facts.creator.portrait ?? {};
  // The first page already shows the portrait at the top.
  const isAtHead = context.pictures.portrait && !credit && !license;
  const others = kit.headshots.filter(({ url }) => !isAtHead || url !== `${facts.baseUrl}/media/${file}`);
  const links = listBlock(
    kit.links.map(({ label, url }) => type.link(label, url)),
    0,
  );
  return buildSheet(context, sheet, [
    ...sectionBlock(type, t('kit.glance'), glanceBlocks(kit, context)),
    ...sectionBlock(type, t('home.members'), memberBlocks(kit, context)),
    ...sectionBlock(type, t('kit.contact'), contactLines(type, kit.pressContact)),
    ...(kit.contacts ?? []).flatMap((contact) =>
      sectionBlock(type, t(`kit.${contact.role}`), contactLines(type, contact)),
    ),
    ...sectionBlock(type, t('kit.bios'), bioBlocks(kit, context)),
    ...sectionBlock(type, t('kit.numbers'), numberBlocks(kit, context)),
    ...sectionBlock(type, t('kit.blurbs'), blurbBlocks(kit, context)),
    ...sectionBlock(type, t('kit.boilerplate'), type.paragraphs(kit.boilerplate ?? '')),
    ...sectionBlock(type, t('kit.portraits'), pictureBlocks(others, portraitBox, thumbnails, context)),
    ...sectionBlock(type, t('kit.logos'), pictureBlocks(kit.logos, logoBox, thumbnails, context)),
    ...sectionBlock(type, t('kit.links'), links),
    ...sectionBlock(type, t('pdf.together'), kit.zipUrl ? [type.link(t('pdf.zip'), kit.zipUrl)] : []),
  ]);
}
