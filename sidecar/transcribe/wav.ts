// The header of a WAV file (RIFF): written for plain samples, read for the length that it states.

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

/** The length that the header states; undefined where it states none. */
export function wavSeconds(first: Buffer): number | undefined {
  const [format, data] = ['fmt ', 'data'].map((name) => first.indexOf(name, 12, 'latin1')) as [number, number];
  if (format < 0 || data < 0 || data + 8 > first.length || format + 20 > first.length) return undefined;
  const [bytesPerSecond, bytes] = [first.readUInt32LE(format + 16), first.readUInt32LE(data + 4)];
  return bytesPerSecond > 0 && bytes < 0xffff_ff00 ? bytes / bytesPerSecond : undefined;
}
