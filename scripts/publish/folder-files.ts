// Lists the files of folders that are published, by key. Web servers get files whose names contain their metadata,
// static hosts a plain tree.
import { sha256 } from '#domain/ids.ts';
import { hasPlainName, type HostedFile, type HostedRelease } from '#domain/release/hosting.ts';
import { caddyfile, caddyName, isServedByCaddy } from './hosting/caddy.ts';
import { edgeFunction } from './hosting/edge.ts';
import { FileForms, linkEnd, linkTarget, targetFolder, targetName } from './hosting/nginx-links.ts';
import { nginxMaps } from './hosting/nginx-maps.ts';
import { nginxServer } from './hosting/nginx-server.ts';
import { headerRules, redirectRules } from './hosting/static-host.ts';
import type { PublishTarget } from '../../sidecar/settings/settings.ts';
import { pageForms, type TargetFile, type TargetFiles } from './target.ts';

const textFile = (text: string): TargetFile => ({
  source: { kind: 'text', text },
  fingerprint: sha256(text).slice(0, 16),
});

const linkFile = (to: string): TargetFile => ({ source: { kind: 'link', to }, fingerprint: sha256(to).slice(0, 16) });

/** Adds a page under a key, with its compressed forms next to it. */
function addPage(files: TargetFiles, { page }: HostedFile, key: string): void {
  const fingerprint = sha256(page.etag + page.lastModified).slice(0, 16);
  for (const [suffix, source] of pageForms(page)) files.set(key + suffix, { source, fingerprint });
}

/**
 * Adds rules in a folder that is named by their content. The link `rules` points there, so that a server gets either
 * all old or all new rules.
 */
function addRules(files: TargetFiles, rules: Record<string, string>): void {
  const folder = `rules-${sha256(JSON.stringify(rules)).slice(0, 16)}`;
  for (const [name, text] of Object.entries(rules)) files.set(`${folder}/${name}`, textFile(text));
  files.set('rules', linkFile(folder));
}

/** Returns a link for each address. Rules are written last, so that they exist only if everything else does. */
function nginxFiles(hosted: HostedRelease): TargetFiles {
  const files: TargetFiles = new Map();
  const forms = new FileForms(hosted);
  const nameOf = (file: HostedFile): string => {
    const name = targetName(file, forms.nameOf(file));
    addPage(files, file, `links/${targetFolder}/${name}`);
    return name;
  };
  for (const file of hosted.files.filter(hasPlainName))
    files.set(`links${file.path}${linkEnd}`, linkFile(linkTarget(file.path, nameOf(file))));
  const notFoundName = hosted.notFound ? nameOf(hosted.notFound) : '';
  addRules(files, { 'maps.conf': nginxMaps(hosted, forms), 'server.conf': nginxServer(hosted, notFoundName) });
  return files;
}

function caddyFiles(hosted: HostedRelease): TargetFiles {
  const files: TargetFiles = new Map();
  for (const file of hosted.files.filter(isServedByCaddy)) addPage(files, file, `files/${caddyName(file)}`);
  addRules(files, { Caddyfile: caddyfile(hosted) });
  return files;
}

/**
 * Returns pages under their plain names. `_headers` and `_redirects` are for the host and are no addresses of the room.
 */
function plainFiles(hosted: HostedRelease): TargetFiles {
  const { files: pages, notFound } = hosted;
  const files: TargetFiles = new Map();
  for (const file of notFound ? [...pages, notFound] : pages) addPage(files, file, file.page.file);
  files.set('_headers', textFile(headerRules(hosted)));
  files.set('_redirects', textFile(redirectRules(hosted)));
  return files;
}

/** Returns files for a CDN, which compresses them itself. */
function cdnFiles(hosted: HostedRelease, others: Record<string, string>): TargetFiles {
  const plain = [...plainFiles(hosted)].filter(([, { source }]) => source.kind !== 'page' || !source.encoding);
  return new Map([
    ...plain.map(([key, file]) => [`public/${key}`, file] as const),
    ...Object.entries(others).map(([key, text]) => [key, textFile(text)] as const),
  ]);
}

const netlifyToml = `[build]
  publish = "public"
  edge_functions = "edge-functions"
`;

/** Builders of the files of each kind of place that is a folder on this machine. */
export const folderFiles: Record<Exclude<PublishTarget['kind'], 'bucket'>, (hosted: HostedRelease) => TargetFiles> = {
  nginx: nginxFiles,
  caddy: caddyFiles,
  folder: plainFiles,
  cloudflare: (hosted) => cdnFiles(hosted, { 'public/_worker.js': edgeFunction(hosted, 'cloudflare') }),
  netlify: (hosted) =>
    cdnFiles(hosted, { 'edge-functions/greenroom.js': edgeFunction(hosted, 'netlify'), 'netlify.toml': netlifyToml }),
};
