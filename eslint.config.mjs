// Lint rules: the recommended ones, limits on complexity, and plain English in names and comments.
import tseslint from 'typescript-eslint';
import comments from './scripts/test/lint-comments.mjs';

/** Participles, adverbs and pronouns that say nothing as the name of a value. */
const vagueNames = [
  ...['told', 'asked', 'kept', 'taken', 'shown', 'said', 'seen', 'heard', 'wanted', 'given', 'held', 'made', 'done'],
  ...['gone', 'come', 'beside', 'again', 'maybe', 'who', 'whom', 'narrowed', 'settled', 'lifted', 'later', 'anew'],
];

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.astro/**', '.cache/**', 'content/**', '**/*.astro', '**/env.d.ts'] },
  tseslint.configs.recommended,
  {
    plugins: { greenroom: { rules: { comments } } },
    rules: {
      complexity: ['error', 10],
      'max-depth': ['error', 3],
      'max-lines': ['error', 400],
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
      'greenroom/comments': 'error',
      'no-warning-comments': ['error', { terms: ['prettier-ignore'], location: 'anywhere' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // The compiler finds them in TypeScript.
      '@typescript-eslint/no-unused-vars': 'off',
      'no-console': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.mjs'],
    rules: { '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }] },
  },
  {
    files: ['site/**/*.ts', 'sidecar/**/*.ts', 'scripts/**/*.{ts,mjs}'],
    ignores: ['**/*.test.ts', '**/test-*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: `:matches(VariableDeclarator, FunctionDeclaration, ClassDeclaration, TSTypeAliasDeclaration, TSInterfaceDeclaration) > Identifier.id[name=/^(${vagueNames.join('|')})$/i]`,
          message: 'Name what the value is, with a noun or a verb and a noun.',
        },
      ],
    },
  },
  {
    files: ['scripts/**/*.ts', 'sidecar/**/*.ts'],
    // The last ones run in the browser, and one asks the room of this machine how it is.
    ignores: [
      '**/*.test.ts',
      '**/test-*.ts',
      'scripts/bench/**',
      'scripts/upgrade/upgrade.ts',
      'sidecar/console/ui/{build-line,follow-jobs,passkey}.ts',
      'sidecar/console/setup/follow.ts',
    ],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Requests go through sidecar/outgoing.' }],
    },
  },
);
