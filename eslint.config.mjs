import obsidianmd from 'eslint-plugin-obsidianmd';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** A folder's imports point inwards only: `main|cli -> platform, sync -> readwise -> ports -> core`. */
const boundary = (files, forbidden, extra = {}) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: forbidden,
      },
    ],
    ...extra,
  },
});

const HOSTS = {
  group: ['obsidian', 'node:*', 'fs', 'path', 'classic-level'],
  message: 'Only platform/ may know a host.',
};
const PLATFORM = { group: ['**/platform/**'], message: 'Adapters are wired in main.ts and cli.ts only.' };
const SYNC = { group: ['**/sync/**'], message: 'Nothing inside imports the engine.' };
const READWISE = { group: ['**/readwise/**'], message: 'The API client is known to the engine only.' };

export default defineConfig([
  globalIgnores(['node_modules', 'dist', 'main.js', 'coverage', 'demo-vault', '**/*.cjs', '*.mjs']),
  ...obsidianmd.configs.recommended,
  {
    files: ['src/**/*.ts', 'test/**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 400 }],
    },
  },
  boundary(
    ['src/core/**/*.ts'],
    [
      HOSTS,
      {
        regex: '^\\.\\./\\.\\./(?!\\.\\./templates/[a-z-]+\\.hbs$)',
        message: 'The core imports only the core, and the texts in templates/.',
      },
    ],
    {
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='Date'][property.name='now']",
          message: 'The core has no clock.',
        },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'The core has no clock.',
        },
        {
          selector: "MemberExpression[object.name='Math'][property.name='random']",
          message: 'The core has no randomness.',
        },
      ],
    },
  ),
  {
    // The types of Handlebars' trees are global.
    files: ['src/core/template/*.ts'],
    languageOptions: { globals: { hbs: 'readonly' } },
  },
  boundary(['src/core/*.ts'], [HOSTS, { regex: '^\\.\\./', message: 'The core imports only the core.' }]),
  boundary(['src/ports.ts'], [HOSTS, PLATFORM, SYNC, READWISE]),
  boundary(['src/readwise/**/*.ts'], [HOSTS, PLATFORM, SYNC]),
  // Pages are read by the parser of each host, and only the app's adds createEl to it.
  boundary(['src/html/**/*.ts'], [HOSTS, PLATFORM, SYNC, READWISE], { 'obsidianmd/prefer-create-el': 'off' }),
  boundary(['src/sync/**/*.ts'], [HOSTS, PLATFORM]),
  boundary(
    ['src/platform/obsidian/**/*.ts'],
    [SYNC, READWISE, { group: ['node:*', '**/node/**'], message: 'The plugin runs on phones: no Node.' }],
  ),
  boundary(
    ['src/platform/node/**/*.ts'],
    [SYNC, READWISE, { group: ['obsidian', '**/obsidian/**'], message: 'Adapters never import each other.' }],
  ),
  boundary(
    ['src/terminal/**/*.ts'],
    [{ group: ['obsidian', '**/obsidian/**'], message: 'The terminal program knows nothing of the app.' }],
  ),
  boundary(
    ['src/plugin/**/*.ts'],
    [{ group: ['node:*', '**/platform/node/**'], message: 'The plugin runs on phones: no Node.' }],
  ),
  {
    // The terminal's own files: Node is their host, and timers and standard streams are Node's.
    files: ['src/cli.ts', 'src/terminal/**/*.ts', 'src/platform/node/**/*.ts'],
    languageOptions: { globals: globals.node },
    rules: {
      'obsidianmd/hardcoded-config-path': 'off',
      'obsidianmd/no-nodejs-modules': 'off',
      'obsidianmd/prefer-window-timers': 'off',
      'no-restricted-globals': 'off',
      'import/no-nodejs-modules': 'off',
    },
  },
  {
    // Daily notes are named by Moment, as in the app: by the one that comes with the app's types, which is of the app's version.
    files: ['src/platform/node/view-calendar.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': 'off', 'import/no-extraneous-dependencies': 'off' },
  },
  {
    files: ['test/**/*.ts'],
    languageOptions: { globals: { ...globals.node, ...globals.jest } },
    rules: {
      'max-lines': ['error', { max: 500 }],
      '@typescript-eslint/consistent-type-assertions': 'off',
      '@typescript-eslint/no-restricted-imports': 'off',
      'import/no-extraneous-dependencies': 'off',
      'import/no-nodejs-modules': 'off',
      'no-console': 'off',
      'no-restricted-globals': 'off',
      'obsidianmd/no-global-this': 'off',
      'obsidianmd/no-nodejs-modules': 'off',
      'obsidianmd/prefer-window-timers': 'off',
      'obsidianmd/rule-custom-message': 'off',
      'obsidianmd/hardcoded-config-path': 'off',
    },
  },
  {
    // The build runs on Node, in plain JavaScript: no types to go by.
    files: ['build/**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
    rules: {
      'max-lines': ['error', { max: 400 }],
      'no-unused-vars': 'error',
      'import/no-extraneous-dependencies': ['error', { devDependencies: true }],
      'import/no-nodejs-modules': 'off',
      'obsidianmd/no-nodejs-modules': 'off',
      'obsidianmd/rule-custom-message': 'off',
    },
  },
  {
    files: ['manifest.json'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { extraFileExtensions: ['.json'], project: null },
    },
    plugins: { obsidianmd },
    rules: { 'obsidianmd/validate-manifest': 'error' },
  },
]);
