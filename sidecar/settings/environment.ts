// The environment that settings are read from: what the process was given, and below it greenroom.env next to the content folder.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isSettingName, settingNames, type SettingRecord, settings as records } from '#contract/settings.ts';
import { nearestName } from '#domain/text/nearest-name.ts';
import type { Environment, SettingsFile } from './settings.ts';

export const settingsFileName = 'greenroom.env';

/** Next to the folder that CONTENT_DIR names in the environment; else in the program's folder, next to `content`. */
export const settingsFilePath = (own: Environment, root: string): string =>
  join(dirname(resolve(root, own.CONTENT_DIR?.trim() || 'content')), settingsFileName);

export interface RoomEnvironment {
  /** What the process was given wins. */
  env: Environment;
  file: SettingsFile;
  /** Whether there is a greenroom.env, and where it is or would be. */
  hasFile: boolean;
  path: string;
}

/** As a line of greenroom.env has it. */
export const quoteValue = (value: string): string => (/[#"'`\s]/.test(value) ? `'${value}'` : value);

const assignment = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/;
/** Besides the settings: whether the development wallet is refused. */
const others = ['NODE_ENV'];

/** An unquoted value ends at a `#`, which would cut a password short without a word. */
const isCutShort = (raw: string): boolean => !/^["'`]/.test(raw) && /\S#/.test(raw.replace(/\s#.*$/, ''));

function problemOf(name: string, raw: string, before: number | undefined): string | undefined {
  if (!isSettingName(name) && !others.includes(name)) {
    const meant = nearestName(name, settingNames);
    return `${name} is no setting${meant ? `: did you mean ${meant}?` : '.'}`;
  }
  if (before !== undefined) return `${name} stands in line ${before} already.`;
  return isCutShort(raw) ? `a value of ${name} with # needs quotes around it.` : undefined;
}

function readLines(text: string, file: string) {
  const lineOf = new Map<string, number>();
  const problems: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, raw = ''] = assignment.exec(line) ?? [];
    const number = index + 1;
    const problem = name === undefined ? 'write NAME=value.' : problemOf(name, raw, lineOf.get(name));
    if (problem) problems.push(`${file}, line ${number}: ${problem}`);
    if (name !== undefined) lineOf.set(name, number);
  }
  return { lineOf, problems };
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

const fromFolder = (folder: string, name: string, value: string): string =>
  isSettingName(name) && (records[name] as SettingRecord).isPath && value !== '' && !isAbsolute(value)
    ? join(folder, value)
    : value;

/** `own` is the environment of the process, `root` the program's folder. */
export function readRoomEnvironment(own: Environment, root: string): RoomEnvironment {
  const path = settingsFilePath(own, root);
  const text = read(path);
  const { lineOf, problems } = readLines(text, basename(path));
  const inFile = Object.entries(parseEnv(text)).map(([name, value]) => [name, fromFolder(dirname(path), name, value!)]);
  const isOwn = (name: string) => Boolean(own[name]?.trim());
  const env: Environment = { ...Object.fromEntries(inFile) };
  for (const [name, value] of Object.entries(own)) if (value?.trim() || !(name in env)) env[name] = value;
  const locate = (name: string) =>
    lineOf.has(name) && !isOwn(name) ? `${basename(path)}, line ${lineOf.get(name)}` : undefined;
  return { env, file: { problems, locate }, hasFile: existsSync(path), path };
}
