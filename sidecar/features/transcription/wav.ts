// Writes WAV headers (RIFF) for plain samples, and reads the length that a header states.

export function wavHeader(dataBytes: number, sampleRate: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** Sizes from here on are placeholders of programs that write to a pipe. */
const minStreamedSize = 0x7fff_0000;

/** Returns the seconds that the header of a RIFF or RF64 file (EBU Tech 3306) states, if any. */
export function wavSeconds(first: Buffer): number | undefined {
  let bytesPerSecond = 0;
  let wideBytes = 0;
  for (let at = 12; at + 8 <= first.length;) {
    const name = first.toString('latin1', at, at + 4);
    const size = first.readUInt32LE(at + 4);
    if (name === 'ds64' && at + 24 <= first.length) wideBytes = Number(first.readBigUInt64LE(at + 16));
    if (name === 'fmt ' && at + 20 <= first.length) bytesPerSecond = first.readUInt32LE(at + 16);
    if (name === 'data') {
      const bytes = size < minStreamedSize ? size : wideBytes;
      return bytes > 0 && bytesPerSecond > 0 ? bytes / bytesPerSecond : undefined;
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}
