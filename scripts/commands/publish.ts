// npm run publish: sends what is different in the live release to a bucket or a CDN.
import { publishLive } from '../publish/publish.ts';
import { settings } from '../settings.ts';
import { command } from './command.ts';

export const publish = command({
  summary: 'Sends the live release to the bucket or CDN that PUBLISH_TO names: only what is different there.',
  options: {},
  details:
    'After an interruption the next call goes on. Pages are sent after what they refer to, and deletions come last.',
  endings: { 0: 'it is published', 1: 'it failed; the line above says why, and what was published before stays' },
  run: async () => {
    console.log(`Published ${await publishLive(settings())}`);
    return 0;
  },
});
