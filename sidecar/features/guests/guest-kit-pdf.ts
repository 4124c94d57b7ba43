// Renders guest kits as PDFs, one at a time, in a worker thread that ends after some idle time.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { ApiError } from '#contract/errors.ts';
import type { GuestKit } from '#contract/schemas/guest-kit.ts';
import { faceFiles, needsOptionalFaces } from '#domain/pdf/faces.ts';
import { guestKitPictures } from '#domain/pdf/pictures-file.ts';
import { findPackageFile, installOptionalPackage } from '../../jobs/optional-packages.ts';
import type { Release } from '../../release/release.ts';
import type { GuestKitPdfResult, GuestKitPdfJob } from './guest-kit-worker.ts';

const maxWaiting = 20;
const longestMs = 20_000;
const idleMs = 60_000;

/** Creates the job for a kit, with only the facts that the PDF shows. */
const jobOf = (kit: GuestKit, { pages, fileOf, facts }: Release): GuestKitPdfJob => ({
  facts: { creator: facts.creator, baseUrl: facts.baseUrl, access: facts.access, media: [], calls: facts.calls },
  kit,
  picturesFile: fileOf(pages.get(guestKitPictures)!),
});

/** Installs fonts for scripts that need them; if that fails, the PDF lacks those letters. */
async function haveLetters(body: string): Promise<void> {
  if (needsOptionalFaces(body) && !findPackageFile('letters', faceFiles.japanese))
    await installOptionalPackage('letters').catch(() => {});
}

export function createGuestKitRenderer(start = () => new Worker(new URL('./guest-kit-worker.ts', import.meta.url))) {
  const queue = new PQueue({ concurrency: 1 });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const end = () => {
    void worker?.terminate();
    worker = undefined;
  };
  function running(): Worker {
    clearTimeout(idle);
    worker ??= start();
    worker.unref();
    return worker;
  }

  async function run(job: GuestKitPdfJob): Promise<Buffer> {
    const thread = running();
    try {
      const signal = AbortSignal.timeout(longestMs);
      const message = once(thread, 'message', { signal }) as Promise<[GuestKitPdfResult]>;
      thread.postMessage(job);
      const [answer] = await message;
      if ('problem' in answer) throw new Error(answer.problem);
      return Buffer.from(answer.bytes);
    } catch (error) {
      end();
      throw error;
    } finally {
      idle = setTimeout(end, idleMs).unref();
    }
  }

  return (body: string, release: Release): Promise<Buffer> => {
    if (queue.size >= maxWaiting)
      throw new ApiError('unavailable', 'Too many guest kits are being created. Try again in a few seconds.');
    return queue.add(async () => {
      await haveLetters(body);
      return run(jobOf(JSON.parse(body) as GuestKit, release));
    });
  };
}
