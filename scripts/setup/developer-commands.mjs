// The commands that work on the program itself: arguments, help and exit codes.
export const developerCommands = /** @type {const} */ ({
  dev: {
    summary: 'Builds and serves the room, and again whenever its code changes. Content is followed as by npm start.',
    options: {},
    endings: { 0: 'it was stopped', 1: 'it cannot start; the lines above say why' },
  },
  check: {
    summary: 'Checks lock file, format, lint, import rules and types, and runs the unit tests.',
    examples: [
      ['', 'checks everything'],
      ['PATH …', 'format, lint and unit tests of these files and folders, in seconds'],
      ['--changed', 'the same for what differs from the last commit'],
    ],
    operands: 'PATH …',
    options: { changed: { type: 'boolean', doc: 'only what differs from the last commit' } },
    endings: { 0: 'everything passed', 1: 'something failed' },
  },
  test: {
    summary: 'Runs all checks and tests, those in a browser too.',
    examples: [
      ['', 'everything'],
      ['PATH …', 'the tests in these files and folders, for example e2e/release.test.ts'],
    ],
    operands: 'PATH …',
    options: {},
    endings: { 0: 'everything passed', 1: 'something failed' },
  },
  soak: {
    summary: 'Runs the fault tests at full length: hours of kills, restarts, load and slow clients.',
    examples: [
      ['', 'everything'],
      ['NAME …', 'only these: a test file by its name, such as kills, engine or schedules, or fuzz'],
    ],
    operands: 'NAME …',
    options: {},
    details:
      'The seed is printed; SOAK_SEED=… npm run soak takes the same one again. SOAK_KILLS=… kills so often (2000), over all; SOAK_PAYMENTS=… pays so often on each rail (500); SOAK_MINUTES=… is how long a fleet is disturbed (30).',
    endings: { 0: 'everything passed', 1: 'something failed' },
  },
  bench: {
    summary: 'Measures the room on generated content and says which aims are met.',
    options: {
      sizes: { type: 'string', value: 'N,N', doc: 'numbers of items (default: 1000,10000,100000)' },
      only: {
        type: 'string',
        value: 'PART,PART',
        doc: 'some of build, search, http, approval, hearing',
      },
      seconds: { type: 'string', value: 'N', doc: 'of each round (default: 2)' },
      rounds: { type: 'string', value: 'N', doc: 'of each measurement (default: 5)' },
      json: { type: 'string', value: 'FILE', doc: 'writes the figures there too' },
    },
    endings: { 0: 'it is measured', 1: 'it could not be measured' },
  },
  package: {
    summary: 'Makes greenroom-VERSION.tgz, a package that runs as npx greenroom.',
    examples: [
      ['', 'puts the package into this folder'],
      ['FOLDER', 'puts it into another folder'],
    ],
    operands: 'FOLDER',
    options: {},
    details: 'Compiles the program into a copy and packs the copy. The checkout stays as it is.',
    endings: { 0: 'the package was made', 1: 'the package could not be made' },
  },
});
