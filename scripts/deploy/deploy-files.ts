// Writes the systemd units of this room, with its own paths, user and port.
import { chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, dirname, join, resolve, isAbsolute } from 'node:path';
import { execPath } from 'node:process';
import { settingNames, type SettingRecord, settings as records, isSettingName } from '#contract/settings.ts';
import { resolveCacheDir, resolveRoomDir } from '../../sidecar/settings/folders.ts';
import { scriptPath } from '../../sidecar/settings/root.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import type { Io } from '../io.ts';
import { environment, shortPath, ownContentDir, root, settings } from '../settings.ts';
import { writeWhole } from '../write-file.ts';
import { reloadUnit, rulesPathUnit, serviceUnit, type WebServer } from './units.ts';
import { parseEnv } from 'node:util';

/** Lines that both read alike: no `export`, no comment after a value, no escapes. */
const comment = /^\s*(?:#[^\\]*)?$/;
const same = /^[A-Z][A-Z0-9_]*=(?:[^\s"'`\\#][^"'`\\#]*|"[^"`\\$]*"|'[^'\\]*')?\s*$/;

interface SettingsFileDeps {
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

/** Returns the user that the room runs as: the owner of its folder, but never root. */
function findUser(folder: string): { user: string; isMissing: boolean } {
  const { uid } = statSync(folder);
  if (uid === 0) return { user: 'greenroom', isMissing: true };
  const own = userInfo();
  return { user: own.uid === uid ? own.username : String(uid), isMissing: false };
}

/** Returns the settings in the environment of this command, without secrets: everyone can read a unit. */
function settingsInEnvironment(env: Environment) {
  const setNames = settingNames.filter((name) => env[name]?.trim());
  const isSecret = (name: (typeof setNames)[number]) => Boolean((records[name] as SettingRecord).secret);
  const value = (name: (typeof setNames)[number]) =>
    (records[name] as SettingRecord).isPath ? resolve(resolveRoomDir(env), env[name]!) : env[name]!;
  return {
    given: setNames,
    secret: setNames.filter(isSecret),
    open: Object.fromEntries(setNames.filter((name) => !isSecret(name)).map((name) => [name, value(name)])),
  };
}

/** systemd gives each service a /tmp of its own. */
function refuseTemporary(folders: string[]): void {
  const hiddenFolder = folders.find((folder) => /^\/(var\/)?tmp(\/|$)/.test(folder));
  if (hiddenFolder)
    throw new Error(
      `${hiddenFolder} is a temporary folder, which a service cannot see. Move the room to another folder.`,
    );
}

const paths = () => [join(root, 'node_modules', '.bin'), dirname(execPath), '/usr/local/bin', '/usr/bin', '/bin'];

function collectServiceFacts(env: Environment) {
  const roomDir = resolveRoomDir(env);
  const cacheDir = resolveCacheDir(env);
  const { distDir, dataDir, backupDir, port, drainSeconds, role, publish } = settings(env);
  const { path: settingsFile, hasFile } = environment(env);
  const { given, secret, open } = settingsInEnvironment(env);
  const writable = [
    ...new Set([ownContentDir(env), distDir, dataDir, cacheDir, backupDir].map((each) => resolve(each))),
  ];
  refuseTemporary([root, roomDir, ...writable]);
  const text = hasFile ? readFileSync(settingsFile, 'utf8') : '';
  const readsDiffer = describeReadDifference({ text, given, isInRoom: dirname(settingsFile) === roomDir });
  // Memory settings of this process, which scripts/setup/run.mjs sets.
  const mallocSettings = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('MALLOC_')));
  const own = {
    ROOM_DIR: roomDir,
    CACHE_DIR: cacheDir,
    PATH: paths().join(delimiter),
    NODE_COMPILE_CACHE: join(cacheDir, 'node'),
    ...mallocSettings,
    npm_config_cache: join(cacheDir, 'npm'),
  };
  const program = [execPath, scriptPath('scripts/main.ts')];
  const { user, isMissing } = findUser(roomDir);
  const command = role === 'all' ? ('start' as const) : ('serve' as const);
  const unit = { user, roomDir, program, command, environment: { ...own, ...open }, settingsFile, readsDiffer };
  const servers = publish.places.map(({ kind }) => kind).filter((kind) => kind === 'nginx' || kind === 'caddy');
  const owned = hasFile ? [...writable, settingsFile] : writable;
  return { distDir, servers, secret, isMissing, owned, unit: { ...unit, writable, port, drainSeconds } };
}

type Service = ReturnType<typeof collectServiceFacts>;

/** Yields what the operator has to know or do before the units work. */
function* listRemarks(
  { distDir, servers, secret, isMissing, owned, unit }: Service,
  folder: string,
): Generator<string> {
  for (const server of servers)
    yield `Files and rules for ${server} are in ${shortPath(join(distDir, server), folder)}.`;
  if (servers.length === 0)
    yield `There are no files for nginx or Caddy. To serve the site with one of them, add PUBLISH_TO=nginx or PUBLISH_TO=caddy to ${shortPath(unit.settingsFile, folder)}, then run this command again.`;
  if (unit.readsDiffer)
    yield `greenroom.env is not used as an EnvironmentFile: ${unit.readsDiffer}. The program reads it instead.`;
  for (const name of secret)
    yield `${name} is secret and not in the unit. Add it to ${shortPath(unit.settingsFile, folder)}.`;
  if (!isMissing) return;
  const ownedPaths = owned.map((path) => `'${path}'`).join(' ');
  yield `The room belongs to root, but must not run as root. Create a user: useradd --system ${unit.user} && chown -R ${unit.user} ${ownedPaths}`;
}

/**
 * Creates the folders of ReadWritePaths. They have to exist when the service starts, and belong to the owner of the
 * room.
 */
function createFolders({ roomDir, writable }: Pick<Service['unit'], 'roomDir' | 'writable'>): void {
  const { uid, gid } = statSync(roomDir);
  for (const folder of writable.filter((each) => !existsSync(each))) {
    mkdirSync(folder, { recursive: true });
    if (userInfo().uid === 0) chownSync(folder, uid, gid);
  }
}

const serverUnits = (distDir: string, server: WebServer): Record<string, string> => ({
  [`greenroom-${server}.path`]: rulesPathUnit(distDir, server),
  [`greenroom-${server}.service`]: reloadUnit(distDir, server),
});

/** Writes the files and returns lines for the operator. */
export async function writeDeployFiles({ env, folder }: Io, to: string): Promise<string[]> {
  const service = collectServiceFacts(env);
  const { distDir, servers, unit } = service;
  const files: Record<string, string> = {
    'greenroom.service': serviceUnit(unit),
    ...Object.assign({}, ...servers.map((server) => serverUnits(resolve(distDir), server))),
  };
  createFolders(unit);
  for (const [name, text] of Object.entries(files)) await writeWhole(join(to, name), text);
  return [
    ...Object.keys(files).map((name) => `Written: ${shortPath(join(to, name), folder)}`),
    ...listRemarks(service, folder),
  ];
}
