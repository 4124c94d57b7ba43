// Checks that the live release is complete and was built for the address of this room.
import type { Settings } from '../../sidecar/settings/settings.ts';
import { findDamagedPages, describeDamage } from '../../sidecar/release/damage.ts';
import { objectFile, openSnapshot, findDatabaseProblem, readFacts, readPages } from '../../sidecar/release/room-db.ts';
import { type CheckResult, ok, problem } from './finding.ts';

const rebuild = { fix: 'npm run build' };

export async function checkRelease({
  distDir,
  baseUrl,
}: Pick<Settings, 'distDir' | 'baseUrl'>): Promise<CheckResult[]> {
  let db: ReturnType<typeof openSnapshot>;
  try {
    db = openSnapshot(distDir);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = isMissing
      ? `there is no release in ${distDir}`
      : `the release in ${distDir} cannot be read: ${(error as Error).message}`;
    return [problem(why, rebuild)];
  }
  try {
    const broken = findDatabaseProblem(db);
    if (broken) return [problem(`the live release is damaged: ${broken}`, rebuild)];
    const pages = readPages(db);
    const damaged = (await findDamagedPages({
      pages,
      fileOf: (page, encoding) => objectFile(distDir, page, encoding),
    }))!;
    if (damaged.length > 0) return [problem(`the live release is damaged: ${describeDamage(damaged)}`, rebuild)];
    const facts = readFacts(db)!;
    if (facts.baseUrl !== baseUrl)
      return [problem(`the live release was built for ${facts.baseUrl}, but BASE_URL is ${baseUrl}`, rebuild)];
    return [ok(`release ${facts.release} is complete: ${[...pages.entries()].length} addresses`)];
  } finally {
    db.close();
  }
}
