import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { findModels } from './engine-files.ts';
import { readBytes, mapMessages, decodeFields, encodeFields } from './protobuf.ts';
import { optimiseDecoder } from './optimise-decoder.ts';

let decoder: Buffer;
before(async () => {
  decoder = await readFile(findModels(undefined)!.embedded!.decoder);
});

/** Returns the node types in the two branches of the decoder, with the names of their inputs. */
function nodesOf(file: Buffer): { type: string; inputs: string[] }[] {
  const within = (messages: Buffer[], no: number) => messages.flatMap((one) => readBytes(decodeFields(one), no));
  const graphs = within(within(within(within([file], 7), 1), 5), 6);
  return within(graphs, 1).map((node) => {
    const fields = decodeFields(node);
    return { type: String(readBytes(fields, 4)[0]), inputs: readBytes(fields, 1).map(String) };
  });
}

test('a message that is decoded and encoded again has the same bytes', () => {
  assert.ok(encodeFields(decodeFields(decoder)).equals(decoder));
  assert.ok(mapMessages(decoder, 7, (graph) => mapMessages(graph, 1, (node) => node)).equals(decoder));
});

test('the decoder transposes no weights for each word, and multiplies the last layer as integers', () => {
  const turning = (file: Buffer) =>
    nodesOf(file).filter(({ type, inputs }) => type === 'Transpose' && /weight/.test(inputs[0]!)).length;
  const quick = optimiseDecoder(decoder);
  assert.deepEqual([turning(decoder), turning(quick)], [2, 0]);
  const last = nodesOf(quick).filter(({ type, inputs }) => type === 'MatMulInteger' && inputs[1] === 'words');
  assert.equal(last.length, 2);
});
