// Measures word errors of the embedded engine by recording condition, foreign speech, and sounds without speech, with
// voices of Debian packages.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedEngine } from '../../sidecar/features/transcription/engine.ts';
import { findModels } from '../../sidecar/features/transcription/engine-files.ts';
import type { Engine } from '../../sidecar/features/transcription/engines.ts';
import {
  runFfmpeg,
  transcribeFile,
  readAloudSentences,
  type TimedText,
  timeTexts,
  findSilentLosses,
  speakWithEspeak,
  speakWithFlite,
  countWordErrors,
  wordlessSounds,
} from '../../sidecar/features/transcription/test-sounds.ts';
import type { Row } from './report.ts';

const sentences = [
  'The harbor master wrote down the height of the tide every morning.',
  'We walked along the beach until the rain came in from the west.',
  'She asked how long the bridge had been closed, and nobody could tell her.',
];
const voices = ['slt', 'rms', 'awb'];

const foreign: Record<string, string> = {
  de: 'Am Morgen gingen wir langsam durch die alte Stadt, und niemand wusste, warum die Brücke gesperrt war.',
  fr: 'Ce matin nous avons marché lentement dans la vieille ville, et personne ne savait pourquoi le pont était fermé.',
  es: 'Por la mañana caminamos despacio por la ciudad vieja, y nadie sabía por qué el puente estaba cerrado.',
  it: 'La mattina camminavamo piano per la città vecchia, e nessuno sapeva perché il ponte era chiuso.',
  pl: 'Rano szliśmy powoli przez stare miasto i nikt nie wiedział, dlaczego most był zamknięty.',
  ru: 'Утром мы медленно шли по старому городу, и никто не знал, почему мост был закрыт.',
  pt: 'De manhã andámos devagar pela cidade velha, e ninguém sabia por que a ponte estava fechada.',
  nl: 'In de ochtend liepen we langzaam door de oude stad, en niemand wist waarom de brug gesloten was.',
  tr: 'Sabahleyin eski şehirde yavaş yavaş yürüdük ve kimse köprünün neden kapalı olduğunu bilmiyordu.',
  cmn: '早上我们慢慢地走过老城，没有人知道桥为什么关闭了。',
};

const readAloud = readAloudSentences.map(([file]) => file);
const texts = [...readAloudSentences.map(([, words]) => words), ...sentences];
const pauseSeconds = 0.5;

/** Recording conditions by name: FFmpeg filter, background sound, and how much louder speech is, in decibels. */
const conditions: Record<string, { filter?: string; background?: string; louderDb?: number }> = {
  clean: {},
  telephone: { filter: 'highpass=300,lowpass=3400,aresample=8000,volume=-10dB' },
  'noise at 10 dB': { background: wordlessSounds['white noise']!, louderDb: 10 },
  'music at 5 dB': { background: wordlessSounds.music!, louderDb: 5 },
  'noise at 0 dB': { background: wordlessSounds['white noise']!, louderDb: 0 },
  'music at -5 dB': { background: wordlessSounds.music!, louderDb: -5 },
};

/** Returns the mean level in decibels, as FFmpeg measures it. */
function levelOf(input: string[]): number {
  const args = ['-nostdin', '-hide_banner', ...input, '-af', 'volumedetect', '-f', 'null', '-'];
  const ffmpegOutput = execFileSync('sh', ['-c', 'exec ffmpeg "$@" 2>&1', 'ffmpeg', ...args], { encoding: 'utf8' });
  return Number(/mean_volume: (-?[\d.]+) dB/.exec(ffmpegOutput)![1]);
}

async function degradeRecording(speech: string, name: string, folder: string): Promise<string> {
  const { filter = 'anull', background, louderDb = 0 } = conditions[name]!;
  const file = join(folder, `${name}.wav`);
  if (!background) await runFfmpeg('-i', speech, '-af', filter, file);
  else {
    const source = ['-f', 'lavfi', '-t', '60', '-i', background];
    const change = levelOf(['-i', speech]) - louderDb - levelOf(source);
    const mix = `[1:a]aresample=16000,volume=${change}dB[u];[0:a][u]amix=duration=first:normalize=0`;
    await runFfmpeg('-i', speech, ...source, '-filter_complex', mix, '-ac', '1', file);
  }
  return file;
}

/** Joins recordings and returns the file with the words that are spoken at each time. */
async function joinRecordings(folder: string): Promise<{ file: string; timedTexts: TimedText[] }> {
  const recordings = sentences.map((one, at) => speakWithFlite(one, join(folder, `voice-${at}.wav`), voices[at]));
  const files = [...readAloud, ...(await Promise.all(recordings))];
  const pauses = files.map((_, at) => `[${at}:a]aresample=16000,apad=pad_dur=${pauseSeconds}[p${at}]`).join(';');
  const inputs = files.map((_, at) => `[p${at}]`).join('');
  const file = join(folder, 'spoken.wav');
  const filter = `${pauses};${inputs}concat=n=${files.length}:v=0:a=1`;
  await runFfmpeg(...files.flatMap((path) => ['-i', path]), '-filter_complex', filter, '-ac', '1', file);
  return { file, timedTexts: await timeTexts(files, texts, pauseSeconds) };
}

const transcribeWords = async (engine: Engine, file: string, folder: string): Promise<string> =>
  (await transcribeFile(engine, file, folder)).segments.map((segment) => segment.text).join(' ');

async function countRefused(engine: Engine, folder: string): Promise<number> {
  let refusedCount = 0;
  for (const [voice, words] of Object.entries(foreign)) {
    const file = await speakWithEspeak(`${words} ${words}`, join(folder, `${voice}.wav`), voice);
    await transcribeWords(engine, file, folder).catch(() => refusedCount++);
  }
  return refusedCount;
}

async function countWordsInNoise(engine: Engine, folder: string): Promise<number> {
  let words = 0;
  for (const source of Object.values(wordlessSounds)) {
    const file = join(folder, 'wordless.wav');
    await runFfmpeg('-f', 'lavfi', '-t', '10', '-i', source, '-ar', '16000', '-ac', '1', file);
    words += (await transcribeWords(engine, file, folder)).split(/\s+/).filter(Boolean).length;
  }
  return words;
}

export async function measureWordErrors(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-words-'));
  const engine = createEmbeddedEngine({
    models: findModels(undefined)!,
    onProblem: (message) => console.error(message),
  });
  try {
    const speech = await joinRecordings(folder);
    const rows: Row[] = [];
    let lostCount = 0;
    for (const name of Object.keys(conditions)) {
      const result = await transcribeFile(engine, await degradeRecording(speech.file, name, folder), folder);
      const { errors, words } = countWordErrors(
        texts.join(' '),
        result.segments.map((segment) => segment.text).join(' '),
      );
      rows.push({ items: 0, name: `word errors, ${name}`, value: (100 * errors) / words, unit: '%' });
      lostCount += findSilentLosses(speech.timedTexts, result).length;
    }
    rows.push({ items: 0, name: 'stretches of speech that are missing without a warning', value: lostCount, unit: '' });
    const refusedCount = await countRefused(engine, folder);
    const acceptedCount = Object.keys(foreign).length - refusedCount;
    rows.push({ items: 0, name: 'foreign recordings that were not refused', value: acceptedCount, unit: '' });
    rows.push({
      items: 0,
      name: 'words from sounds without any',
      value: await countWordsInNoise(engine, folder),
      unit: '',
    });
    return rows;
  } finally {
    engine.stop();
    await rm(folder, { recursive: true });
  }
}
