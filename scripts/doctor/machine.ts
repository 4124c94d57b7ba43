// The machine under the room: space on its disks, its clock.
import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Found, ok, problem, warning } from './finding.ts';

const gib = 1024 ** 3;
/** A build of a room with pictures needs about as much. */
const [tooLittle, little] = [0.3 * gib, 1.5 * gib];

const inGib = (bytes: number): string => `${(bytes / gib).toFixed(1)} GiB`;

/** Of a folder that may not be there yet. */
const standing = (path: string): string => (existsSync(path) ? path : standing(dirname(path)));

export async function checkDisk(folders: Record<string, string>): Promise<Found[]> {
  const found: Found[] = [];
  const fix = 'delete what is not needed, or move the folder to another disk';
  for (const [name, folder] of Object.entries(folders)) {
    const { bavail, bsize } = await statfs(standing(folder));
    const free = bavail * bsize;
    const says = `${name} ${folder} has ${inGib(free)} left`;
    found.push(free < tooLittle ? problem(says, { fix }) : free < little ? warning(says, { fix }) : ok(says));
  }
  return found;
}

const toleratedMs = 2 * 60_000;

/** A clock that is behind is seen by files that were written later than now. */
export function checkClock(now: number, witnesses: string[]): Found[] {
  const later = witnesses.filter((path) => existsSync(path) && statSync(path).mtimeMs > now + toleratedMs);
  const at = new Date(now).toISOString();
  return later.length > 0
    ? [problem(`it is ${at}, but ${later[0]} is from later`, { fix: 'set the clock, and keep it with NTP' })]
    : [ok(at)];
}
