// The folder of a fetched release: a link to the objects, the few files at no address, and the manifest.
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pid } from 'node:process';
import { deltaFile, type Manifest, type ManifestDelta } from '#domain/release/page.ts';
import { changedManifest } from './manifest-lines.ts';
import { partsOf, type StoredFacts } from './stored.ts';

/** Where the parts of a file lie in it, by name. */
type Cuts = Map<string, [start: number, end: number]>;

interface FolderDeps {
  dir: string;
  /** Folder of the release that is live here. */
  before: string | undefined;
  facts: StoredFacts;
  /** The manifest that the changes are made to. */
  text: Buffer;
  changes: { changed: Manifest['entries']; gone: string[] };
  /** The release that is live here, if the text is its manifest. */
  from: string | undefined;
  fetchPart: (name: string) => Promise<Buffer>;
}

/** Makes folders one after the other. */
export class FolderMaker {
  /** Of the folder made last, by path: most parts of the next one are in it. */
  #made = { dir: '', cuts: new Map<string, Cuts>() };

  async make({ dir, before, facts: stored, text, changes, from, fetchPart }: FolderDeps): Promise<void> {
    const making = `${dir}.${pid}.fetching`;
    await rm(making, { recursive: true, force: true });
    for (const folder of ['public', 'private']) {
      await mkdir(join(making, folder), { recursive: true });
      await symlink(join('..', '..', '..', 'objects'), join(making, folder, 'objects'));
    }
    const { parts, ...others } = stored;
    const facts: Omit<Manifest, 'entries'> = { ...others, isFetched: true };
    const made = { dir, cuts: new Map<string, Cuts>() };
    const assemble = async (path: string, names: string[]) => {
      await mkdir(dirname(join(making, path)), { recursive: true });
      const bytes = await this.#parts(path, names, before, fetchPart);
      let at = 0;
      made.cuts.set(path, new Map(names.map((name, n) => [name, [at, (at += bytes[n]!.length)]])));
      await writeFile(join(making, path), bytes);
    };
    await Promise.all(Object.entries(parts).map(([path, names]) => assemble(path, names)));
    const delta: ManifestDelta | undefined = from === undefined ? undefined : { ...facts, from, ...changes };
    if (delta) await writeFile(join(making, deltaFile), JSON.stringify(delta));
    await writeFile(join(making, 'manifest.json'), changedManifest(text, facts, changes));
    await rm(dir, { recursive: true, force: true });
    await rename(making, dir);
    this.#made = made;
  }

  async #parts(
    path: string,
    names: string[],
    before: string | undefined,
    fetchPart: (name: string) => Promise<Buffer>,
  ): Promise<Buffer[]> {
    const bytes = before === undefined ? undefined : await readFile(join(before, path)).catch(() => undefined);
    const cuts = before === this.#made.dir ? this.#made.cuts.get(path) : undefined;
    const known = new Map<string, Buffer>();
    if (bytes && cuts) for (const [name, [start, end]] of cuts) known.set(name, bytes.subarray(start, end));
    else if (bytes) for (const [name, part] of partsOf(path, bytes)) known.set(name, part);
    return Promise.all(names.map((name) => known.get(name) ?? fetchPart(name)));
  }
}
