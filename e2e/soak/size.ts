// Sizes of tests by a seed: `npm run soak` runs them long; `npm test`, and a test that is named, short.
import process from 'node:process';

/** The same seed makes the same choices; what the machine makes of them differs. */
export const seed = Number(process.env.SOAK_SEED ?? 1);

export const isLong = process.env.SOAK === 'long';
export const sized = <T>(short: T, long: T): T => (isLong ? long : short);

/** Number of kills: a share of SOAK_KILLS. */
export const killsOf = (short: number, part: number): number =>
  sized(short, Math.round(part * Number(process.env.SOAK_KILLS ?? 2000)));

/** A long run takes an hour, so it reports its progress. */
export function progress(line: string): void {
  if (isLong && ++said % 50 === 0) console.error(line);
}
let said = 0;

export type Chance = () => number;

/** Mulberry32: from 0 to below 1. Each actor has numbers of its own, so that none depends on the pace of another. */
export function chanceOf(actor: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(actor + 1, 0x85ebca6b);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
