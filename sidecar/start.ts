// Starts the bundled sidecar with what V8 kept of it: compiling it takes longer than reading the release of a large room.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Where the folder cannot be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('./v8', import.meta.url)));
await import('./main.ts');
