// Checks that systemd reads greenroom.env as the program does, so that it can be the unit's EnvironmentFile.
import { isAbsolute } from 'node:path';
import { parseEnv } from 'node:util';
import { isSettingName, type SettingRecord, settings as records } from '#contract/settings.ts';

/** Lines that both read alike: no `export`, no comment after a value, no escapes. */
const comment = /^\s*(?:#[^\\]*)?$/;
const same = /^[A-Z][A-Z0-9_]*=(?:[^\s"'`\\#][^"'`\\#]*|"[^"`\\$]*"|'[^'\\]*')?\s*$/;

export interface SettingsFileDeps {
  text: string;
  /** Settings from the environment of the process. They take precedence in the program, but would not in systemd. */
  given: string[];
  /** True if the file is in the room's folder, from which systemd resolves relative paths. */
  isInRoom: boolean;
}

/**
 * Describes the first difference between systemd and the program in reading the file, or returns undefined if there is
 * none.
 */
export function describeReadDifference({ text, given, isInRoom }: SettingsFileDeps): string | undefined {
  const line = text.split(/\r?\n/).findIndex((each) => !comment.test(each) && !same.test(each));
  if (line >= 0)
    return `systemd reads line ${line + 1} differently (write NAME=value there, without export or comment)`;
  const values = parseEnv(text);
  const both = given.find((name) => name in values);
  if (both) return `${both} is set both in it and in the environment of this command`;
  if (values.CONTENT_DIR) return 'CONTENT_DIR in it would change the place of the file';
  const isRelative = ([name, value]: [string, string | undefined]) =>
    isSettingName(name) && (records[name] as SettingRecord).isPath && value && !isAbsolute(value);
  const relative = isInRoom ? undefined : Object.entries(values).find(isRelative);
  return relative && `${relative[0]} in it is a relative path`;
}
