// The Node that everything runs on: the machine's own where it is new enough, else one of npm's packages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { findInPart, installPart } from './parts.mjs';

const newEnough = 24;
const windows = process.platform === 'win32';
/** Platforms that have a package; on Linux it is made for glibc. */
const packaged = ['linux-x64', 'linux-arm64', 'win32-x64'];

const version = () => process.versions.node;
const isNewEnough = () => Number(version().split('.')[0]) >= newEnough;

export const hasGlibc = () => process.report.getReport().header.glibcVersionRuntime !== undefined;

function hasPackage() {
  return (process.platform !== 'linux' || hasGlibc()) && packaged.includes(`${process.platform}-${process.arch}`);
}

/** Before anything is downloaded. Throws an Error that says what to do. */
export function checkNode() {
  if (isNewEnough() || hasPackage()) return;
  const { platform, arch } = process;
  throw new Error(
    `Node ${newEnough} is needed, and this is ${version()}. Install it: npm has none for ${platform} on ${arch}${platform === 'linux' ? ' with this libc' : ''}.`,
  );
}

function bundled() {
  const folder = findInPart('node', `node-${windows ? 'win' : process.platform}-${process.arch}`);
  return folder && join(folder, 'bin', windows ? 'node.exe' : 'node');
}

/** The path of the program. That of this process may be gone, where its packages were replaced. */
export function nodeToRun() {
  if (isNewEnough() && existsSync(process.execPath)) return process.execPath;
  const bundledNode = bundled();
  if (bundledNode) return bundledNode;
  if (!hasPackage()) throw new Error(`${process.execPath} is there no more. Run the command again with the new Node.`);
  console.error(`Node ${newEnough}: installing it; this is Node ${version()} in ${process.execPath} (350 MB of disk)`);
  installPart('node');
  return bundled();
}
