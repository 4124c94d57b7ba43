// The first greenroom.env: every setting with its meaning, and in force what this shell has set.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { settingGroups, type SettingName, settingNames, type SettingRecord, settings } from '#contract/settings.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { quoteValue, settingsFilePath } from '../../sidecar/settings/environment.ts';
import { resolveRoomDir } from '../../sidecar/settings/folders.ts';

const head = `# Settings of this room, read by the running room and by every command. What a shell or a service sets wins.
# Take the # away to set one. Folders without a leading / start at the folder of this file.
# Passwords and keys may stand here: keep the file to yourself, and out of git.
`;

/** Without `CONTENT_DIR`, which finds this file, and without secrets, which nobody asked to have written down. */
function settingsFromShell(own: Environment, besideProgram: boolean): Partial<Record<SettingName, string>> {
  const kept: Partial<Record<SettingName, string>> = besideProgram ? {} : { DIST_DIR: 'dist', DATA_DIR: '.data' };
  for (const name of settingNames) {
    const { secret, isPath }: SettingRecord = settings[name];
    const value = own[name]?.trim();
    if (value && !secret && name !== 'CONTENT_DIR') kept[name] = isPath ? resolve(resolveRoomDir(own), value) : value;
  }
  return kept;
}

export function formatSettingsFile(kept: Partial<Record<SettingName, string>>): string {
  const linesOf = (name: SettingName) => {
    const { default: otherwise, doc } = settings[name];
    const value = kept[name];
    return ['', `# ${doc}`, value === undefined ? `#${name}=${otherwise}` : `${name}=${quoteValue(value)}`];
  };
  const groups = Object.entries(settingGroups).flatMap(([group, title]) => [
    '',
    `## ${title}`,
    ...settingNames.filter((name) => settings[name].group === group).flatMap(linesOf),
  ]);
  return `${head}${groups.join('\n')}\n`;
}

/** Gives its path where there was none: what the creator has is never written over. */
export async function writeSettingsFile(contentDir: string, own: Environment): Promise<string[]> {
  const roomDir = resolveRoomDir(own);
  const path = settingsFilePath({ CONTENT_DIR: resolve(contentDir) }, roomDir);
  if (existsSync(path)) return [];
  const text = formatSettingsFile(settingsFromShell(own, dirname(path) === roomDir));
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  return [path];
}
