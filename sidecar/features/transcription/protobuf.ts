// Decodes and encodes Protocol Buffers without a schema (https://protobuf.dev/programming-guides/encoding).

/** A field with a number or bytes as its value; the bytes may be a nested message. */
export interface ProtobufField {
  no: number;
  value: number | Buffer;
}

const bytesType = 2;

export function decodeFields(message: Buffer): ProtobufField[] {
  const fields: ProtobufField[] = [];
  let at = 0;
  const decodeNumber = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = decodeNumber();
    const no = key >>> 3;
    const kind = key & 7;
    if (kind !== 0 && kind !== bytesType) throw new Error(`Field ${no} has an unsupported wire type: ${kind}.`);
    if (kind === 0) fields.push({ no, value: decodeNumber() });
    else {
      const length = decodeNumber();
      fields.push({ no, value: message.subarray(at, at + length) });
      at += length;
    }
  }
  return fields;
}

function encodeNumber(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

export const encodeFields = (fields: ProtobufField[]): Buffer =>
  Buffer.concat(
    fields.flatMap(({ no, value }) =>
      typeof value === 'number'
        ? [encodeNumber(no * 8), encodeNumber(value)]
        : [encodeNumber(no * 8 + bytesType), encodeNumber(value.length), value],
    ),
  );

export const encodeField = (no: number, value: number | string | Buffer | ProtobufField[]): ProtobufField => {
  if (Array.isArray(value)) return { no, value: encodeFields(value) };
  return { no, value: typeof value === 'string' ? Buffer.from(value) : value };
};

export const readBytes = (fields: ProtobufField[], no: number): Buffer[] =>
  fields.flatMap((one) => (one.no === no && typeof one.value !== 'number' ? [one.value] : []));

/** Applies `change` to each nested message with the field number `no`. */
export const mapMessages = (message: Buffer, no: number, change: (inner: Buffer) => Buffer): Buffer =>
  encodeFields(
    decodeFields(message).map((one) =>
      one.no === no && typeof one.value !== 'number' ? { no, value: change(one.value) } : one,
    ),
  );
