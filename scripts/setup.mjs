#!/usr/bin/env node
// Prepares every command: installs packages if the lock file has changed, then starts the command with Node 24. Plain
// JavaScript, because an old Node has to report which version is needed.
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
