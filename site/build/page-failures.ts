// Pages that could not be rendered: noted while Astro emits, so that the build can go on without the items that are to blame.
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { type LeftOut, type PageFailure, pageFailuresFile } from '#contract/schemas/left-out.ts';

export const noteFailure = (releaseDir: string, failure: PageFailure): void =>
  appendFileSync(join(releaseDir, pageFailuresFile), `${JSON.stringify(failure)}\n`);

/** Such a release is not sealed: the build script begins again without these items. */
export const hasFailures = (releaseDir: string): boolean => existsSync(join(releaseDir, pageFailuresFile));

/** What the build script learned from the attempts before. */
export const failedBefore = (): LeftOut['items'] => JSON.parse(env.GREENROOM_LEFT_OUT ?? '[]') as LeftOut['items'];
