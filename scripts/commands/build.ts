// Runs npm run build.
import { buildAndSwitch } from '../build/build.ts';
import { command } from './command.ts';

export const build = command('build', ({ values }, io) => buildAndSwitch(io, values.rollback));
