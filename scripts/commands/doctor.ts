// npm run doctor: whether everything is well that the room depends on; for people, and for monitors by --json and exit code.
import { join } from 'node:path';
import { readSettings, type Settings } from '../../sidecar/settings/settings.ts';
import { dutiesOf } from '../../sidecar/settings/duties.ts';
import { withSigns } from '#domain/text/unseen.ts';
import { storePlace } from '../../sidecar/storage/place.ts';
import { checkContent } from '../doctor/content.ts';
import { checkFeeds } from '../doctor/feeds.ts';
import { exitCodeOf, type Finding, type Found, type Level, ok, problem } from '../doctor/finding.ts';
import { checkClock, checkDisk, checkWriting } from '../doctor/machine.ts';
import { checkNexus, checkWallet } from '../doctor/outside.ts';
import { checkRelease } from '../doctor/release.ts';
import { checkSettingsFile } from '../doctor/settings.ts';
import { checkSpeech } from '../doctor/speech.ts';
import { checkBackups, checkStores } from '../doctor/store.ts';
import { jsonText } from '../say.ts';
import { roomDir } from '../../sidecar/settings/places.ts';
import { contentDir, environment } from '../settings.ts';
import { command, type Options, UsageError } from './command.ts';

const options = {
  only: { type: 'string', value: 'NAME,NAME', doc: 'some checks alone' },
  try: {
    type: 'boolean',
    doc: 'makes an invoice at the wallet, reports the room to its Nexus, and transcribes a sentence',
  },
  json: { type: 'boolean', doc: 'the findings as one JSON document' },
} as const satisfies Options;

/** A machine that does not build needs no content folder, and a PostgreSQL no folder of data. */
async function checkDisks(settings: Settings): Promise<Found[]> {
  const { distDir, dataDir, backupDir, databaseUrl } = settings;
  const content = contentDir();
  return [
    ...(await checkWriting({
      ...(dutiesOf(settings).builds && { content }),
      dist: distDir,
      ...(!databaseUrl && { data: dataDir }),
    })),
    ...(await checkDisk({ content, dist: distDir, data: dataDir, backups: backupDir })),
  ];
}

type Check = (settings: Settings, tries: boolean) => Found[] | Promise<Found[]>;

const checks: Record<string, Check> = {
  content: () => checkContent(contentDir(), new Date()),
  feeds: () => checkFeeds(contentDir()),
  release: (settings) => checkRelease(settings),
  store: (settings) => checkStores(settings),
  backups: (settings) => checkBackups(settings, Date.now()),
  disk: checkDisks,
  clock: (settings) =>
    checkClock(Date.now(), [
      join(settings.distDir, 'current', 'manifest.json'),
      storePlace(settings).file,
      contentDir(),
    ]),
  wallet: (settings, tries) => checkWallet(settings, join(contentDir(), 'access.json'), tries),
  Nexus: (settings, tries) => checkNexus(settings, tries),
  transcription: (settings, tries) => checkSpeech(settings, tries),
};

const names = ['settings', ...Object.keys(checks)];

function namesIn(only: string | undefined): Set<string> {
  const chosen = only === undefined ? names : only.split(',').map((name) => name.trim());
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`--only has ${unknown}: give some of ${names.join(', ')}.`);
  return new Set(chosen);
}

const failure = (error: Error): Found[] => error.message.split('\n').map((line) => problem(line.trim()));

/** Without settings that can be read nothing else can be looked at. */
function readAll(): { settings: Settings } | { found: Found[] } {
  try {
    const { env, file } = environment();
    return { settings: readSettings(env, roomDir, file) };
  } catch (error) {
    return { found: failure(error as Error).slice(1) };
  }
}

async function examine(chosen: Set<string>, tries: boolean, say: (finding: Finding) => void): Promise<void> {
  const tell = (check: string, found: Found[]) => found.forEach((one) => say({ check, ...one }));
  const read = readAll();
  if ('found' in read) return tell('settings', read.found);
  if (chosen.has('settings')) tell('settings', [ok(read.settings.baseUrl), ...checkSettingsFile(environment())]);
  for (const [name, check] of Object.entries(checks)) {
    if (!chosen.has(name)) continue;
    tell(name, await Promise.resolve(check(read.settings, tries)).catch(failure));
  }
}

const words: Record<Level, string> = { ok: 'ok  ', advice: 'note', warning: 'warn', problem: 'FAIL' };

function lineOf({ check, level, says, file, key, fix }: Finding): string {
  const place = [file, key].filter(Boolean).join(': ');
  const line = `${words[level]}  ${check}: ${place ? `${place}: ` : ''}${says}${fix ? ` (${fix})` : ''}`;
  return withSigns(line.replace(/\s*\n\s*/g, ' '));
}

export const doctor = command({
  summary: 'Checks everything that the room depends on, and says what to do.',
  options,
  details: `Checks ${names.join(', ')}. Changes nothing, except with --try.`,
  endings: {
    0: 'all is well; notes are advice',
    1: 'something does not work',
    3: 'something will need care: an old copy, little space, a feed that was never read',
  },
  run: async ({ values }) => {
    const chosen = namesIn(values.only);
    const findings: Finding[] = [];
    await examine(chosen, values.try, (finding) => {
      findings.push(finding);
      if (!values.json) console.log(lineOf(finding));
    });
    const code = exitCodeOf(findings);
    if (values.json) console.log(jsonText({ ok: code === 0, findings }));
    return code;
  },
});
