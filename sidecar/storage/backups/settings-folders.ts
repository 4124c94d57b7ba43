// The folders that a restored greenroom.env names are those of the machine it comes from: here they are corrected.
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isSettingName, type SettingRecord, settings } from '#contract/settings.ts';
import { quotedValue } from '../../settings/environment.ts';

/** Where the room lies here, as the settings name it. */
export type RoomFolders = Record<'CONTENT_DIR' | 'DIST_DIR' | 'DATA_DIR', string>;

const isOfRoom = (name: string, folders: RoomFolders): name is keyof RoomFolders => Object.hasOwn(folders, name);

const folderIn = (line: string): [name: string, value: string] | undefined => {
  const [[name, value] = []] = Object.entries(parseEnv(line));
  return name && value && isSettingName(name) && (settings[name] as SettingRecord).isPath ? [name, value] : undefined;
};

/** Gives the text as it is right at `path`, and what the creator should know of it. */
export function withFoldersOf(
  { roomDir, ...folders }: RoomFolders & { roomDir: string },
  text: string,
  path: string,
): { text: string; notes: string[] } {
  const notes: string[] = [];
  const note = (says: string) => void notes.push(`${basename(path)}: ${says}`);
  const lines = text.split('\n').map((line) => {
    const [name, value] = folderIn(line) ?? [];
    if (name === undefined || value === undefined) return line;
    const old = resolve(dirname(path), value);
    if (!isOfRoom(name, folders)) {
      if (!existsSync(old)) note(`${name}=${value} is not on this machine; correct it where it is wrong`);
      return line;
    }
    const here = resolve(folders[name]);
    if (old === here) return line;
    const isDefault = here === resolve(roomDir, settings[name].default);
    note(
      isDefault ? `${name}=${value} is taken out: ${here} is the default` : `${name} is ${here}, no longer ${value}`,
    );
    return isDefault ? `#${name}=${settings[name].default}` : `${name}=${quotedValue(here)}`;
  });
  return { text: lines.join('\n'), notes };
}
