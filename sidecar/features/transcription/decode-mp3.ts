// Decodes MP3 chunk by chunk with minimp3 in WebAssembly, which can reach nothing but its own memory.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AudioData } from '@audio/decode-wav';

/** Exports of the WebAssembly module. The package's own wrapper is made for browsers. */
interface Minimp3 {
  memory: WebAssembly.Memory;
  decoder_init(): void;
  decoder_set_mp3_data_size(bytes: number): void;
  decoder_mp3_data_offset(): number;
  decoder_decode(seconds: number): void;
  decoder_pcm_data_offset(): number;
  decode_results_sampling_rate(): number;
  decode_results_num_channels(): number;
  /** Number of samples of all channels together. */
  decode_results_num_samples(): number;
}

const module = new URL('dist/decoder.opt.wasm', import.meta.resolve('minimp3-wasm/package.json'));
const secondsPerPiece = 10;

async function openFrames(bytes: Buffer): Promise<Minimp3> {
  const { instance } = await WebAssembly.instantiate(readFileSync(fileURLToPath(module)));
  const mp3 = instance.exports as unknown as Minimp3;
  mp3.decoder_init();
  mp3.decoder_set_mp3_data_size(bytes.length);
  new Uint8Array(mp3.memory.buffer, mp3.decoder_mp3_data_offset(), bytes.length).set(bytes);
  return mp3;
}

/**
 * Yields chunks; a chunk ends if the rate or the number of channels changes.
 * Takes whole frames only, because minimp3 never returns from other bytes.
 */
export async function* decodeMp3(frames: Buffer): AsyncGenerator<AudioData> {
  if (frames.length === 0) return;
  const mp3 = await openFrames(frames);
  for (;;) {
    mp3.decoder_decode(secondsPerPiece);
    const count = mp3.decode_results_num_samples();
    if (count === 0) return;
    const channels = mp3.decode_results_num_channels();
    // The buffer is read again, because growing memory replaces it, and copied, because its offset may be odd.
    const from = mp3.decoder_pcm_data_offset();
    const samples = new Int16Array(mp3.memory.buffer.slice(from, from + 2 * count));
    const channelData = Array.from({ length: channels }, (_, channel) =>
      Float32Array.from({ length: count / channels }, (__, at) => samples[at * channels + channel]! / 32768),
    );
    yield { channelData, sampleRate: mp3.decode_results_sampling_rate() };
  }
}
