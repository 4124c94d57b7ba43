// Renders the speaking profile as a PDF for people who plan an event.
import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { speaking } from '#domain/documents/press.ts';
import { joinList } from '#domain/messages/messages.ts';
import type { Room } from '#domain/room.ts';
import { contactLines, listBlock, labelledGrid, gridRows, sectionBlock, sideBySide } from '#domain/pdf/blocks.ts';
import { type SheetContext, buildSheet } from '#domain/pdf/sheet.ts';
import { addressWithoutScheme } from '#domain/pdf/type.ts';

type Profile = ReturnType<typeof speaking>;

function offeredTalkBlocks({ topics }: Profile, { type, language }: SheetContext): Content[] {
  const cells = topics.map(({ title, description, formats, durationMinutes }): Content => {
    const length = durationMinutes ? [language.t('length.minutes', { minutes: durationMinutes })] : [];
    return {
      stack: [
        type.subheading(title, { face: 'serif', fontSize: 11.5, lineHeight: 1.05, margin: [0, 0, 0, 2] }),
        type.text(description, { fontSize: 9 }),
        type.small([...formats, ...length].join('  ·  '), { margin: [0, 2, 0, 0] }),
      ],
    };
  });
  return gridRows(type, cells, 2);
}

function testimonialBlocks({ testimonials }: Profile, { type }: SheetContext): Content[] {
  const cells = testimonials.map(({ quote, name, role }): Content => ({
    stack: [
      type.text(`“${quote}”`, { face: 'serifItalic', lineHeight: 1.08, margin: [0, 0, 0, 3] }),
      type.text(name, { face: 'sansBold', fontSize: 8.5 }),
      ...(role ? [type.small(role, { fontSize: 8 })] : []),
    ],
  }));
  return gridRows(type, cells, Math.min(3, cells.length));
}

function pastTalkBlocks({ pastTalks }: Profile, { type, language }: SheetContext): Content[] {
  const lines = pastTalks.map(({ title, event, date, location, url, videoUrl }): Content => {
    const facts: Column[] = [
      url ? type.link(event, url, { width: 'auto', fontSize: 9 }) : type.text(event, { width: 'auto', fontSize: 9 }),
      ...(location ? [type.small(location, { width: 'auto', margin: [0, 0.5, 0, 0] })] : []),
      ...(videoUrl ? [type.link(language.t('speaking.recording'), videoUrl, { width: 'auto', fontSize: 9 })] : []),
    ];
    const end: Column = { width: '*', text: '' };
    const what = [type.text(title, { face: 'sansBold', fontSize: 9.2 }), sideBySide(type, [...facts, end], 8)];
    const when = type.small(language.day(date), { margin: [0, 1, 0, 0] });
    return sideBySide(
      type,
      [
        { width: 92, stack: [when] },
        { width: '*', stack: what },
      ],
      0,
    );
  });
  return listBlock(lines, 4);
}

const practicalBlocks = (profile: Profile, { type, language: { t, languageName } }: SheetContext): Content[] =>
  labelledGrid(type, [
    { label: t('speaking.audiences'), values: profile.audiences },
    { label: t('speaking.needs'), values: profile.requirements },
    { label: t('speaking.languages'), values: [joinList(t, profile.languages.map(languageName))] },
    { label: t('speaking.travelsFrom'), values: [profile.travelsFrom] },
  ]);

export function speakingPdf(room: Room, context: SheetContext): TDocumentDefinitions {
  const profile = speaking(room);
  const { creator, baseUrl } = room;
  const { type, language } = context;
  const { t, day } = language;
  const sheet = {
    kicker: t('nav.speaking'),
    title: profile.name,
    lede: creator.oneLiner,
    dateLine: creator.updatedAt && day(creator.updatedAt),
    home: `${baseUrl}/speaking`,
    author: profile.name,
    changedAt: profile.updatedAt,
    keywords: creator.topics,
  };
  const booking = type.link(addressWithoutScheme(`${baseUrl}/booking`), `${baseUrl}/booking`);
  return buildSheet(context, sheet, [
    ...sectionBlock(type, t('speaking.introduction'), type.paragraphs(profile.bio)),
    ...sectionBlock(type, t('speaking.offer'), offeredTalkBlocks(profile, context)),
    ...sectionBlock(type, t('speaking.heard'), testimonialBlocks(profile, context)),
    ...sectionBlock(type, t('speaking.given'), pastTalkBlocks(profile, context)),
    ...sectionBlock(type, t('speaking.practical'), practicalBlocks(profile, context)),
    ...sectionBlock(type, t('speaking.invite'), [booking, ...contactLines(type, creator.pressContact)]),
  ]);
}
