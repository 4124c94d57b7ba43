// The settings of transcription: a service that hears instead of the embedded engine, and the largest recording.
import type { Read, ReadNumber } from './setting-readers.ts';

export const transcribeSettingDocs = {
  TRANSCRIBE_API_URL: [
    '',
    'A service that hears instead of the embedded engine: its OpenAI-compatible address with /v1.',
  ],
  TRANSCRIBE_API_KEY: ['', 'Key for that service.'],
  TRANSCRIBE_MODEL: ['whisper-1', 'Model of that service.'],
  TRANSCRIBE_MAX_MIB: ['200', 'Size of a recording that is transcribed, at most.'],
  TRANSCRIBE_MAX_MINUTES: ['180', 'Length of a recording that is transcribed, at most.'],
} as const;

export interface ProviderSettings {
  /** Without a slash at the end. */
  url: string;
  key: string | undefined;
  model: string;
}

export interface TranscribeSettings {
  /** Without one the embedded engine hears. */
  provider: ProviderSettings | undefined;
  maxMib: number;
  maxMinutes: number;
}

type Name = keyof typeof transcribeSettingDocs;

export function readTranscribe(value: Read<Name>, number: ReadNumber<Name>, problems: string[]): TranscribeSettings {
  const url = value('TRANSCRIBE_API_URL').replace(/\/+$/, '');
  if (url && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    problems.push(`TRANSCRIBE_API_URL is ${url}: give an address such as http://127.0.0.1:8000/v1`);
  return {
    provider: url
      ? { url, key: value('TRANSCRIBE_API_KEY') || undefined, model: value('TRANSCRIBE_MODEL') }
      : undefined,
    maxMib: number('TRANSCRIBE_MAX_MIB', 1, 4096),
    maxMinutes: number('TRANSCRIBE_MAX_MINUTES', 1, 1440),
  };
}
