// The commands that work on the program itself: arguments, help and exit codes.
export const developerCommands = /** @type {const} */ ({
  dev: {
    summary: 'Builds and serves the room, and repeats both when its code changes.',
    options: {},
    exitCodes: { 0: 'the room was stopped', 1: 'the room cannot start; see the lines above' },
  },
  check: {
    summary: 'Checks lock file, format, lint, import rules and types, and runs the unit tests.',
    examples: [
      ['', 'checks everything'],
      ['PATH …', 'checks format, lint and unit tests of these files and folders, in seconds'],
      ['--changed', 'checks only files that differ from the last commit'],
    ],
    operands: 'PATH …',
    options: { changed: { type: 'boolean', doc: 'check only files that differ from the last commit' } },
    exitCodes: { 0: 'everything passed', 1: 'something failed' },
  },
  test: {
    summary: 'Runs all checks and tests, including those in a browser.',
    examples: [
      ['', 'runs everything'],
      ['PATH …', 'runs the tests in these files and folders, for example e2e/release.test.ts'],
    ],
    operands: 'PATH …',
    options: {},
    exitCodes: { 0: 'everything passed', 1: 'something failed' },
  },
  soak: {
    summary: 'Runs the fault tests at full length: hours of kills, restarts, load and slow clients.',
    examples: [
      ['', 'runs everything'],
      ['NAME …', 'runs only these: a test file by its name, such as kills, engine or schedules, or fuzz'],
    ],
    operands: 'NAME …',
    options: {},
    details:
      'Set SOAK_SEED to the printed seed to repeat a run. SOAK_KILLS is the number of kills (default: 2000), SOAK_PAYMENTS the number of payments on each rail (500), SOAK_MINUTES the time in which a fleet is disturbed (30).',
    exitCodes: { 0: 'everything passed', 1: 'something failed' },
  },
  bench: {
    summary: 'Measures the room on generated content, and says which targets are met.',
    options: {
      sizes: { type: 'string', value: 'N,N', doc: 'numbers of items (default: 1000,10000,100000)' },
      only: {
        type: 'string',
        value: 'PART,PART',
        doc: 'measure only these: build, search, http, approval, hearing',
      },
      seconds: { type: 'string', value: 'N', doc: 'length of each round (default: 2)' },
      rounds: { type: 'string', value: 'N', doc: 'number of rounds (default: 5)' },
      json: { type: 'string', value: 'FILE', doc: 'write the figures to this file as well' },
    },
    exitCodes: { 0: 'the figures are printed', 1: 'the measurement failed' },
  },
  package: {
    summary: 'Creates greenroom-VERSION.tgz, a package that runs as npx greenroom.',
    examples: [
      ['', 'creates the package in this folder'],
      ['FOLDER', 'creates the package in another folder'],
    ],
    operands: 'FOLDER',
    options: {},
    details: 'Compiles and packs a copy of the program. The checkout does not change.',
    exitCodes: { 0: 'the package is created', 1: 'the package could not be created' },
  },
});
