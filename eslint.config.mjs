// Lint rules: the recommended ones, and limits on complexity that keep code readable.
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.astro/**', '.cache/**', 'content/**', '**/*.astro', '**/env.d.ts'] },
  tseslint.configs.recommended,
  {
    rules: {
      complexity: ['error', 20],
      'max-depth': ['error', 4],
      'max-lines': ['error', 400],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      'no-console': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['scripts/**/*.ts', 'sidecar/**/*.ts'],
    // The last ones run in the browser, and one asks the room of this machine how it is.
    ignores: [
      '**/*.test.ts',
      '**/test-*.ts',
      'scripts/bench/**',
      'scripts/upgrade/running-room.ts',
      'sidecar/console/ui/{build-line,follow-jobs,passkey}.ts',
      'sidecar/console/setup/follow.ts',
    ],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Requests go through sidecar/outgoing.' }],
    },
  },
);
