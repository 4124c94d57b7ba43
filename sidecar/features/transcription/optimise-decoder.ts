// Makes the last layer of Moonshine's decoder faster.
//
// The packaged model transposes its 13 million word weights and converts them to floating point for every word, which
// takes longer than everything else. The optimised model has transposed weights, and multiplies them as integers like
// the other layers.
import { readBytes, mapMessages, type ProtobufField, encodeField, decodeFields, encodeFields } from './protobuf.ts';

/** Field numbers of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
const model = { graph: 7 };
const graph = { node: 1, initializer: 5 };
const node = { input: 1, output: 2, type: 4, attribute: 5 };
const attribute = { name: 1, int: 3, graph: 6, type: 20 };
const tensor = { dims: 1, type: 2, name: 8, raw: 9 };
const floatType = 1;
const bytesType = 2;
const intAttribute = 2;

const weights = 'model.decoder.embed_tokens.weight_merged_0';
const transposedName = 'model.decoder.embed_tokens.weight_transposed';
const newWeightsName = 'words';

const readNames = (message: Buffer, no: number): string[] => readBytes(decodeFields(message), no).map(String);

function encodeNode(
  type: string,
  inputs: string[],
  outputs: string[],
  attributes: ProtobufField[] = [],
): ProtobufField {
  return encodeField(graph.node, [
    ...inputs.map((name) => encodeField(node.input, name)),
    ...outputs.map((name) => encodeField(node.output, name)),
    encodeField(node.type, type),
    ...attributes,
  ]);
}

const toFloat = encodeField(node.attribute, [
  encodeField(attribute.name, 'to'),
  encodeField(attribute.int, floatType),
  encodeField(attribute.type, intAttribute),
]);

/** Nodes that multiply quantized numbers as the other layers do. */
const integerProduct = (input: string, output: string): ProtobufField[] => [
  encodeNode('DynamicQuantizeLinear', [input], ['words.input', 'words.scale', 'words.zero']),
  encodeNode('MatMulInteger', ['words.input', newWeightsName, 'words.zero', `${weights}_zero_point`], ['words.sums']),
  encodeNode('Cast', ['words.sums'], ['words.floats'], [toFloat]),
  encodeNode('Mul', ['words.scale', `${weights}_scale`], ['words.scales']),
  encodeNode('Mul', ['words.floats', 'words.scales'], [output]),
];

const optimiseBranch = (branch: Buffer): Buffer =>
  encodeFields(
    decodeFields(branch).flatMap((one) => {
      if (one.no !== graph.node) return one;
      const inputs = readNames(one.value as Buffer, node.input);
      const outputs = readNames(one.value as Buffer, node.output);
      if (outputs[0]!.startsWith(transposedName)) return [];
      return inputs[1] === transposedName ? integerProduct(inputs[0]!, outputs[0]!) : one;
    }),
  );

/** Transposes a matrix of bytes. */
function transpose(values: Buffer, rows: number): Buffer {
  const columns = values.length / rows;
  const result = Buffer.alloc(values.length);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) result[column * rows + row] = values[row * columns + column]!;
  return result;
}

function transposeWeights(fields: ProtobufField[]): ProtobufField {
  const quantized = readBytes(fields, graph.initializer).find(
    (one) => readNames(one, tensor.name)[0] === `${weights}_quantized`,
  );
  if (!quantized) throw new Error('The decoder has no weights for words.');
  const own = decodeFields(quantized);
  const [rows, columns] = own.flatMap(({ no, value }) => (no === tensor.dims ? [value as number] : []));
  return encodeField(graph.initializer, [
    encodeField(tensor.dims, columns!),
    encodeField(tensor.dims, rows!),
    encodeField(tensor.type, bytesType),
    encodeField(tensor.name, newWeightsName),
    encodeField(tensor.raw, transpose(readBytes(own, tensor.raw)[0]!, rows!)),
  ]);
}

/** Takes and returns the bytes of an ONNX file. */
export const optimiseDecoder = (file: Buffer): Buffer =>
  mapMessages(file, model.graph, (whole) => {
    const quick = mapMessages(whole, graph.node, (one) =>
      mapMessages(one, node.attribute, (branch) => mapMessages(branch, attribute.graph, optimiseBranch)),
    );
    return encodeFields([...decodeFields(quick), transposeWeights(decodeFields(whole))]);
  });
