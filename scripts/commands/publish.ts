// Runs npm run publish.
import { publishEverywhere } from '../publish/publish.ts';
import { print } from '../io.ts';
import { settings } from '../settings.ts';
import { command } from './command.ts';

export const publish = command('publish', async (_, io) => {
  print(io, `Published ${await publishEverywhere(io.env, settings(io.env))}`);
  return 0;
});
