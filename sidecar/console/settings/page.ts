// Settings page: settings, content files, sections of features, versions and backups.
import process from 'node:process';
import { AccessFile, Creator, TimelineFile } from '#contract/schemas/content-files.ts';
import { apiVersion } from '#contract/version.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';
import { readStoreSize } from '../../storage/size.ts';
import { type ContentFile, readContentFile } from '../content/content-file.ts';
import { type ConsoleContribution, readSections } from '../contribution.ts';
import type { ConsoleRequest, PageModel } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { ConsoleTranslate } from '../messages/messages.ts';

const summarizeCreator = (creator: Creator, t: ConsoleTranslate): string[] => [
  `${creator.name}, ${creator.publication}`,
  t.count('1 theme', '{count} themes', creator.themes.length),
  t.count('1 portrait', '{count} portraits', creator.headshots?.length ?? 0),
  ...(creator.updatedAt ? [t('as of {day}', { day: t.day(creator.updatedAt) })] : []),
];

/** Describes a file, or what applies if it does not exist. */
const describeFile = <T>(
  path: string,
  title: string,
  { value, problems }: ContentFile<T>,
  says: (value: T) => string[],
  otherwise: string,
) => ({
  path,
  title,
  says: value === undefined ? (problems.length > 0 ? [] : [otherwise]) : says(value),
  problems,
});

async function listContentFiles(desk: ReviewDesk, t: ConsoleTranslate) {
  const creator = await readContentFile(desk, 'creator.json', Creator);
  const access = await readContentFile(desk, 'access.json', AccessFile);
  const timeline = await readContentFile(desk, 'timeline.json', TimelineFile);
  const entries = ({ entries }: TimelineFile) => [t.count('1 entry', '{count} entries', entries.length)];
  const prices = ({ enabled, prices = {} }: AccessFile) => [
    enabled ? t.count('1 price', '{count} prices', Object.keys(prices).length) : t('off'),
  ];
  return [
    describeFile('creator.json', t('Profile'), creator, (value) => summarizeCreator(value, t), t('File not found.')),
    describeFile('access.json', t('Prices'), access, prices, t('No prices are set.')),
    describeFile(
      'timeline.json',
      t('Timeline'),
      timeline,
      entries,
      t('The timeline contains only entries from feeds.'),
    ),
  ];
}

const keepsStoreSafe = /^(backup|restore)\b/;

export const createSettingsPage =
  (contributions: ConsoleContribution[]) =>
  async (deps: ConsoleDeps, { t }: ConsoleRequest) => {
    const { about, desk, store } = deps;
    const { folder, everyHours, newest } = about.backups;
    return {
      settings: about.settings,
      contentDir: desk.contentDir,
      files: await listContentFiles(desk, t),
      sections: await readSections(contributions, 'settings', deps, t),
      versions: [
        { name: 'API', value: apiVersion },
        { name: 'Greenroom', value: about.version },
        { name: t('Release'), value: deps.live().id },
        { name: 'Node', value: process.versions.node },
      ],
      store: { kind: store.kind, bytes: await readStoreSize(store), replaced: about.replacedStore() },
      backups: { folder, everyHours, newestAt: await newest() },
      /** Names of the `npm run` commands for backups. */
      commands: about.commands.filter((name) => keepsStoreSafe.test(name)),
    };
  };

export type SettingsModel = PageModel<ReturnType<typeof createSettingsPage>>;
