// The environment that settings are read from: the variables of the process, then greenroom.env next to the content
// folder.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isSettingName, settingNames, type SettingRecord, settings as records } from '#contract/settings.ts';
import { nearestName } from '#domain/text/nearest-name.ts';
import { decodeFile } from '#domain/text/decode.ts';
import type { Environment, SettingsFile } from './settings.ts';

export const settingsFileName = 'greenroom.env';

/** Returns the path of greenroom.env: next to the folder in CONTENT_DIR, otherwise in the program's folder. */
export const settingsFilePath = (own: Environment, root: string): string =>
  join(dirname(resolve(root, own.CONTENT_DIR?.trim() || 'content')), settingsFileName);

export interface RoomEnvironment {
  /** Variables of the process and the file; those of the process take precedence. */
  env: Environment;
  file: SettingsFile;
  /** True if greenroom.env exists. */
  hasFile: boolean;
  path: string;
}

/** Quotes a value for a line of greenroom.env, if necessary. */
export const quoteValue = (value: string): string => (/[#"'`\s]/.test(value) ? `'${value}'` : value);

const assignment = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/;
/** Variables that may stand in the file although they are no settings. */
const otherVariables = ['NODE_ENV'];

/** An unquoted value ends at a `#`, which would silently shorten a password. */
const isCutShort = (raw: string): boolean => !/^["'`]/.test(raw) && /\S#/.test(raw.replace(/\s#.*$/, ''));

function findAssignmentProblem(name: string, raw: string, before: number | undefined): string | undefined {
  if (!isSettingName(name) && !otherVariables.includes(name)) {
    const meant = nearestName(name, settingNames);
    return `${name} is not a setting${meant ? `: did you mean ${meant}?` : '.'}`;
  }
  if (before !== undefined) return `${name} stands in line ${before} already.`;
  return isCutShort(raw) ? `a value of ${name} with # needs quotes around it.` : undefined;
}

function readLines(text: string, file: string) {
  const lineNumbers = new Map<string, number>();
  const problems: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, raw = ''] = assignment.exec(line) ?? [];
    const number = index + 1;
    const problem = name === undefined ? 'write NAME=value.' : findAssignmentProblem(name, raw, lineNumbers.get(name));
    if (problem) problems.push(`${file}, line ${number}: ${problem}`);
    if (name !== undefined) lineNumbers.set(name, number);
  }
  return { lineNumbers, problems };
}

const readIfExists = (path: string): string => {
  try {
    return decodeFile(readFileSync(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

const resolvePathSetting = (folder: string, name: string, value: string): string =>
  isSettingName(name) && (records[name] as SettingRecord).isPath && value !== '' && !isAbsolute(value)
    ? join(folder, value)
    : value;

/** Reads the environment of a room. `own` is the environment of the process, `root` the program's folder. */
export function readRoomEnvironment(own: Environment, root: string): RoomEnvironment {
  const path = settingsFilePath(own, root);
  const text = readIfExists(path);
  const { lineNumbers, problems } = readLines(text, basename(path));
  const inFile = Object.entries(parseEnv(text)).map(([name, value]) => [
    name,
    resolvePathSetting(dirname(path), name, value!),
  ]);
  const isOwn = (name: string) => Boolean(own[name]?.trim());
  const env: Environment = { ...Object.fromEntries(inFile) };
  for (const [name, value] of Object.entries(own)) if (value?.trim() || !(name in env)) env[name] = value;
  const locate = (name: string) =>
    lineNumbers.has(name) && !isOwn(name) ? `${basename(path)}, line ${lineNumbers.get(name)}` : undefined;
  return { env, file: { problems, locate }, hasFile: existsSync(path), path };
}
