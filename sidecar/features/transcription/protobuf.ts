// Reads and writes Protocol Buffers without a schema: enough to change a few fields of a large message.
// (https://protobuf.dev/programming-guides/encoding)

/** A field is a number or bytes; bytes of a message can be read in turn. */
export interface Field {
  no: number;
  value: number | Buffer;
}

const bytesOf = 2;

export function readFields(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = number();
    const [no, kind] = [key >>> 3, key & 7];
    if (kind !== 0 && kind !== bytesOf) throw new Error(`Field ${no} has a wire type that is not read here: ${kind}.`);
    if (kind === 0) fields.push({ no, value: number() });
    else {
      const length = number();
      fields.push({ no, value: message.subarray(at, at + length) });
      at += length;
    }
  }
  return fields;
}

function written(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

export const writeFields = (fields: Field[]): Buffer =>
  Buffer.concat(
    fields.flatMap(({ no, value }) =>
      typeof value === 'number'
        ? [written(no * 8), written(value)]
        : [written(no * 8 + bytesOf), written(value.length), value],
    ),
  );

export const field = (no: number, value: number | string | Buffer | Field[]): Field => {
  if (Array.isArray(value)) return { no, value: writeFields(value) };
  return { no, value: typeof value === 'string' ? Buffer.from(value) : value };
};

export const bytesIn = (fields: Field[], no: number): Buffer[] =>
  fields.flatMap((one) => (one.no === no && typeof one.value !== 'number' ? [one.value] : []));

/** With each message of that number changed by `change`. */
export const changed = (message: Buffer, no: number, change: (inner: Buffer) => Buffer): Buffer =>
  writeFields(
    readFields(message).map((one) =>
      one.no === no && typeof one.value !== 'number' ? { no, value: change(one.value) } : one,
    ),
  );
