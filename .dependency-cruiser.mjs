// Import rules: contract ← domain ← site, and contract ← domain ← sidecar ← scripts.
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const others = (...names) => ({ path: `^(${names.join('|')})/` });

/** A folder of the sidecar imports only folders that stand before it. */
const chain = ['settings', 'storage', 'outgoing', 'content', 'release', 'jobs', 'http', 'ops', 'console', 'features'];
const programs = '(app|start|main)\\.ts$';
const notTests = '\\.test\\.ts$|/test-[^/]+\\.ts$';

const layerRules = chain.map((folder, at) =>
  forbid(
    `sidecar-${folder}`,
    { path: `^sidecar/${folder}/`, pathNot: notTests },
    { path: '^sidecar/', pathNot: `^sidecar/(${chain.slice(0, at + 1).join('|')})/` },
    `The order of folders is ${chain.join(' ← ')} ← app ← start ← main.`,
  ),
);

export default {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }, 'A cycle has no reading order.'),
    forbid(
      'contract-imports-nothing',
      { path: '^site/contract/', pathNot: '\\.test\\.ts$' },
      { path: '^(site|scripts|sidecar|e2e)/', pathNot: '^site/contract/' },
      'The contract stands alone.',
    ),
    forbid(
      'domain-imports-contract',
      { path: '^site/domain/', pathNot: '\\.test\\.ts$' },
      { path: '^(site|scripts|sidecar|e2e)/', pathNot: '^site/(contract|domain)/' },
      'The domain is pure.',
    ),
    forbid(
      'domain-does-no-io',
      { path: '^site/domain/', pathNot: '\\.test\\.ts$|/test-[^/]+\\.ts$' },
      { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'], pathNot: '^(node:)?crypto$' },
      'I/O, clock and ids come in as arguments; these are pure.',
    ),
    forbid(
      'site-alone',
      { path: '^site/' },
      others('scripts', 'sidecar', 'e2e'),
      'It meets the others in content files and dist/.',
    ),
    forbid(
      'nothing-imports-scripts',
      { path: '^(site|sidecar)/' },
      others('scripts'),
      'Commands are the outermost layer.',
    ),
    forbid(
      'code-outside-site',
      // The benchmark measures single parts of the site.
      { path: '^(scripts|sidecar)/', pathNot: '^scripts/bench/' },
      { path: '^(e2e|site)/', pathNot: '^site/(contract|domain)/' },
      'Pages meet the commands and the sidecar in content files and dist/.',
    ),
    forbid(
      'one-way-out',
      { path: '^(scripts|sidecar)/', pathNot: '^sidecar/outgoing/|^scripts/bench/|\\.test\\.ts$' },
      { path: '^(node:)?(https|http2|tls|dns|dns/promises)$|^node_modules/(undici|axios|got|node-fetch)/' },
      'Requests to other hosts go through sidecar/outgoing.',
    ),
    ...layerRules,
    forbid(
      'sidecar-folders',
      {},
      { path: '^sidecar/', pathNot: `^sidecar/((${chain.join('|')})/|${programs})` },
      'Each folder of the sidecar has its place in the chain.',
    ),
    forbid(
      'features-apart',
      { path: '^sidecar/features/([^/]+)/', pathNot: notTests },
      { path: '^sidecar/features/[^/]+/', pathNot: '^sidecar/features/$1/' },
      'Features meet in app.ts.',
    ),
    forbid(
      'e2e-black-box',
      { path: '^e2e/' },
      {
        path: '^(scripts|sidecar|site)/',
        pathNot:
          '^site/(contract|domain/palette)/|^scripts/(commands/table|test-io)\\.ts$|^sidecar/(start|settings/start-settings)\\.ts$',
      },
      'End-to-end tests run commands, start the sidecar, and see what a client sees.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.astro|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.astro'],
    },
  },
};
