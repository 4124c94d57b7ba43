// Runs npm run doctor. People read its lines, monitors its exit code and the output of --json.
import { join } from 'node:path';
import type { Environment, Settings } from '../../sidecar/settings/settings.ts';
import { dutiesForRole } from '../../sidecar/settings/duties.ts';
import { showControls } from '#domain/text/invisible.ts';
import { roomFile } from '../../sidecar/release/room-db.ts';
import { storeLocation } from '../../sidecar/storage/store-location.ts';
import { checkContent } from '../doctor/content.ts';
import { checkFeeds } from '../doctor/feeds.ts';
import {
  doctorExitCode,
  type DoctorFinding,
  type CheckResult,
  type FindingLevel,
  ok,
  problem,
} from '../doctor/finding.ts';
import { checkClock, checkDisk, checkWriting } from '../doctor/machine.ts';
import { checkNexus, checkWallet } from '../doctor/outside.ts';
import { checkRelease } from '../doctor/release.ts';
import { checkSettingsFile } from '../doctor/settings.ts';
import { checkSpeech } from '../doctor/speech.ts';
import { checkBackups, checkStores } from '../doctor/store.ts';
import { jsonText, print } from '../io.ts';
import { contentDir, environment, settings as readSettings } from '../settings.ts';
import { command, UsageError } from './command.ts';

/** Checks the folders that this machine needs: content only if it builds, data only without PostgreSQL. */
async function checkDisks(env: Environment, settings: Settings): Promise<CheckResult[]> {
  const { distDir, dataDir, backupDir, databaseUrl } = settings;
  const content = contentDir(env);
  return [
    ...(await checkWriting({
      ...(dutiesForRole(settings).builds && { content }),
      dist: distDir,
      ...(!databaseUrl && { data: dataDir }),
    })),
    ...(await checkDisk({ content, dist: distDir, data: dataDir, backups: backupDir })),
  ];
}

type Check = (env: Environment, settings: Settings, tries: boolean) => CheckResult[] | Promise<CheckResult[]>;

const checks: Record<string, Check> = {
  content: (env) => checkContent(contentDir(env), new Date()),
  feeds: (env) => checkFeeds(contentDir(env)),
  release: (_, settings) => checkRelease(settings),
  store: checkStores,
  backups: (_, settings) => checkBackups(settings, Date.now()),
  disk: checkDisks,
  clock: (env, settings) =>
    checkClock(Date.now(), [roomFile(settings.distDir), storeLocation(settings).file, contentDir(env)]),
  wallet: (env, settings, tries) => checkWallet(env, settings, join(contentDir(env), 'access.json'), tries),
  Nexus: (_, settings, tries) => checkNexus(settings, tries),
  transcription: (_, settings, tries) => checkSpeech(settings, tries),
};

const names = ['settings', ...Object.keys(checks)];

function readCheckNames(only: string | undefined): Set<string> {
  const checkNames = only === undefined ? names : only.split(',').map((name) => name.trim());
  const unknown = checkNames.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`--only: unknown part ${unknown}. Use ${names.join(', ')}.`);
  return new Set(checkNames);
}

const failure = (error: Error): CheckResult[] => error.message.split('\n').map((line) => problem(line.trim()));

/** Reads the settings, which every other check needs. Returns the problems if that fails. */
function tryReadSettings(env: Environment): { settings: Settings } | { found: CheckResult[] } {
  try {
    return { settings: readSettings(env) };
  } catch (error) {
    return { found: failure(error as Error).slice(1) };
  }
}

async function runChecks(
  env: Environment,
  checkNames: Set<string>,
  tries: boolean,
  say: (finding: DoctorFinding) => void,
): Promise<void> {
  const report = (check: string, found: CheckResult[]) => found.forEach((one) => say({ check, ...one }));
  const read = tryReadSettings(env);
  if ('found' in read) return report('settings', read.found);
  if (checkNames.has('settings'))
    report('settings', [ok(read.settings.baseUrl), ...checkSettingsFile(environment(env))]);
  for (const [name, check] of Object.entries(checks)) {
    if (!checkNames.has(name)) continue;
    report(name, await Promise.resolve(check(env, read.settings, tries)).catch(failure));
  }
}

const levelLabels: Record<FindingLevel, string> = { ok: 'ok  ', advice: 'note', warning: 'warn', problem: 'FAIL' };

function formatFinding({ check, level, says, file, key, fix }: DoctorFinding): string {
  const place = [file, key].filter(Boolean).join(': ');
  const line = `${levelLabels[level]}  ${check}: ${place ? `${place}: ` : ''}${says}${fix ? ` (${fix})` : ''}`;
  return showControls(line.replace(/\s*\n\s*/g, ' '));
}

export const doctor = command('doctor', async ({ values }, io) => {
  const checkNames = readCheckNames(values.only);
  const findings: DoctorFinding[] = [];
  await runChecks(io.env, checkNames, values.try, (finding) => {
    findings.push(finding);
    if (!values.json) print(io, formatFinding(finding));
  });
  const code = doctorExitCode(findings);
  if (values.json) print(io, jsonText({ ok: code === 0, findings }));
  return code;
});
