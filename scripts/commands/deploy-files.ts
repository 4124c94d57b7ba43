// npm run deploy-files: systemd units for this room.
import { join, resolve } from 'node:path';
import { roomDir } from '../../sidecar/settings/places.ts';
import { writeDeployFiles } from '../deploy/deploy-files.ts';
import { command, contentOption } from './command.ts';

export const deployFiles = command({
  summary: 'Writes systemd units for this room, with its own paths, user and port.',
  options: {
    to: { type: 'string', value: 'FOLDER', doc: 'where they are written (default: deploy in the folder of the room)' },
    ...contentOption,
  },
  details:
    'greenroom.service runs the room; greenroom-nginx.path and .service reload nginx when the rules of the live release change. ' +
    'Copy them to /etc/systemd/system, then: systemctl daemon-reload && systemctl enable --now greenroom greenroom-nginx.path',
  endings: { 0: 'they are written', 1: 'a path or setting cannot stand in a unit; the line above says which' },
  run: async ({ values }) => {
    const lines = await writeDeployFiles(values.to === undefined ? join(roomDir, 'deploy') : resolve(values.to));
    for (const line of lines) console.log(line);
    return 0;
  },
});
