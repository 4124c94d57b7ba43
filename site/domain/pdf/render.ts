// From a definition to the bytes of a PDF. Nothing is read from disk or fetched: fonts and pictures come in as bytes.
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces';
import { type Face, type Faces, scriptFaces } from './faces.ts';

/** Declared here, since the types of the package leave out what is not for browsers. */
const { virtualfs } = pdfmake as unknown as { virtualfs: { writeFileSync: (name: string, bytes: Buffer) => void } };

const fileOf = (face: Face): string => `${face}.ttf`;
const fonts = {
  Serif: {
    normal: fileOf('serif'),
    bold: fileOf('serif'),
    italics: fileOf('serifItalic'),
    bolditalics: fileOf('serifItalic'),
  },
  ...Object.fromEntries(
    scriptFaces.map((face) => {
      const file = fileOf(face);
      return [face, { normal: file, bold: file, italics: file, bolditalics: file }];
    }),
  ),
  Sans: { normal: fileOf('sans'), bold: fileOf('sansBold'), italics: fileOf('sans'), bolditalics: fileOf('sansBold') },
};

const known = new Set<Buffer>();
function useFaces(faces: Faces): void {
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  for (const [face, { bytes }] of faces.opened()) {
    if (known.has(bytes)) continue;
    known.add(bytes);
    virtualfs.writeFileSync(fileOf(face), bytes);
  }
}

export async function renderPdf(definition: TDocumentDefinitions, faces: Faces): Promise<Buffer> {
  useFaces(faces);
  // Copied, since a name in it becomes bytes while a document is made.
  pdfmake.setFonts(structuredClone(fonts));
  return pdfmake.createPdf(definition).getBuffer();
}
