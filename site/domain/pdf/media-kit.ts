// The media kit as a PDF: what its document says, set for print.
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { mediaKit } from '../documents/press.ts';
import { countWords } from '../markdown.ts';
import { palette } from '../palette.ts';
import type { PublicFacts } from '../room.ts';
import { type Blocks, blocksOf, dataUrl, type Picture, rowsOf } from './blocks.ts';
import type { Faces } from './faces.ts';
import { type SheetPictures, sheetOf } from './sheet.ts';
import { type Language, languageOf } from './words.ts';

type Kit = ReturnType<typeof mediaKit>;

/** Small copies of pictures by their address. */
export type Thumbnails = Map<string, Picture>;

export const thumbnailBox = { width: 112, height: 120 };
const logoBox = { width: 112, height: 56 };

function bios({ bios: own }: Kit, { text, small, paragraphs }: Blocks, { say, number }: Language): Content[] {
  const entries = (['short', 'medium', 'long'] as const).map((id) => ({ label: say(id), words: own[id] }));
  const different = entries.filter(({ words }, i) => i === 0 || words !== entries[i - 1]!.words);
  return different.flatMap(({ label: name, words }, i) => {
    const [first = '', ...rest] = paragraphs(words);
    const head: Content = {
      columns: [
        text(name, { face: 'sansBold', width: 'auto' }),
        small(say('words', { count: number(countWords(words)) }), { margin: [0, 1.2, 0, 0] }),
      ],
      columnGap: 7,
      margin: [0, i === 0 ? 0 : 5, 0, 3],
    };
    // A heading stays with its first paragraph.
    return [{ stack: [head, first], unbreakable: words.length < 3000 }, ...rest];
  });
}

function numbers({ stats }: Kit, { text, small, colours }: Blocks, { number, day }: Language): Content[] {
  const cells = stats.map(({ label: what, value, unit, asOf, source }): Content => {
    const isSign = unit !== undefined && unit.length <= 2;
    return {
      stack: [
        text(`${number(value)}${isSign ? `\u00a0${unit}` : ''}`, {
          face: 'serif',
          fontSize: 21,
          lineHeight: 1,
          color: colours.ink,
        }),
        text([what, ...(unit && !isSign ? [unit] : [])].join(', '), {
          face: 'sansBold',
          fontSize: 9,
          margin: [0, 1, 0, 1],
        }),
        small([source, day(asOf)].filter(Boolean).join(', '), { fontSize: 7.6 }),
      ],
    };
  });
  return rowsOf(cells, 3);
}

const pictureIn = (picture: Picture, { width, height }: { width: number; height: number }): Content => ({
  image: dataUrl(picture),
  fit: [width, height],
  margin: [0, 0, 0, 5],
});

/** What a picture desk asks for: size, credit, terms, and where the file is. */
function pictures(
  images: Kit['headshots'],
  thumbnails: Thumbnails,
  box: { width: number; height: number },
  blocks: Blocks,
  { say }: Language,
): Content[] {
  const { small, link } = blocks;
  const cells = images.map(({ url, alt, width, height, credit, license }): Content => {
    const thumbnail = thumbnails.get(url);
    return {
      stack: [
        ...(thumbnail ? [pictureIn(thumbnail, box)] : []),
        small(alt, { fontSize: 8, color: blocks.colours.ink }),
        ...[credit, license, `${width} × ${height}`].flatMap((line) => (line ? [small(line, { fontSize: 7.6 })] : [])),
        link(say('file'), url, { fontSize: 8 }),
      ],
    };
  });
  return rowsOf(cells, 3);
}

function glance(kit: Kit, { pairs, label, text }: Blocks, { say }: Language): Content[] {
  return [
    ...pairs([
      { label: say('publication'), values: [kit.publication] },
      { label: say('saidAs'), values: [kit.pronunciation] },
      { label: say('pronouns'), values: [kit.pronouns] },
      { label: say('tagline'), values: [kit.tagline] },
    ]),
    ...(kit.topics.length > 0
      ? [{ stack: [label(say('topics')), text(kit.topics.join('  ·  '))], margin: [0, 9, 0, 0] } as Content]
      : []),
  ];
}

export function mediaKitPdf(
  facts: PublicFacts,
  faces: Faces,
  shown: SheetPictures,
  thumbnails: Thumbnails,
  missing: Set<string>,
): TDocumentDefinitions {
  const kit = mediaKit(facts);
  const { creator, baseUrl } = facts;
  const blocks = blocksOf(faces, palette(creator.accentColor, 'light'), missing);
  const language = languageOf(creator.language);
  const { say, day } = language;
  const { section, text, paragraphs, link, label } = blocks;
  const sheet = {
    kicker: say('mediaKit'),
    title: kit.name,
    lede: creator.oneLiner,
    foot: [kit.name, say('mediaKit'), ...(kit.approvedAt ? [say('approved', { day: day(kit.approvedAt) })] : [])].join(
      '  ·  ',
    ),
    home: `${baseUrl}/media-kit`,
    author: kit.name,
    language: language.tag,
    changedAt: kit.updatedAt,
    keywords: kit.topics,
  };
  return sheetOf(blocks, sheet, shown, [
    ...section(say('glance'), glance(kit, blocks, language)),
    ...section(say('contact'), blocks.contact(kit.pressContact)),
    ...section(say('biography'), bios(kit, blocks, language)),
    ...section(say('numbers'), numbers(kit, blocks, language)),
    ...section(
      say('blurbs'),
      kit.blurbs.map((blurb, i): Content => ({
        stack: [label(blurb.label), text(blurb.text)],
        margin: [0, i === 0 ? 0 : 7, 0, 0],
        unbreakable: true,
      })),
    ),
    ...section(say('boilerplate'), paragraphs(kit.boilerplate ?? '')),
    ...section(say('portraits'), pictures(kit.headshots, thumbnails, thumbnailBox, blocks, language)),
    ...section(say('logos'), pictures(kit.logos, thumbnails, logoBox, blocks, language)),
    ...section(
      say('links'),
      kit.links.map(({ label: name, url }) => link(name, url)),
    ),
    ...section(say('together'), [link(say('zip'), `${baseUrl}/media-kit.zip`)]),
  ]);
}
