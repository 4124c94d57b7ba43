// The feature that transcribes recordings.
import type { Feature } from '../feature.ts';
import { transcriptionConsole } from './console.ts';
import { transcribeHandlers } from './handlers.ts';
import { transcriptionExpiry } from './tables.ts';
import type { Transcription } from './transcription.ts';

export const transcriptionFeature = (transcription: Transcription) =>
  ({
    handlers: transcribeHandlers(transcription),
    beforePaywall: { transcribe: transcription.assertSuitable },
    expiry: transcriptionExpiry,
    console: transcriptionConsole(transcription),
  }) satisfies Feature;
