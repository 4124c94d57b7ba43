// Rooms that a run of the tests has built: the next test with the same content and settings takes one of them as it was
// when it was built. A room is built for its address, so that it goes with its port, and to one test at a time.
import { createHash, type Hash, randomInt } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Settings that stand in what is built, besides the place. */
const shapingSettings = ['NEXUS', 'RATES'];

/** Below those that systems hand out by themselves (Linux: from 32768), so that nobody is given one meanwhile. */
const firstPort = 20_000;
const lastPort = 32_000;

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  const free = await new Promise<boolean>((done) => {
    server.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true));
  });
  await new Promise((done) => server.close(done));
  return free;
};

function addFiles(hash: Hash, folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.includes('/.build/'));
  for (const path of paths.sort())
    hash
      .update(`${path.slice(folder.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
}

function keyOf(content: string, settings: Record<string, string>): string {
  const shaping = Object.entries(settings).filter(([name]) => shapingSettings.includes(name));
  const hash = createHash('sha256').update(JSON.stringify(shaping.sort()));
  addFiles(hash, content);
  return hash.digest('hex').slice(0, 16);
}

/** Settings that give a room its own place. */
const isPlace = (name: string): boolean => ['PORT', 'BASE_URL'].includes(name) || name.endsWith('_DIR');

/** What a feed's server says may change, and such a server has another address in each test. */
function readsFromNetwork(content: string): boolean {
  const feeds = join(content, 'feeds.json');
  return existsSync(feeds) && readFileSync(feeds, 'utf8').includes('"url"');
}

/** False when another process has it. */
function takeLease(file: string): boolean {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

export interface Place {
  folder: string;
  port: number;
  /** Whether the folder holds the built room. */
  isBuilt: boolean;
  /** What is in the folder now is what later tests get. */
  keep: () => void;
  remove: () => void;
}

const copyOptions = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };

async function placeAt(home: string, port: number): Promise<Place | undefined> {
  const [folder, kept, lease] = ['room', 'kept', 'lease'].map((name) => join(home, String(port), name));
  mkdirSync(join(home, String(port)), { recursive: true });
  if (!takeLease(lease!)) return undefined;
  const remove = () => {
    rmSync(folder!, { recursive: true, force: true });
    rmSync(lease!);
  };
  if (!(await isFree(port))) return void remove();
  const isBuilt = existsSync(kept!);
  // A process that outlived its test may have written there since.
  rmSync(folder!, { recursive: true, force: true });
  if (isBuilt) cpSync(kept!, folder!, copyOptions);
  return { folder: folder!, port, isBuilt, keep: () => cpSync(folder!, kept!, copyOptions), remove };
}

/** A place for a room with this content, built if there is such a room. None outside of a run, or for a room of its own. */
export async function takePlace(content: string, settings: Record<string, string>): Promise<Place | undefined> {
  const rooms = process.env.TEST_ROOMS;
  if (!rooms || Object.keys(settings).some(isPlace) || readsFromNetwork(content)) return undefined;
  const home = join(rooms, keyOf(content, settings));
  for (const port of existsSync(home) ? readdirSync(home) : []) {
    const place = await placeAt(home, Number(port));
    if (place?.isBuilt) return place;
    place?.remove();
  }
  for (;;) {
    const place = await placeAt(home, randomInt(firstPort, lastPort));
    if (place) return place;
  }
}
