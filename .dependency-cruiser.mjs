// Who may import whom. contract ← domain ← site, and contract ← domain ← sidecar ← scripts; the two meet in content files and dist/.
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const others = (...names) => ({ path: `^(${names.join('|')})/` });

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
      { path: '^site/domain/', pathNot: '\\.test\\.ts$' },
      { path: '^(node:)?(fs|fs/promises|http|https|net|child_process|timers)$', dependencyTypesNot: ['type-only'] },
      'I/O, clock and ids come in as arguments.',
    ),
    forbid(
      'site-alone',
      { path: '^site/' },
      others('scripts', 'sidecar', 'e2e'),
      'They meet in content files and dist/.',
    ),
    forbid(
      'scripts-on-top',
      { path: '^scripts/' },
      { path: '^(e2e|site)/', pathNot: '^site/(contract|domain)/' },
      'Scripts may use the sidecar; they meet the site in content files and dist/.',
    ),
    forbid(
      'sidecar-alone',
      { path: '^sidecar/' },
      { path: '^(scripts|e2e|site)/', pathNot: '^site/(contract|domain)/' },
      'Nothing imports scripts; sidecar and site meet in content files and dist/.',
    ),
    forbid(
      'features-apart',
      { path: '^sidecar/(a2a|booking|builds|changes|events|nexus|access|transcribe|mcp|console|ops|press|pages)/' },
      {
        path: '^sidecar/(a2a|booking|builds|changes|events|nexus|access|transcribe|mcp|console|ops|press|pages)/',
        pathNot: '^sidecar/$1/',
      },
      'Features meet in app.ts.',
    ),
    forbid(
      'e2e-black-box',
      { path: '^e2e/' },
      { path: '^(scripts|sidecar|site)/', pathNot: '^site/contract/' },
      'End-to-end tests see what a client sees.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.astro)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.astro'],
    },
  },
};
