// Moonshine's decoder with a faster last layer.
//
// As the package has it, the model turns its 13 million weights for words around and into floating point for each word
// that it says, which takes longer than everything else. Here they are turned once, and multiplied as integers like
// those of the other layers.
import { bytesIn, changed, type Field, field, readFields, writeFields } from './protobuf.ts';

/** Numbers of fields in https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
const model = { graph: 7 };
const graph = { node: 1, initializer: 5 };
const node = { input: 1, output: 2, type: 4, attribute: 5 };
const attribute = { name: 1, int: 3, graph: 6, type: 20 };
const tensor = { dims: 1, type: 2, name: 8, raw: 9 };
const floatType = 1;
const bytesType = 2;
const intAttribute = 2;

const weights = 'model.decoder.embed_tokens.weight_merged_0';
const turned = 'model.decoder.embed_tokens.weight_transposed';
const turnedOnce = 'words';

const named = (message: Buffer, no: number): string[] => bytesIn(readFields(message), no).map(String);

function nodeOf(type: string, inputs: string[], outputs: string[], attributes: Field[] = []): Field {
  return field(graph.node, [
    ...inputs.map((name) => field(node.input, name)),
    ...outputs.map((name) => field(node.output, name)),
    field(node.type, type),
    ...attributes,
  ]);
}

const toFloat = field(node.attribute, [
  field(attribute.name, 'to'),
  field(attribute.int, floatType),
  field(attribute.type, intAttribute),
]);

/** A product of floating-point numbers, rounded as in the other layers. */
const integerProduct = (input: string, output: string): Field[] => [
  nodeOf('DynamicQuantizeLinear', [input], ['words.input', 'words.scale', 'words.zero']),
  nodeOf('MatMulInteger', ['words.input', turnedOnce, 'words.zero', `${weights}_zero_point`], ['words.sums']),
  nodeOf('Cast', ['words.sums'], ['words.floats'], [toFloat]),
  nodeOf('Mul', ['words.scale', `${weights}_scale`], ['words.scales']),
  nodeOf('Mul', ['words.floats', 'words.scales'], [output]),
];

const quickBranch = (branch: Buffer): Buffer =>
  writeFields(
    readFields(branch).flatMap((one) => {
      if (one.no !== graph.node) return one;
      const [inputs, outputs] = [named(one.value as Buffer, node.input), named(one.value as Buffer, node.output)];
      if (outputs[0]!.startsWith(turned)) return [];
      return inputs[1] === turned ? integerProduct(inputs[0]!, outputs[0]!) : one;
    }),
  );

/** The other way round in memory: columns become rows. */
function turn(values: Buffer, rows: number): Buffer {
  const columns = values.length / rows;
  const result = Buffer.alloc(values.length);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) result[column * rows + row] = values[row * columns + column]!;
  return result;
}

function turnedWeights(fields: Field[]): Field {
  const found = bytesIn(fields, graph.initializer).find((one) => named(one, tensor.name)[0] === `${weights}_quantized`);
  if (!found) throw new Error('The decoder has no weights for words.');
  const own = readFields(found);
  const [rows, columns] = own.flatMap(({ no, value }) => (no === tensor.dims ? [value as number] : []));
  return field(graph.initializer, [
    field(tensor.dims, columns!),
    field(tensor.dims, rows!),
    field(tensor.type, bytesType),
    field(tensor.name, turnedOnce),
    field(tensor.raw, turn(bytesIn(own, tensor.raw)[0]!, rows!)),
  ]);
}

/** Takes and gives the bytes of an ONNX file. */
export const quickDecoder = (file: Buffer): Buffer =>
  changed(file, model.graph, (whole) => {
    const quick = changed(whole, graph.node, (one) =>
      changed(one, node.attribute, (branch) => changed(branch, attribute.graph, quickBranch)),
    );
    return writeFields([...readFields(quick), turnedWeights(readFields(whole))]);
  });
