// The main job: ingest, build, serve.
import { relative } from 'node:path';
import { exit } from 'node:process';
import { runNode } from './run.ts';
import { contentDir, root, settings } from './settings.ts';

settings();
const content = relative(root, contentDir()) || '.';
console.log(
  content === 'content/example'
    ? 'Content: content/example, the example creator. Make the room yours: npm run init -- https://your-site.example'
    : `Content: ${content}`,
);
for (const step of ['ingest', 'build']) {
  const code = await runNode('scripts/main.ts', step);
  if (code !== 0) exit(code);
}
exit(await runNode('sidecar/main.ts'));
