// Everything that is set, where it is changed, and which parts are at work.
import process from 'node:process';
import { AccessFile, Creator, TimelineFile } from '#contract/schemas/content-files.ts';
import { apiVersion } from '#contract/version.ts';
import { accessInWords } from '../../features/access/console/prices/access-words.ts';
import type { Desk } from '../../content/review-desk.ts';
import { storeBytes } from '../../storage/size.ts';
import { type ContentFile, readContentFile } from '../content/content-file.ts';
import { receiptKeys, rotateReceiptKey } from '../../features/quotes/keys.ts';
import { type Action, type Page, who } from '../page.ts';
import type { Say } from '../words/words.ts';
import type { ShownSetting } from './shown-settings.ts';

interface ContentFileRow {
  /** Relative to the content folder. */
  path: string;
  /** What it says, in short. */
  says: string[];
  /** What is wrong with it. */
  problems: string[];
}

export interface SettingsModel {
  settings: ShownSetting[];
  contentDir: string;
  files: ContentFileRow[];
  /** Who may read what, in words. */
  access: string[];
  /** The one that signs first. */
  receiptKeys: { kid: string; createdAt: number }[];
  versions: { name: string; value: string }[];
  store: { kind: 'sqlite' | 'postgres'; bytes: number; replaced?: string };
  /** `npm run` commands that keep the store safe. */
  commands: string[];
  backups: { folder: string; everyHours: number; newestAt?: number };
}

const creatorSays = (creator: Creator, say: Say): string[] => [
  `${creator.name}, ${creator.publication}`,
  say.count('1 theme', '{count} themes', creator.themes.length),
  say.count('1 portrait', '{count} portraits', creator.headshots?.length ?? 0),
  ...(creator.updatedAt ? [say('approved {day}', { day: say.day(creator.updatedAt) })] : []),
];

/** A file that is not there says what holds instead. */
const rowOf = <T>(
  path: string,
  { value, problems }: ContentFile<T>,
  says: (value: T) => string[],
  otherwise: string,
) => ({
  path,
  says: value === undefined ? (problems.length > 0 ? [] : [otherwise]) : says(value),
  problems,
});

async function contentFiles(desk: Desk, say: Say): Promise<ContentFileRow[]> {
  const creator = await readContentFile(desk, 'creator.json', Creator);
  const access = await readContentFile(desk, 'access.json', AccessFile);
  const timeline = await readContentFile(desk, 'timeline.json', TimelineFile);
  const entries = ({ entries }: TimelineFile) => [say.count('1 entry', '{count} entries', entries.length)];
  const prices = ({ enabled, prices = {} }: AccessFile) => [
    enabled ? say.count('1 price', '{count} prices', Object.keys(prices).length) : say('off'),
  ];
  return [
    rowOf('creator.json', creator, (value) => creatorSays(value, say), say('It is not there.')),
    rowOf('access.json', access, prices, say('It is not there, so nothing has a price.')),
    rowOf('timeline.json', timeline, entries, say('It is not there; the timeline has what the feeds bring.')),
  ];
}

const keepsStoreSafe = /^(backup|restore)\b/;

export const settingsPage: Page<SettingsModel> = async ({ about, desk, store, live, now }, { say }) => {
  const { id, facts } = live();
  const { folder, everyHours, newest } = about.backups;
  const newestAt = await newest();
  const replaced = about.replacedStore();
  return {
    settings: about.settings,
    contentDir: desk.contentDir,
    files: await contentFiles(desk, say),
    access: accessInWords(facts.access, say),
    versions: [
      { name: 'API', value: apiVersion },
      { name: 'Greenroom', value: about.version },
      { name: say('Release'), value: id },
      { name: 'Node', value: process.versions.node },
    ],
    receiptKeys: (await receiptKeys(store.db, now())).map(({ kid, createdAt }) => ({
      kid,
      createdAt: Date.parse(createdAt),
    })),
    store: { kind: store.kind, bytes: await storeBytes(store), ...(replaced && { replaced }) },
    backups: { folder, everyHours, ...(newestAt !== undefined && { newestAt }) },
    commands: about.commands.filter((name) => keepsStoreSafe.test(name)),
  };
};

/** Receipts that were given stay good: the old key is still published. */
export const rotateKey: Action = async ({ store, now }) => {
  await store.db.transaction().execute(async (tx) => {
    const { kid } = await rotateReceiptKey(tx, now());
    const row = { at: now(), who, action: 'receipt-key.rotated', subject: kid, detail: null };
    await tx.insertInto('audit').values(row).execute();
  });
  return { to: '/settings', notice: 'receiptKeyRotated' };
};
