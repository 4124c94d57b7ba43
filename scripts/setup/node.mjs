// Chooses the Node that runs the program: that of the machine if it is new enough, else a package of npm.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { findInPart, installPart } from './parts.mjs';

const newEnough = 24;
const windows = process.platform === 'win32';
/** Platforms with a Node package; on Linux it requires glibc. */
const packaged = ['linux-x64', 'linux-arm64', 'win32-x64'];

const version = () => process.versions.node;
const isNewEnough = () => Number(version().split('.')[0]) >= newEnough;

export const hasGlibc = () => process.report.getReport().header.glibcVersionRuntime !== undefined;

function hasPackage() {
  return (process.platform !== 'linux' || hasGlibc()) && packaged.includes(`${process.platform}-${process.arch}`);
}

/** Checks before any download that there is a suitable Node. Throws an Error that says what to do. */
export function checkNode() {
  if (isNewEnough() || hasPackage()) return;
  const { platform, arch } = process;
  throw new Error(
    `Node ${newEnough} is required, but this is Node ${version()}. Install Node ${newEnough}; npm has no package of it for ${platform} on ${arch}${platform === 'linux' ? ' with this libc' : ''}.`,
  );
}

function bundled() {
  const folder = findInPart('node', `node-${windows ? 'win' : process.platform}-${process.arch}`);
  return folder && join(folder, 'bin', windows ? 'node.exe' : 'node');
}

/**
 * Returns the path of Node, installing it if necessary. The Node of this process may have been replaced with its
 * packages.
 */
export function nodeToRun() {
  if (isNewEnough() && existsSync(process.execPath)) return process.execPath;
  const bundledNode = bundled();
  if (bundledNode) return bundledNode;
  if (!hasPackage()) throw new Error(`${process.execPath} no longer exists. Run the command again with the new Node.`);
  console.error(
    `Installing Node ${newEnough} (350 MB of disk space), because ${process.execPath} is Node ${version()}`,
  );
  installPart('node');
  return bundled();
}
