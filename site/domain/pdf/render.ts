// Renders a definition as PDF, without reading files or making requests: fonts and pictures are passed as bytes.
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces';
import { type Face, faceFiles, type Faces, scriptFaces } from './faces.ts';
import { assignRoles } from './tags.ts';

const faceFileName = (face: Face): string => `${face}.ttf`;
const faceOfFile = (file: string): Face => file.replace(/\.ttf$/, '') as Face;
const fonts = {
  Serif: {
    normal: faceFileName('serif'),
    bold: faceFileName('serif'),
    italics: faceFileName('serifItalic'),
    bolditalics: faceFileName('serifItalic'),
  },
  ...Object.fromEntries(
    scriptFaces.map((face) => {
      const file = faceFileName(face);
      return [face, { normal: file, bold: file, italics: file, bolditalics: file }];
    }),
  ),
  Sans: {
    normal: faceFileName('sans'),
    bold: faceFileName('sansBold'),
    italics: faceFileName('sans'),
    bolditalics: faceFileName('sansBold'),
  },
};

let currentFaces: Faces | undefined;
function useFaces(faces: Faces): void {
  if (currentFaces === faces) return;
  currentFaces = faces;
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy(() => false);
  // Opens faces on demand, because some have ten megabytes. The property is missing in the types of the package.
  (pdfmake as unknown as { virtualfs: object }).virtualfs = {
    existsSync: (file: string) => faceOfFile(file) in faceFiles,
    readFileSync: (file: string) => faces.token(faceOfFile(file)),
  };
}

export async function renderPdf(definition: TDocumentDefinitions, faces: Faces): Promise<Buffer> {
  useFaces(faces);
  // The copy protects `fonts`, because pdfmake replaces its file names by bytes.
  pdfmake.setFonts(structuredClone(fonts));
  assignRoles(definition.content);
  return pdfmake.createPdf(definition).getBuffer();
}
