// Installs the large fonts for share cards and PDFs once the content needs them.
import { faceFiles, needsOptionalFaces } from '#domain/pdf/faces.ts';
import { findPackageFile, installOptionalPackage } from '../../sidecar/jobs/optional-packages.ts';
import { type Io, print, printError } from '../io.ts';
import type { Content } from './catalog.ts';

const needsLargeFonts = ({ facts: { creator }, items }: Pick<Content, 'facts' | 'items'>): boolean =>
  needsOptionalFaces(JSON.stringify(creator)) || items.some(({ title }) => needsOptionalFaces(title));

/** Installs the fonts if necessary. If that fails, cards and PDFs omit the letters. */
export async function installFontsIfNeeded(io: Io, content: Pick<Content, 'facts' | 'items'>): Promise<void> {
  if (findPackageFile('letters', faceFiles.japanese) || !needsLargeFonts(content)) return;
  print(io, 'Build: installing Japanese, Chinese and Korean letters for share cards and PDFs (200 MB)');
  await installOptionalPackage('letters').catch(({ message }: Error) =>
    printError(io, `Build: installing failed, share cards and PDFs omit these letters: ${message.split('\n')[0]}`),
  );
}
