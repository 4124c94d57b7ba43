// npm run build: makes the release of the content as it is, and switches to it.
import { buildAndSwitch } from '../build/build.ts';
import { command } from './command.ts';

export const build = command('build', ({ values }, io) => buildAndSwitch(io, values.rollback));
