// Checks that greenroom.env exists and that only its owner can read it.
import { statSync } from 'node:fs';
import type { RoomEnvironment } from '../../sidecar/settings/environment.ts';
import { advice, type CheckResult, warning } from './finding.ts';

export function checkSettingsFile({ hasFile, path }: Pick<RoomEnvironment, 'hasFile' | 'path'>): CheckResult[] {
  if (!hasFile)
    return [
      advice('there is no settings file, so every shell and service needs the same environment variables', {
        file: path,
      }),
    ];
  const mode = statSync(path).mode & 0o777;
  return mode & 0o077
    ? [warning('other users of this machine can read the file', { file: path, fix: `chmod 600 ${path}` })]
    : [];
}
