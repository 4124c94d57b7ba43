// The speaking profile as a PDF: a sheet to hand to whoever fills a programme.
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { speaking } from '../documents/press.ts';
import { palette } from '../palette.ts';
import type { Room } from '../room.ts';
import { type Blocks, blocksOf, rowsOf } from './blocks.ts';
import type { Faces } from './faces.ts';
import { type SheetPictures, sheetOf } from './sheet.ts';
import { type Language, languageOf } from './words.ts';

type Profile = ReturnType<typeof speaking>;

function offered({ topics }: Profile, { text, small }: Blocks, { say }: Language): Content[] {
  const cells = topics.map(({ title, description, formats, durationMinutes }): Content => {
    const facts = [...formats, ...(durationMinutes ? [say('minutes', { count: String(durationMinutes) })] : [])];
    return {
      stack: [
        text(title, { face: 'serif', fontSize: 11.5, lineHeight: 1.05, margin: [0, 0, 0, 2] }),
        text(description, { fontSize: 9 }),
        small(facts.join('  ·  '), { margin: [0, 2, 0, 0] }),
      ],
    };
  });
  return rowsOf(cells, 2);
}

function heard({ testimonials }: Profile, { text, small }: Blocks): Content[] {
  const cells = testimonials.map(({ quote, name, role }): Content => ({
    stack: [
      text(`“${quote}”`, { face: 'serifItalic', fontSize: 9.8, lineHeight: 1.08, margin: [0, 0, 0, 3] }),
      text(name, { face: 'sansBold', fontSize: 8.5 }),
      ...(role ? [small(role, { fontSize: 8 })] : []),
    ],
  }));
  return rowsOf(cells, Math.min(3, Math.max(1, cells.length)));
}

function given({ pastTalks }: Profile, { text, link, small }: Blocks, { say, day }: Language): Content[] {
  return pastTalks.map(({ title, event, date, location, url, videoUrl }) => ({
    columns: [
      { width: 92, stack: [small(day(date), { margin: [0, 1, 0, 0] })] },
      {
        width: '*',
        stack: [
          text(title, { face: 'sansBold', fontSize: 9.2 }),
          {
            columns: [
              url ? link(event, url, { width: 'auto', fontSize: 9 }) : text(event, { width: 'auto', fontSize: 9 }),
              ...(location ? [small(location, { width: 'auto', margin: [0, 0.5, 0, 0] })] : []),
              ...(videoUrl
                ? [link(say('recording'), videoUrl, { width: 'auto', fontSize: 8.5, margin: [0, 0.5, 0, 0] })]
                : []),
            ],
            columnGap: 8,
          } as Content,
        ],
      },
    ],
    margin: [0, 0, 0, 4],
    unbreakable: true,
  }));
}

const practical = (profile: Profile, { pairs }: Blocks, { say, nameOf }: Language): Content[] =>
  pairs([
    { label: say('audiences'), values: profile.audiences },
    { label: say('needs'), values: profile.requirements },
    { label: say('languages'), values: [profile.languages.map(nameOf).join(', ')] },
    { label: say('travelsFrom'), values: [profile.travelsFrom] },
  ]);

export function speakingPdf(
  room: Room,
  faces: Faces,
  shown: SheetPictures,
  missing: Set<string>,
): TDocumentDefinitions {
  const profile = speaking(room);
  const { creator, baseUrl } = room;
  const blocks = blocksOf(faces, palette(creator.accentColor, 'light'), missing);
  const language = languageOf(creator.language);
  const { say, day } = language;
  const { section, paragraphs, link, contact } = blocks;
  const sheet = {
    kicker: say('speaking'),
    title: profile.name,
    lede: creator.oneLiner,
    foot: [profile.name, say('speaking'), ...(creator.updatedAt ? [day(creator.updatedAt)] : [])].join('  ·  '),
    home: `${baseUrl}/speaking`,
    author: profile.name,
    language: language.tag,
    changedAt: profile.updatedAt,
    keywords: creator.topics,
  };
  return sheetOf(blocks, sheet, shown, [
    ...section(say('introduction'), paragraphs(profile.bio)),
    ...section(say('offer'), offered(profile, blocks, language)),
    ...section(say('heard'), heard(profile, blocks)),
    ...section(say('given'), given(profile, blocks, language)),
    ...section(say('practical'), practical(profile, blocks, language)),
    ...section(say('invite'), [
      link(`${baseUrl}/booking`.replace(/^https?:\/\//, ''), `${baseUrl}/booking`),
      ...contact(creator.pressContact),
    ]),
  ]);
}
