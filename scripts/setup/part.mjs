// Installs an optional part of the program: `node scripts/setup/part.mjs NAME`. The server and the build call it.
import process from 'node:process';
import { installPart } from './parts.mjs';

try {
  installPart(process.argv[2]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
