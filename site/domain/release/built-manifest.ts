// A manifest in the memory of who builds, and how it is written and read.
import {
  entriesFollow,
  type Manifest,
  type ManifestDelta,
  type ManifestEntry,
  type ManifestFacts,
} from './manifest.ts';
import { differences, ReleaseEntries } from './release-entries.ts';

export interface BuiltManifest extends Omit<Manifest, 'entries' | 'base'> {
  entries: ReleaseEntries;
  /** Entries of the manifest in `baseFile`, where there is one. */
  base?: ReleaseEntries;
}

type Named = [path: string, entry: ManifestEntry];

/** JSON with a line for each entry, so that a reader need not parse them all. Yields line by line, since the whole may be large. */
function* piecesWith(facts: ManifestFacts, entries: Iterable<Named>): Generator<string> {
  yield `${JSON.stringify(facts).slice(0, -1)}${entriesFollow}`;
  let end = '\n';
  for (const [path, entry] of entries) {
    yield `${end}${JSON.stringify(path)}:${JSON.stringify(entry)}`;
    end = ',\n';
  }
  yield end === '\n' ? '\n\n}}\n' : '\n}}\n';
}

export const textWith = (...of: Parameters<typeof piecesWith>): string => [...piecesWith(...of)].join('');

/** The whole, or what differs from the base. */
export function manifestPieces({ base, entries, ...facts }: BuiltManifest): Generator<string> {
  if (!base) return piecesWith(facts, entries);
  const all = differences(base, entries);
  const gone = all.flatMap(({ path, is }) => (is ? [] : [path]));
  return piecesWith(
    { ...facts, base: { gone } },
    all.flatMap(({ path, is }): Named[] => (is ? [[path, is]] : [])),
  );
}

/** What a manifest says, also one that an older version wrote. */
export function builtManifest({ entries, base: _, ...facts }: Manifest): BuiltManifest {
  return { ...facts, entries: new ReleaseEntries(Object.entries(entries)) };
}

/** The same where another manifest is its base. */
export function builtOnBase({ entries, base, ...facts }: Manifest, below: ReleaseEntries): BuiltManifest {
  return { ...facts, base: below, entries: below.with(Object.entries(entries), base?.gone) };
}

export function deltaBetween(
  { release: from, entries: before }: Pick<BuiltManifest, 'release' | 'entries'>,
  { entries, base: _, ...facts }: BuiltManifest,
): ManifestDelta {
  const different = differences(before, entries).filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
  const changed = different.flatMap(({ path, is }) => (is ? [[path, is] as const] : []));
  const gone = different.flatMap(({ path, is }) => (is ? [] : [path]));
  return { ...facts, from, changed: Object.fromEntries(changed), gone };
}
