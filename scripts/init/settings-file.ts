// Writes the first greenroom.env: all settings with descriptions, and the current values of this shell.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { settingGroups, type SettingName, settingNames, type SettingRecord, settings } from '#contract/settings.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { quoteValue, settingsFilePath } from '../../sidecar/settings/environment.ts';
import { resolveRoomDir } from '../../sidecar/settings/folders.ts';

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

export function formatSettingsFile(values: Partial<Record<SettingName, string>>): string {
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
export async function writeSettingsFile(contentDir: string, env: Environment): Promise<string[]> {
  const roomDir = resolveRoomDir(env);
  const path = settingsFilePath({ CONTENT_DIR: resolve(contentDir) }, roomDir);
  if (existsSync(path)) return [];
  const text = formatSettingsFile(settingsFromShell(env, dirname(path) === roomDir));
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  return [path];
}
