#!/usr/bin/env node
// The first step of every command: installs what the lock file says when that has changed, then hands over to Node 24.
// Plain JavaScript that old versions of Node can parse, so that they can say which version is needed.
import process from 'node:process';

const oldest = 20;
if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Node ${process.versions.node} is too old: install Node 24 (${oldest} is enough on Linux and Windows).`,
  );
  process.exit(1);
}
const { run } = await import('./setup/run.mjs');
await run(process.argv.slice(2));
