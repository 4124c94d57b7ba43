// Help of every command, made of plain data, which is there before any package is installed.
import { contentCommands } from './content-commands.mjs';
import { developerCommands } from './developer-commands.mjs';
import { roomCommands } from './room-commands.mjs';

export const commandTexts = { ...contentCommands, ...roomCommands, ...developerCommands };

export const helpOption = /** @type {const} */ ({
  help: { type: 'boolean', doc: 'this text; nothing else is done' },
});

const columns = (rows) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

/**
 * @param {string} name
 * @returns {string}
 */
export function helpOf(name) {
  const { summary, examples, operands = '', options, details, endings } = commandTexts[name];
  const called = (args) => `npm run ${name} -- ${args}`.replace(/( --)? $/, '');
  const rows = Object.entries({ ...options, ...helpOption }).map(([option, { value, doc }]) => [
    `--${option}${value ? ` ${value}` : ''}`,
    doc,
  ]);
  return [
    summary,
    '',
    ...columns((examples ?? [[operands, summary]]).map(([args, does]) => [called(args), does])),
    '',
    ...columns(rows),
    ...(details ? ['', details] : []),
    '',
    'Ends with',
    ...columns(Object.entries({ ...endings, 2: 'the arguments make no sense' })),
  ].join('\n');
}
