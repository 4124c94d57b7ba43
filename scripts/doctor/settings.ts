// greenroom.env: whether it is there, and for its owner alone.
import { statSync } from 'node:fs';
import type { RoomEnvironment } from '../../sidecar/settings/environment.ts';
import { advice, type CheckResult, warning } from './finding.ts';

export function checkSettingsFile({ hasFile, path }: Pick<RoomEnvironment, 'hasFile' | 'path'>): CheckResult[] {
  if (!hasFile)
    return [
      advice('there is no greenroom.env, so each shell and service must be given the same settings', { file: path }),
    ];
  const mode = statSync(path).mode & 0o777;
  return mode & 0o077 ? [warning('others on this machine may read it', { file: path, fix: `chmod 600 ${path}` })] : [];
}
