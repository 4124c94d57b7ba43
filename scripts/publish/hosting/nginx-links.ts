// Tells nginx the file of each address by a symbolic link. The name of the file says its ETag and which headers it has, so
// that nothing has to be loaded, and validator and bytes change in one step.
import { sha256 } from '#domain/ids.ts';
import type { HostedFile, HostedRelease } from '#domain/release/hosting.ts';
import { encodings } from '#domain/release/page.ts';

/** End of the name of each link, since an address may have others below it. No address ends so. */
export const linkEnd = '=';
/** Folder of the files that links lead to. No address begins so. */
export const targetFolder = ',';

/** Lengths of the segments of a file name in characters. The number of tokens comes last. */
export const nameSegments = { digest: 32, form: 6, date: 5 };

const short = (text: string, length: number): string =>
  parseInt(sha256(text).slice(0, 12), 16).toString(36).padStart(length, '0').slice(-length);

/** Facts that a file shares with others of its form: its codings, and whether it is available as Markdown. */
const formFacts = ({ page }: HostedFile): string =>
  `${encodings.filter((encoding) => page.encodings?.[encoding]).join(',')}|${page.markdown ? 'markdown' : ''}|`;

/** Names the forms of files: a form has the same name in each release that has the same headers. */
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

  /** Facts of each form, after the number of its headers, by name. */
  byName(): [name: string, facts: string][] {
    return Array.from(this.#names, ([facts, name]): [string, string] => [name, facts]).sort();
  }
}

/** Name of a file, short enough that most links are within the 59 bytes that ext4 stores without a block. */
export const targetName = ({ page }: HostedFile, form: string): string =>
  `${page.etag}${form}${short(page.lastModified, nameSegments.date)}${page.tokens ?? ''}`;

/** Path that the link of an address contains. */
export const linkTarget = (path: string, name: string): string =>
  `${'../'.repeat(path.split('/').length - 2)}${targetFolder}/${name}`;
