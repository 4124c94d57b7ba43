// From a definition to the bytes of a PDF. Nothing is read from disk or fetched: fonts and pictures come in as bytes.
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces';
import { type Face, faceFiles, type Faces, scriptFaces } from './faces.ts';
import { assignRoles } from './tags.ts';

const fileOf = (face: Face): string => `${face}.ttf`;
const faceIn = (file: string): Face => file.replace(/\.ttf$/, '') as Face;
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

let known: Faces | undefined;
function useFaces(faces: Faces): void {
  if (known === faces) return;
  known = faces;
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  // Faces that are opened when a text needs them: some have ten megabytes. The types of the package leave this out.
  (pdfmake as unknown as { virtualfs: object }).virtualfs = {
    existsSync: (file: string) => faceIn(file) in faceFiles,
    readFileSync: (file: string) => faces.token(faceIn(file)),
  };
}

export async function renderPdf(definition: TDocumentDefinitions, faces: Faces): Promise<Buffer> {
  useFaces(faces);
  // Copied, since a name in it becomes bytes while a document is made.
  pdfmake.setFonts(structuredClone(fonts));
  assignRoles(definition.content);
  return pdfmake.createPdf(definition).getBuffer();
}
