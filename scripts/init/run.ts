// Runs npm run init and returns its exit code.
import { isoDay } from '#domain/instants.ts';
import { draftFeedsFile, listFilesToReplace, writeFirstFiles } from '../../sidecar/content/first-files.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import { askChoices } from './answers.ts';
import { type Discovery, discoverFeeds, type DiscoveryDeps } from './discover.ts';
import { findStatedColours, proposeColours } from './colours.ts';
import { draftTimeline } from './dates.ts';
import { type CreatorAnswers, draftCreator, draftThemesFromPages, guessCreator } from './draft.ts';
import type { InitOptions } from './options.ts';
import {
  discoveryLines,
  guessLines,
  noteLine,
  nextLines,
  profileLines,
  permissionLines,
  refusedHosts,
} from './report.ts';
import { downloadPictures } from './pictures.ts';
import type { GetPage } from './web.ts';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { settingGroups, type SettingName, settingNames, type SettingRecord, settings } from '#contract/settings.ts';
import { quoteValue, settingsFilePath } from '../../sidecar/settings/environment.ts';
import { resolveRoomDir } from '../../sidecar/settings/folders.ts';

export interface InitDeps {
  env: Environment;
  tools: DiscoveryDeps & { getPicture: GetPage };
  say: (line: string) => void;
  /** Terminal of a person who answers questions, if there is one. */
  terminal?: Terminal;
}

export async function runInit(options: InitOptions, { env, tools, say, terminal }: InitDeps): Promise<number> {
  const sayLines = (lines: string[]) => lines.forEach((line) => options.json || say(line));
  const fail = (message: string, about: object = {}) => {
    say(options.json ? JSON.stringify({ error: message, ...about }) : message);
    return 1;
  };
  const existingFiles = listFilesToReplace(options.contentDir);
  if (existingFiles.length && !options.force) {
    return fail(
      `${existingFiles.join(' and ')} ${existingFiles.length > 1 ? 'exist' : 'exists'}. Replace with --force, or write to another folder with --content DIR.`,
    );
  }
  const addresses = [...new Set([...options.feeds, ...options.urls])];
  const discovery = await discoverFeeds(addresses, tools);
  const privateHosts = refusedHosts(discovery, addresses);
  sayLines([...discoveryLines(discovery), ...permissionLines(privateHosts)]);
  const { feeds: found, hints, problems } = discovery;
  if (!discovery.pages.length && !found.length)
    return fail('No page could be read. Nothing was written.', { problems, privateHosts });
  const missing = options.feeds.filter((url) => !found.some((feed) => feed.statedUrl === url || feed.url === url));
  if (missing.length) return fail(`Not a readable feed: ${missing.join(', ')}. Nothing was written.`);
  const guesses = guessCreator(discovery, options.urls);
  sayLines(guessLines(guesses));
  const { answers, feeds, autoReview } = await askChoices(options, guesses, found, terminal);
  const draft = await draftWithPictures(discovery, answers, tools.getPicture, options);
  const { creator, timeline, files, choices, notes, proposals, candidates } = draft;
  sayLines([...profileLines(creator, timeline), ...choices, ...notes.map(noteLine), '']);
  const writeResult = await writeFirstFiles(options.contentDir, {
    creator,
    feeds: draftFeedsFile(feeds, autoReview, options.allowPrivate),
    timeline: { entries: timeline },
  });
  writeResult.push(...files, ...(await writeSettingsFile(options.contentDir, env)));
  sayLines(nextLines(feeds, writeResult, options));
  if (options.json) {
    const addedUrls = feeds.map(({ url }) => url);
    const about = { found, guesses, hints, problems, privateHosts, taken: addedUrls, notes, written: writeResult };
    const output = { ...about, proposals, candidates };
    say(JSON.stringify(output, null, 2));
  }
  return 0;
}

/** Downloads pictures and drafts the creator. Facts that are only computed become proposals. */
async function draftWithPictures(
  found: Discovery,
  answers: CreatorAnswers,
  get: GetPage,
  { contentDir, json }: InitOptions,
) {
  const options = { name: answers.name, get, contentDir, offersCandidates: json };
  const { pictures, candidates, written, choices, notes } = await downloadPictures(found, options);
  const { cover, banner, portrait } = pictures;
  const characteristic = [cover, banner?.file, portrait?.file].filter((file) => file !== undefined);
  const colours = await findStatedColours(found);
  const today = isoDay(Date.now());
  const creator = draftCreator(found, answers, { pictures, colours, today });
  const { publication, members = [], language } = creator;
  const names = [answers.name, publication, ...members.map(({ name }) => name)];
  return {
    creator,
    timeline: draftTimeline(found, { names, language, today }),
    candidates,
    proposals: {
      themes: draftThemesFromPages(found, answers).proposed,
      ...(await proposeColours(colours, contentDir, characteristic)),
    },
    files: written,
    choices,
    notes,
  };
}

const head = `# Settings of this room for the running room and all commands. Environment variables override them.
# Remove the # to change a setting. Paths are relative to the folder of this file.
# This file may contain passwords and keys: do not share it and do not commit it.
`;

/** Returns the settings of the shell, except secrets and CONTENT_DIR, which locates this file. */
function settingsFromShell(env: Environment, besideProgram: boolean): Partial<Record<SettingName, string>> {
  const values: Partial<Record<SettingName, string>> = besideProgram ? {} : { DIST_DIR: 'dist', DATA_DIR: '.data' };
  for (const name of settingNames) {
    const { secret, isPath }: SettingRecord = settings[name];
    const value = env[name]?.trim();
    if (value && !secret && name !== 'CONTENT_DIR') values[name] = isPath ? resolve(resolveRoomDir(env), value) : value;
  }
  return values;
}

function formatSettingsFile(values: Partial<Record<SettingName, string>>): string {
  const settingLines = (name: SettingName) => {
    const { default: defaultValue = '', doc }: SettingRecord = settings[name];
    const value = values[name];
    return ['', `# ${doc}`, value === undefined ? `#${name}=${defaultValue}` : `${name}=${quoteValue(value)}`];
  };
  const groups = Object.entries(settingGroups).flatMap(([title, group]) => [
    '',
    `## ${title}`,
    ...(Object.keys(group) as SettingName[]).flatMap(settingLines),
  ]);
  return `${head}${groups.join('\n')}\n`;
}

/** Writes the file and returns its path, or an empty list if the file exists already. */
async function writeSettingsFile(contentDir: string, env: Environment): Promise<string[]> {
  const roomDir = resolveRoomDir(env);
  const path = settingsFilePath({ CONTENT_DIR: resolve(contentDir) }, roomDir);
  if (existsSync(path)) return [];
  const text = formatSettingsFile(settingsFromShell(env, dirname(path) === roomDir));
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  return [path];
}
