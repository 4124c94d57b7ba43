// Maps addresses to files by symbolic links. A file name contains the ETag and the header class, so that nginx loads no
// table, and validator and bytes change in one step.
import { sha256 } from '#domain/ids.ts';
import type { HostedFile, HostedRelease } from '#domain/release/hosting.ts';
import { encodings } from '#domain/release/page.ts';

/** Suffix of each link, because an address may have others below it. No address ends like this. */
export const linkEnd = '=';
/** Folder of the link targets. No address begins like this. */
export const targetFolder = ',';

/** Lengths of the segments of a file name in characters. The number of tokens comes last. */
export const nameSegments = { digest: 32, form: 6, date: 5 };

const short = (text: string, length: number): string =>
  parseInt(sha256(text).slice(0, 12), 16).toString(36).padStart(length, '0').slice(-length);

/** Returns the facts that files of the same form share: their encodings, and whether they are available as Markdown. */
const formFacts = ({ page }: HostedFile): string =>
  `${encodings.filter((encoding) => page.encodings?.[encoding]).join(',')}|${page.markdown ? 'markdown' : ''}|`;

/** Names of the forms of files. A form has the same name in every release with the same headers. */
export class FileForms {
  #classes: HostedRelease['classes'];
  #names = new Map<string, string>();

  constructor({ classes }: HostedRelease) {
    this.#classes = classes;
  }

  nameOf(file: HostedFile): string {
    const facts = formFacts(file);
    const key = `${file.headerClass}|${facts}`;
    let name = this.#names.get(key);
    if (!name) {
      name = short(JSON.stringify([this.#classes[file.headerClass], facts]), nameSegments.form);
      this.#names.set(key, name);
    }
    return name;
  }

  /** Returns the number of the header class and the facts of each form, by name. */
  byName(): [name: string, facts: string][] {
    return Array.from(this.#names, ([facts, name]): [string, string] => [name, facts]).sort();
  }
}

/**
 * Returns the name of a file, short enough that most links are within the 59 bytes that ext4 stores without a block.
 */
export const targetName = ({ page }: HostedFile, form: string): string =>
  `${page.etag}${form}${short(page.lastModified, nameSegments.date)}${page.tokens ?? ''}`;

/** Returns the path that the link of an address contains. */
export const linkTarget = (path: string, name: string): string =>
  `${'../'.repeat(path.split('/').length - 2)}${targetFolder}/${name}`;
