// The worker thread that renders guest kits as PDFs, because one takes as long as hundreds of other responses.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { GuestKit } from '#contract/schemas/guest-kit.ts';
import { openFaces } from '#domain/pdf/faces.ts';
import type { Fontkit } from '#domain/pdf/open-fonts.ts';
import { buildGuestKitPdf } from './guest-kit-sheet.ts';
import { unpackPictures } from '#domain/pdf/pictures-file.ts';
import { renderPdf } from '#domain/pdf/render.ts';
import { createSheetContext } from '#domain/pdf/sheet.ts';
import type { PublicFacts } from '#domain/room.ts';
import { findPackageFile } from '../../jobs/optional-packages.ts';
import { root } from '../../settings/root.ts';

export interface GuestKitPdfJob {
  facts: PublicFacts;
  kit: GuestKit;
  picturesFile: string;
}

export type GuestKitPdfResult = { bytes: Uint8Array } | { problem: string };

const faces = openFaces(
  (file) => {
    const path = findPackageFile('letters', file);
    return path ? readFileSync(path) : undefined;
  },
  createRequire(join(root, '_'))('fontkit') as Fontkit,
);

async function set({ facts, kit, picturesFile }: GuestKitPdfJob): Promise<Buffer> {
  const pictures = unpackPictures(readFileSync(picturesFile, 'utf8'));
  return renderPdf(buildGuestKitPdf(facts, kit, createSheetContext(facts.creator, faces, pictures, new Set())), faces);
}

parentPort!.on('message', (job: GuestKitPdfJob) => {
  set(job).then(
    (bytes) => parentPort!.postMessage({ bytes } satisfies GuestKitPdfResult),
    (error: Error) => parentPort!.postMessage({ problem: error.stack ?? error.message } satisfies GuestKitPdfResult),
  );
});
