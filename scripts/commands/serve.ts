// npm run serve: the server alone, for what is built.
import { configurationError } from '../../sidecar/settings/exit-codes.ts';
import { runRoom } from '../serve/run-room.ts';
import { command } from './command.ts';

export const serve = command({
  summary: 'Serves the live release, without reading feeds first.',
  options: {},
  details:
    'Builds only where there is no release for the address of the room. The server is started again after a crash.',
  endings: {
    0: 'it was stopped',
    1: 'there is nothing to serve; the lines above say why',
    [configurationError]: 'the settings or the port do not fit',
  },
  run: () => runRoom([]),
});
