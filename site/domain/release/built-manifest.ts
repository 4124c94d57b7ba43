// A manifest in the memory of who builds, and how it is written and read.
import { entriesFollow, type Manifest, type ManifestDelta, type ManifestEntry } from './manifest.ts';
import { differences, groupEntries, type ReleaseEntries } from './release-entries.ts';

/** In the memory of who walks all of them with each release: a map is many times as fast as an object of that size. */
export interface BuiltManifest extends Omit<Manifest, 'entries'> {
  entries: ReleaseEntries;
}

type Named = [path: string, entry: ManifestEntry];

/** Entries stay the same objects from release to release. */
const lines = new WeakMap<ManifestEntry, { path: string; line: string }>();

function lineOf(path: string, entry: ManifestEntry): string {
  const known = lines.get(entry);
  if (known?.path === path) return known.line;
  const line = `${JSON.stringify(path)}:${JSON.stringify(entry)}`;
  lines.set(entry, { path, line });
  return line;
}

/** JSON with a line for each entry, so that a reader need not parse them all. */
export function manifestText({
  entries,
  ...facts
}: Omit<BuiltManifest, 'entries'> & { entries: Iterable<Named> }): string {
  const all = Array.from(entries, ([path, entry]) => lineOf(path, entry));
  return `${JSON.stringify(facts).slice(0, -1)}${entriesFollow}\n${all.join(',\n')}\n}}\n`;
}

/** Parses a manifest, also one that an older version wrote. Entries that are the same in `other` are its objects. */
export function manifestIn(text: string, other?: BuiltManifest): BuiltManifest {
  const { entries, ...facts } = JSON.parse(text) as Manifest;
  return { ...facts, entries: groupEntries(Object.entries(entries), other?.entries) };
}

export function deltaBetween(
  { release: from, entries: before }: BuiltManifest,
  { entries, ...facts }: BuiltManifest,
): ManifestDelta {
  const different = differences(before, entries).filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
  const changed = different.flatMap(({ path, is }) => (is ? [[path, is] as const] : []));
  const gone = different.flatMap(({ path, is }) => (is ? [] : [path]));
  return { ...facts, from, changed: Object.fromEntries(changed), gone };
}
