// Collects the licences of the packages that are bundled into a package of the program.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../settings.ts';

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Returns true for the names of files that npm packages require to be distributed with their code. */
const isNotice = (name: string): boolean => /^(licen[cs]e|copying|notice)/i.test(name);

function renderNotice(path: string, { version, license }: LockedPackage): string {
  const folder = join(root, path);
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && isNotice(entry.name));
  const texts = files.map(({ name }) => readFileSync(join(folder, name), 'utf8').trim());
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return [`${name} ${version} (${license ?? 'see its text'})`, ...texts].join('\n\n');
}

/** Returns the notices of the installed packages that are not only for development, in the order of the lock file. */
export function thirdPartyNotices(): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const shipped = Object.entries(packages).filter(
    ([path, { dev, link }]) => path !== '' && !dev && !link && existsSync(join(root, path)),
  );
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  const title = 'Greenroom contains code of the following packages, each under its own licence.';
  return `${[title, ...shipped.map(([path, lockedPackage]) => renderNotice(path, lockedPackage))].join(line)}\n`;
}
