// npm run build: makes the release of the content as it is, and switches to it.
import { buildAndSwitch } from '../build.ts';
import { command } from './command.ts';

export const build = command({
  summary: 'Builds the room from the content folder and switches to the new release.',
  options: {
    rollback: { type: 'boolean', doc: 'goes back to this content on purpose, where the room has served newer content' },
  },
  details: 'Is skipped while the live release has this content. What was live before stays when a build fails.',
  endings: { 0: 'the release is live', 1: 'it failed; the lines above say why' },
  run: ({ values }) => buildAndSwitch(values.rollback),
});
