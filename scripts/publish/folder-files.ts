// Files of the folders that publish targets are read from, by key. Web servers read files whose names say what they are; hosts
// of static files get a plain tree.
import { sha256 } from '#domain/ids.ts';
import { hasPlainName, type HostedFile, type HostedRelease } from '#domain/release/hosting.ts';
import { encodingSuffix } from '#domain/release/page.ts';
import { caddyfile, caddyName, isServedByCaddy } from './hosting/caddy.ts';
import { edgeFunction } from './hosting/edge.ts';
import { FileForms, linkEnd, linkTarget, targetFolder, targetName } from './hosting/nginx-links.ts';
import { nginxMaps } from './hosting/nginx-maps.ts';
import { nginxServer } from './hosting/nginx-server.ts';
import { headerRules, redirectRules } from './hosting/static-host.ts';
import { formsOf } from './release-files.ts';
import { isAssetKey, type Target, type TargetFile, type TargetFiles } from './target.ts';

const textFile = (text: string): TargetFile => ({
  source: { kind: 'text', text },
  fingerprint: sha256(text).slice(0, 16),
});

const linkFile = (to: string): TargetFile => ({ source: { kind: 'link', to }, fingerprint: sha256(to).slice(0, 16) });

/** A page under a name, with its compressed forms next to it. */
function addPage(files: TargetFiles, { page }: HostedFile, key: string, isCompressed = true): void {
  const fingerprint = sha256(page.etag + page.lastModified).slice(0, 16);
  for (const encoding of isCompressed ? formsOf(page) : [undefined])
    files.set(key + (encoding ? encodingSuffix[encoding] : ''), {
      source: { kind: 'page', page, encoding },
      fingerprint,
    });
}

/** Rules lie in a folder that is named by their content. The link `rules` leads there, so that a server gets all old or all new ones. */
function addRules(files: TargetFiles, rules: Record<string, string>): void {
  const folder = `rules-${sha256(JSON.stringify(rules)).slice(0, 16)}`;
  for (const [name, text] of Object.entries(rules)) files.set(`${folder}/${name}`, textFile(text));
  files.set('rules', linkFile(folder));
}

/** Contains a link for each address. Rules come last, so that they are there only if everything is. */
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

/** `_headers` and `_redirects` lie where hosts look for them; they are no addresses of the room. */
function plainFiles(hosted: HostedRelease, folder = '', isCompressed = true): TargetFiles {
  const { files: pages, notFound } = hosted;
  const files: TargetFiles = new Map();
  for (const file of notFound ? [...pages, notFound] : pages)
    addPage(files, file, folder + file.page.file, isCompressed);
  files.set(`${folder}_headers`, textFile(headerRules(hosted)));
  files.set(`${folder}_redirects`, textFile(redirectRules(hosted)));
  return files;
}

/** CDNs compress by themselves. */
const cdnFiles = (hosted: HostedRelease, others: Record<string, string>): TargetFiles => {
  const files = plainFiles(hosted, 'public/', false);
  for (const [key, text] of Object.entries(others)) files.set(key, textFile(text));
  return files;
};

const netlifyToml = `[build]
  publish = "public"
  edge_functions = "edge-functions"
`;

interface PublishedFolder {
  /** Name of the folder in DIST_DIR. */
  name: string;
  filesOf: (hosted: HostedRelease) => TargetFiles;
  isReferredTo: Target['isReferredTo'];
}

const isForServer = (key: string): boolean =>
  /^(links\/,|files|rules-\w+)\//.test(key) || isAssetKey(key.replace(/=$/, ''));

/** Places that publish from a folder on this machine. */
export const publishedFolders: Record<'nginx' | 'caddy' | 'folder' | 'cloudflare' | 'netlify', PublishedFolder> = {
  nginx: { name: 'nginx', filesOf: nginxFiles, isReferredTo: isForServer },
  caddy: { name: 'caddy', filesOf: caddyFiles, isReferredTo: isForServer },
  folder: { name: 'public', filesOf: plainFiles, isReferredTo: isAssetKey },
  cloudflare: {
    name: 'cloudflare',
    filesOf: (hosted) => cdnFiles(hosted, { 'public/_worker.js': edgeFunction(hosted, 'cloudflare') }),
    isReferredTo: isAssetKey,
  },
  netlify: {
    name: 'netlify',
    filesOf: (hosted) =>
      cdnFiles(hosted, {
        'edge-functions/greenroom.js': edgeFunction(hosted, 'netlify'),
        'netlify.toml': netlifyToml,
      }),
    isReferredTo: isAssetKey,
  },
};
