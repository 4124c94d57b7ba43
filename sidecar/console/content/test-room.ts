// Creates a console with its own content folder; pages are returned as their models.
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import type { ConsoleFrame } from '../ui/frame.ts';
import { formatItemFile, parseItemFile } from '#domain/items/item-file.ts';
import type { ReviewDesk, ItemFolder } from '../../content/review-desk.ts';
import type { Store } from '../../storage/store.ts';
import { openDesk } from '../../content/desk.ts';
import { type FormFields, forgetSignIns, openConsole, readPage, signInByLink } from '../test-console.ts';

export const lowTide: StoredItem = {
  id: 'low-tide-01234567',
  type: 'article',
  title: 'Low tide',
  date: '2026-02-01T08:00:00Z',
  summary: 'The water goes out.',
  keywords: ['sea'],
  themeIds: [],
  sourceFeed: 'blog',
};

export interface PageAnswer<Model> {
  status: number;
  /** Target of the redirect without its notice. */
  to: string | undefined;
  notice: string | undefined;
  view: string;
  frame: ConsoleFrame;
  model: Model;
}

export interface ConsoleTestRoom {
  contentDir: string;
  desk: ReviewDesk;
  /** Number of item files that were read. */
  reads: () => number;
  builds: string[];
  put: (folder: ItemFolder, item?: Partial<StoredItem>, body?: string) => Promise<void>;
  get: (folder: ItemFolder, id?: string) => Promise<StoredItem & { body: string }>;
  filesIn: (folder: ItemFolder) => Promise<string[]>;
  open: <Model>(path: string) => Promise<PageAnswer<Model>>;
  send: <Model>(path: string, fields: FormFields) => Promise<PageAnswer<Model>>;
  /** Entries of the form `who: action subject (detail)`. */
  audit: () => Promise<string[]>;
}

async function createContentDir(t: TestContext) {
  const contentDir = await fs.mkdtemp(join(tmpdir(), 'greenroom-console-'));
  t.after(() => fs.rm(contentDir, { recursive: true }));
  for (const folder of ['inbox', 'published', 'rejected']) await fs.mkdir(join(contentDir, folder));
  return contentDir;
}

const pathOf = (contentDir: string, folder: ItemFolder, id: string) => join(contentDir, folder, `${id}.md`);

function filesOf(contentDir: string): Pick<ConsoleTestRoom, 'put' | 'get' | 'filesIn'> {
  return {
    put: (folder, item = {}, body = 'The water went out.') => {
      const whole = { ...lowTide, ...item };
      return fs.writeFile(pathOf(contentDir, folder, whole.id), formatItemFile({ item: whole, body }));
    },
    get: async (folder, id = lowTide.id) => {
      const { item, body } = parseItemFile(await fs.readFile(pathOf(contentDir, folder, id), 'utf8'));
      return { ...(item as StoredItem), body };
    },
    filesIn: async (folder) => (await fs.readdir(join(contentDir, folder))).sort(),
  };
}

export async function openRoom(t: TestContext, store: Store, entries: string[] = []): Promise<ConsoleTestRoom> {
  const contentDir = await createContentDir(t);
  await forgetSignIns({ store });
  const builds: string[] = [];
  let reads = 0;
  const readFile = (path: string) => {
    if (path.endsWith('.md')) reads++;
    return fs.readFile(path);
  };
  const desk = { ...openDesk(contentDir), fs: { ...fs, readFile }, now: () => new Date('2026-03-01T12:00:00Z') };
  const request = async (step = 'build') => void builds.push(step);
  const builder = { getReady: async () => {}, request, last: async () => undefined, isUnderWay: async () => false };
  const console = openConsole(store, { entries, console: { desk, builds: builder } });
  t.after(() => console.app.close());
  const browser = await signInByLink(console);
  return {
    contentDir,
    desk,
    reads: () => reads,
    builds,
    ...filesOf(contentDir),
    open: async (path) => readPageAnswer(await browser.get(path)),
    send: async (path, fields) => readPageAnswer(await browser.post(path, fields)),
    audit: async () =>
      (await store.db.selectFrom('audit').selectAll().where('action', 'like', 'item.%').orderBy('id').execute()).map(
        ({ who, action, subject, detail }) => `${who}: ${action} ${subject}${detail ? ` (${detail})` : ''}`,
      ),
  };
}

function readRedirect(location: string | undefined): Pick<PageAnswer<unknown>, 'to' | 'notice'> {
  if (!location) return { to: undefined, notice: undefined };
  const { pathname, searchParams } = new URL(location, 'http://localhost');
  const notice = searchParams.get('notice') ?? undefined;
  searchParams.delete('notice');
  searchParams.delete('count');
  return { to: pathname + (searchParams.size > 0 ? `?${searchParams}` : ''), notice };
}

function readPageAnswer<Model>(answer: LightMyRequestResponse): PageAnswer<Model> {
  const { location } = answer.headers;
  const page = location ? undefined : readPage<Model>(answer);
  return {
    status: answer.statusCode,
    ...readRedirect(location),
    view: page?.view as string,
    frame: page?.frame as ConsoleFrame,
    model: page?.model as Model,
  };
}
