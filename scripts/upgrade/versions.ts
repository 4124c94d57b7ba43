// Handles versions of the program in git: the installed one, the requested one, and a folder for its trial.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

/** Throws an Error with git's own message. */
export async function runGit(folder: string, ...args: string[]): Promise<string> {
  try {
    return (await runFile('git', ['-C', folder, ...args])).stdout.trim();
  } catch (error) {
    const { stderr, stdout, message } = error as Error & { stderr?: string; stdout?: string };
    throw new Error((stderr || stdout || message).trim(), { cause: error });
  }
}

const succeeds = (folder: string, ...args: string[]): Promise<boolean> =>
  runGit(folder, ...args).then(
    () => true,
    () => false,
  );

/** Returns the version for people, such as `0.3.0 (1a2b3c4)`. */
export async function describeVersion(folder: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return `${version} (${await runGit(folder, 'rev-parse', '--short', 'HEAD')})`;
}

async function refuseLocalChanges(root: string): Promise<void> {
  if (!existsSync(join(root, '.git')))
    throw new Error(
      `${root} is not a git repository. Unpack the new version next to it and start that with ROOM_DIR=${root}.`,
    );
  const changedFiles = await runGit(root, 'status', '--porcelain', '--untracked-files=no', '--', '.', ':!content');
  if (changedFiles)
    throw new Error(`Some files of the program have local changes. Commit or undo them first:\n${changedFiles}`);
}

const readUpstreamBranch = (root: string): Promise<string> =>
  runGit(root, 'rev-parse', '--abbrev-ref', '@{upstream}').catch(() => {
    throw new Error('This branch has no upstream branch. Name a tag, a branch or a commit with --to.');
  });

/** Returns the commit to upgrade to, or undefined if it is installed already. */
export async function findNewerVersion(root: string, requested: string | undefined): Promise<string | undefined> {
  await refuseLocalChanges(root);
  await runGit(root, 'fetch', '--all', '--tags', '--quiet');
  const commit = await runGit(
    root,
    'rev-parse',
    '--verify',
    '--quiet',
    `${requested ?? (await readUpstreamBranch(root))}^{commit}`,
  ).catch(() => {
    throw new Error(`This repository has no version ${requested}.`);
  });
  return (await succeeds(root, 'merge-base', '--is-ancestor', commit, 'HEAD')) ? undefined : commit;
}

/**
 * Checks out the commit next to the program, merged with local commits (including content). Throws git's message if
 * both changed the same lines.
 */
export async function checkOutTrial(root: string, commit: string, trialFolder: string): Promise<void> {
  await removeTrial(root, trialFolder);
  await runGit(root, 'worktree', 'add', '--quiet', '--detach', trialFolder, 'HEAD');
  await runGit(trialFolder, 'merge', '--quiet', '--no-edit', commit);
}

export async function removeTrial(root: string, trialFolder: string): Promise<void> {
  rmSync(trialFolder, { recursive: true, force: true });
  await runGit(root, 'worktree', 'prune');
}
