import obsidianmd from 'eslint-plugin-obsidianmd';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/**
 * Imports point downwards only:
 * `main -> obsidian, pkg -> features -> outbox -> sync -> readwise, store -> merge -> notes -> model`.
 * The engine returns codes: only the hosts import `messages`, which turns them into sentences.
 */
const ROOMS = [
  'model',
  'notes',
  'merge',
  'store',
  'readwise',
  'sync',
  'outbox',
  'features',
  'messages',
  'obsidian',
];

const HOSTS = {
  group: ['obsidian', 'node:*', 'fs', 'path', 'classic-level'],
  message: 'Only src/obsidian/ and pkg/ may know a host.',
};

const BELOW = ['model', 'notes', 'merge', 'store', 'readwise', 'sync', 'outbox', 'features', 'messages'];

const room = (name, allowed, { patterns = [HOSTS], rules = {} } = {}) => ({
  files: [`src/${name}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...patterns,
          NO_TERMINAL,
          ...ROOMS.filter((other) => other !== name && !allowed.includes(other)).map((other) => ({
            regex: `^(?:\\.\\./)+${other}/`,
            message: `src/${name} does not import src/${other}.`,
          })),
        ],
      },
    ],
    ...rules,
  },
});

/** What is decided depends on nothing but its input. */
const PURE = {
  'no-restricted-syntax': [
    'error',
    {
      selector: "MemberExpression[object.name='Date'][property.name='now']",
      message: 'Pure code has no clock.',
    },
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Pure code has no clock.' },
    {
      selector: "MemberExpression[object.name='Math'][property.name='random']",
      message: 'Pure code has no randomness.',
    },
  ],
};

const NO_NODE = { group: ['node:*'], message: 'The plugin runs on phones: no Node.' };
const NO_APP = {
  group: ['obsidian', '**/src/obsidian/**'],
  message: 'The terminal program knows nothing of the app.',
};
const NO_TERMINAL = { group: ['**/pkg/**'], message: 'Only the terminal program imports pkg/.' };

export default defineConfig([
  globalIgnores(['node_modules', 'dist', 'main.js', 'coverage', 'demo-vault', '**/*.cjs', '*.mjs']),
  ...obsidianmd.configs.recommended,
  {
    files: ['src/**/*.ts', 'pkg/**/*.ts', 'test/**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['error', { max: 400 }],
    },
  },
  {
    // As the store's scanner, which knows nothing of this file: no comment switches a rule off.
    files: ['src/**/*.ts'],
    linterOptions: { noInlineConfig: true },
  },
  room('model', [], { rules: PURE }),
  room('notes', ['model'], { rules: PURE }),
  room('merge', ['model', 'notes'], { rules: PURE }),
  room('readwise', ['model', 'notes']),
  room('store', ['model', 'notes', 'merge', 'readwise']),
  room('sync', ['model', 'notes', 'merge', 'store', 'readwise']),
  room('outbox', ['model', 'notes', 'merge', 'store', 'readwise', 'sync']),
  room('features', ['model', 'notes', 'merge', 'store', 'readwise', 'sync', 'outbox']),
  room('messages', ['model'], { rules: PURE }),
  room('obsidian', BELOW, { patterns: [NO_NODE] }),
  {
    // The terminal program, which goes out as an npm package and is no part of the plugin: Node is its host, and
    // timers and standard streams are Node's.
    files: ['pkg/**/*.ts'],
    languageOptions: { globals: globals.node },
    rules: {
      'no-restricted-imports': ['error', { patterns: [NO_APP] }],
      'obsidianmd/hardcoded-config-path': 'off',
      'obsidianmd/no-nodejs-modules': 'off',
      'obsidianmd/prefer-window-timers': 'off',
      'no-restricted-globals': 'off',
      'import/no-nodejs-modules': 'off',
    },
  },
  {
    // Daily notes are named by Moment, as in the app: by the one that comes with the app's types, which is of
    // the app's version.
    files: ['pkg/host.ts'],
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
