// Ports and releases that the rooms of one test process take over from each other. A room starts with the release of an
// earlier one at the same port, so that its build makes only what differs.
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Contents that have little in common have releases of their own. */
export type ContentKind = 'example' | 'other';

export interface RoomSlot {
  port: number;
  isTaken: boolean;
  /** Folders with a release, by the content of the room that made it. */
  releases: Map<ContentKind, string>;
}

// Below the ports that systems give to connections, and others for each process of a run.
const portsOfProcess = 100;
const firstPort = 20_000 + (process.pid % 120) * portsOfProcess;
let portsTried = 0;

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listens = await new Promise<boolean>((done) => {
    server.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true));
  });
  if (listens) await new Promise((done) => server.close(done));
  return listens;
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (portsTried++ % portsOfProcess);
    if (!slots.some((slot) => slot.port === port) && (await isFree(port))) return port;
  }
}

const slots: RoomSlot[] = [];

export async function takeSlot(): Promise<RoomSlot> {
  for (const slot of slots) {
    if (slot.isTaken) continue;
    slot.isTaken = true;
    if (await isFree(slot.port)) return slot;
  }
  const slot: RoomSlot = { port: await freePort(), isTaken: true, releases: new Map() };
  slots.push(slot);
  return slot;
}

/** Links the files, which programs replace and never change, and copies the database. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name.startsWith('room.db')) copyFileSync(source, target);
    else linkSync(source, target);
  }
}

/** Gives a room the release of an earlier one, at best at the same port, or the built example of the run. */
export function reuseRelease(slot: RoomSlot, kind: ContentKind, dist: string): void {
  const built = kind === 'example' ? process.env.TEST_EXAMPLE : undefined;
  const [earlier] = [slot, ...slots].flatMap(({ releases }) => releases.get(kind) ?? []);
  const from = earlier ?? (built && join(built, 'dist'));
  if (from) linkFolder(from, dist);
}

const releaseEntries = ['objects', 'console', 'room.db'];

/** Retains the release of a room for later ones, until this process ends. */
export function retainRelease({ releases }: RoomSlot, kind: ContentKind, dist: string): void {
  if (releases.has(kind)) return;
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-release-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  releases.set(kind, folder);
  for (const name of releaseEntries) {
    if (name.endsWith('.db')) copyFileSync(join(dist, name), join(folder, name));
    else linkFolder(join(dist, name), join(folder, name));
  }
}
