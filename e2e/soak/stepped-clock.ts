// Loaded into a sidecar before all else: its clock differs from the machine's by the milliseconds in the file that
// CLOCK_FILE names, read again at SIGUSR2.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const file = process.env.CLOCK_FILE!;
const read = () => Number(readFileSync(file, 'utf8'));
const machine = Date.now.bind(Date);
let offsetMs = read();

Date.now = () => machine() + offsetMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [Date.now()] : given, self),
});
if (isMainThread) process.on('SIGUSR2', () => (offsetMs = read()));
