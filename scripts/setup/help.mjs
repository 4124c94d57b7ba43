// Prints the help of every command from plain data, which needs no installed package.
import { contentCommands } from './content-commands.mjs';
import { developerCommands } from './developer-commands.mjs';
import { roomCommands } from './room-commands.mjs';

export const commandTexts = { ...contentCommands, ...roomCommands, ...developerCommands };

export const helpOption = /** @type {const} */ ({
  help: { type: 'boolean', doc: 'show this help' },
});

const columns = (rows) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

/** Returns the list of all commands. */
const listCommands = () =>
  [
    'Usage: npm run COMMAND -- [OPTIONS]',
    '',
    ...columns(Object.entries(commandTexts).map(([name, { summary }]) => [name, summary])),
    '',
    'Help about a command: npm run COMMAND -- --help',
  ].join('\n');

/**
 * @param {string} name
 * @returns {string}
 */
export function helpOf(name) {
  const { summary, examples, operands = '', options, details, exitCodes } = commandTexts[name];
  const invocation = (args) => `npm run ${name} -- ${args}`.replace(/( --)? $/, '');
  const rows = Object.entries({ ...options, ...helpOption }).map(([option, { value, doc }]) => [
    `--${option}${value ? ` ${value}` : ''}`,
    doc,
  ]);
  return [
    summary,
    '',
    ...columns((examples ?? [[operands, summary]]).map(([args, effect]) => [invocation(args), effect])),
    '',
    ...columns(rows),
    ...(details ? ['', details] : []),
    '',
    'Exit codes',
    ...columns(Object.entries({ ...exitCodes, 2: 'an argument is not valid' })),
  ].join('\n');
}

/**
 * Returns the help that these arguments request, or undefined.
 *
 * @param {string[]} args
 * @returns {string | undefined}
 */
export function requestedHelp([name, option, ...others]) {
  if (name === '--help' && option === undefined) return listCommands();
  const isAboutCommand = option === '--help' && others.length === 0 && Object.hasOwn(commandTexts, name);
  return isAboutCommand ? helpOf(name) : undefined;
}
