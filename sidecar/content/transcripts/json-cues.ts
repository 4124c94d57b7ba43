// Reads transcripts in JSON: of the podcast namespace, of Whisper and its relatives, of Podlove, and of the common
// services for speech recognition.
// https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/transcripts/transcripts.md
import { readClock } from '#domain/transcripts/clock.ts';
import type { Cue } from './cues.ts';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const objectsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);
const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});
/** Returns the first object of a list, such as the most probable alternative. */
const firstOf = (value: unknown): Fields => objectsIn(value)[0] ?? {};

const listNames = [
  'segments',
  'transcription',
  'utterances',
  'transcript',
  'transcripts',
  'sentences',
  'paragraphs',
  'phrases',
  'cues',
  'captions',
  'results',
  'words',
];

/** Returns the list of segments, which may be nested in an object. */
function findList(value: unknown): Fields[] | undefined {
  if (Array.isArray(value)) return objectsIn(value);
  if (!isObject(value)) return undefined;
  return listNames.map((name) => findList(value[name])).find((list) => list !== undefined);
}

const textNames = ['body', 'punctuated_word', 'text', 'content', 'transcript', 'display', 'word', 'value'];
const readText = (fields: Fields): string =>
  String(textNames.map((name) => fields[name]).find((value) => typeof value === 'string') ?? '');

/** Reads seconds as a number or a text, or a time such as 00:01:02.5. */
function readSeconds(value: unknown): number | undefined {
  if (typeof value === 'string') return readClock(value.replace(/s$/, ''));
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Names of times with the part of a second that they count. */
const startNames = { startTime: 1, start_time: 1, start: 1, begin: 1, from: 1, ts: 1, start_ms: 1000, tStartMs: 1000 };
const endNames = { endTime: 1, end_time: 1, end: 1, to: 1, end_ts: 1, end_ms: 1000 };

function readTime(fields: Fields, names: Record<string, number>): number | undefined {
  const all = { ...fields, ...fieldsOf(fields['timestamps']) };
  const times = Object.entries(names).map(([name, parts]) => {
    const time = readSeconds(all[name]);
    return time === undefined ? undefined : time / parts;
  });
  return times.find((time) => time !== undefined);
}

function readSpeaker({ speaker, speaker_label, voice }: Fields): string {
  const name = isObject(speaker) ? speaker['name'] : (speaker ?? speaker_label ?? voice);
  return typeof name === 'string' ? name.trim() : typeof name === 'number' ? `#${name}` : '';
}

/** Reads segments or words. One without a readable time, such as a sign of punctuation, belongs to the one before. */
function readSegments(list: Fields[]): Cue[] {
  const cues: Cue[] = [];
  for (const fields of list) {
    const last = cues.at(-1);
    const text = readText(fields);
    const start = readTime(fields, startNames);
    if (/^punct/.test(String(fields['type'])) && last) {
      last.lines[last.lines.length - 1] += text.trimEnd();
      continue;
    }
    const from = start ?? (last ? Math.max(last.start, last.end) : 0);
    const speaker = readSpeaker(fields);
    const end = readTime(fields, endNames) ?? from;
    cues.push({ start: from, end, lines: text.split('\n'), ...(speaker && { speaker }) });
  }
  return cues;
}

const ticksPerSecond = 10_000_000;

/** Finds the segments or words of a service; undefined for a document of another kind. */
const services: Record<string, (document: Fields) => Fields[] | undefined> = {
  Deepgram: ({ results }) => {
    const { channels, utterances } = fieldsOf(results);
    const words = objectsIn(firstOf(firstOf(channels)['alternatives'])['words']);
    return Array.isArray(channels) ? [objectsIn(utterances), words].find((list) => list.length > 0) : undefined;
  },
  'AWS Transcribe': ({ results }) => {
    const { items, audio_segments: segments, speaker_labels: labels } = fieldsOf(results);
    if (!Array.isArray(items)) return undefined;
    if (objectsIn(segments).length > 0) return objectsIn(segments);
    const labelled = objectsIn(fieldsOf(labels)['segments']).flatMap((one) => objectsIn(one['items']));
    const speakers = new Map(labelled.map((item) => [item['start_time'], item['speaker_label']]));
    return objectsIn(items).map((item) => ({
      speaker_label: speakers.get(item['start_time']),
      ...item,
      ...firstOf(item['alternatives']),
    }));
  },
  // Each result is a passage (Google) or a word (Speechmatics).
  'Google and Speechmatics': ({ results }) => {
    if (!Array.isArray(results) || !Array.isArray(firstOf(results)['alternatives'])) return undefined;
    return objectsIn(results).flatMap((result) => {
      const best = firstOf(result['alternatives']);
      const words = objectsIn(best['words']).map((word) => ({
        startTime: word['startOffset'],
        endTime: word['endOffset'],
        speaker: word['speakerTag'] ?? word['speakerLabel'],
        ...word,
      }));
      return words.length > 0 ? words : [{ ...result, ...best }];
    });
  },
  'Rev AI': ({ monologues }) =>
    Array.isArray(monologues)
      ? objectsIn(monologues).flatMap(({ speaker, elements }) =>
          objectsIn(elements).map((element) => ({ speaker, ...element })),
        )
      : undefined,
  AssemblyAI: ({ audio_duration, utterances, words }) =>
    audio_duration === undefined
      ? undefined
      : [objectsIn(utterances), objectsIn(words)].find(({ length }) => length > 0),
  Azure: ({ recognizedPhrases }) =>
    Array.isArray(recognizedPhrases)
      ? objectsIn(recognizedPhrases).map(({ offsetInTicks, durationInTicks, speaker, nBest }) => ({
          start: Number(offsetInTicks) / ticksPerSecond,
          end: (Number(offsetInTicks) + Number(durationInTicks)) / ticksPerSecond,
          speaker,
          ...firstOf(nBest),
        }))
      : undefined,
  YouTube: ({ events }) =>
    Array.isArray(events)
      ? objectsIn(events).map(({ segs, ...event }) => ({
          ...event,
          end_ms: Number(event['tStartMs']) + Number(event['dDurationMs'] ?? 0),
          text: objectsIn(segs)
            .map(({ utf8 }) => (typeof utf8 === 'string' ? utf8 : ''))
            .join(''),
        }))
      : undefined,
};

/** From this number of units for a word, units are milliseconds: nobody takes twenty seconds for a word. */
const minMillisecondsForWord = 20;

/** Converts milliseconds, which some services state under the names that others use for seconds. */
function inSeconds(cues: Cue[]): Cue[] {
  const words = cues.reduce((sum, { lines }) => sum + lines.join(' ').split(/\s+/).filter(Boolean).length, 0);
  const units = cues.reduce((sum, { start, end }) => sum + end - start, 0);
  const isWhole = cues.every(({ start, end }) => Number.isInteger(start) && Number.isInteger(end));
  if (!isWhole || units < minMillisecondsForWord * words) return cues;
  return cues.map((cue) => ({ ...cue, start: cue.start / 1000, end: cue.end / 1000 }));
}

/** Labels of services for voices without a name. */
export const namelessLabel = /^(?:speaker|spk|s)?[\s_#-]*(?:[a-z]|\d*)$/i;

/** Numbers the voices without a name in the order in which they speak. Other documents may call people by a letter. */
function numberVoices(cues: Cue[], isOfService: boolean): Cue[] {
  const label = isOfService ? namelessLabel : /^#/;
  const labels = [...new Set(cues.flatMap(({ speaker }) => speaker ?? []))].filter((one) => label.test(one));
  return cues.map((cue) => {
    const at = labels.indexOf(cue.speaker ?? '');
    return at < 0 ? cue : { ...cue, speaker: `Speaker ${at + 1}` };
  });
}

export function readJsonCues(value: unknown): Cue[] {
  const document = fieldsOf(value);
  const ofService = Object.values(services)
    .map((find) => find(document))
    .find((list) => list !== undefined);
  const list = ofService ?? findList(value);
  if (!list) throw new Error('there are no segments');
  return numberVoices(inSeconds(readSegments(list)), ofService !== undefined);
}
