import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { noForeignWrites } from './no-foreign-writes.ts';
import { plainNames } from './plain-names.ts';
import { unusualInComments } from './unusual-words.ts';
import { testTitles } from './test-titles.ts';

/** Operations use no AWS SDK, HTTP or process, so that they behave the same everywhere. */
const notInOperations = {
  patterns: [
    {
      group: ['@aws-sdk/*', '@middy/*', 'node:http*', 'aws-lambda', '@modelcontextprotocol/*'],
      message: 'Only functions, the kernel and stores access the outside world.',
    },
  ],
};

/** What the browser scripts use of their window. */
const browserGlobals = [
  'console',
  'createImageBitmap',
  'CustomEvent',
  'CSSStyleSheet',
  'document',
  'DOMParser',
  'Element',
  'fetch',
  'FormData',
  'URLSearchParams',
  'XMLHttpRequest',
  'getComputedStyle',
  'getSelection',
  'location',
  'matchMedia',
  'navigator',
  'ResizeObserver',
  'setInterval',
  'setTimeout',
  'URL',
  'window',
];

/** Rules of our own. */
const plotline = {
  rules: { 'no-foreign-writes': noForeignWrites, 'plain-names': plainNames, 'test-titles': testTitles },
};

/** Scripts that run in browsers as they are written, without types. */
const browserScripts = ['**/*.browser.js'];

/** Scripts that are compiled for browsers. */
const compiledScripts = ['shared/{browser,kernel/html}/scripts/**'];

export default defineConfig(
  {
    ignores: [
      'node_modules',
      '**/dist',
      'client/src/generated',
      'cdk.out',
      '.local',
      '**/*.mjs',
      'infra/tooling',
      'test/api/generated-client',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "ClassDeclaration[superClass.name='Error']:not(:has(PropertyDefinition[key.name='name'], AssignmentExpression[left.property.name='name']))",
          message: "Give the error a name: bundles shorten the names of classes, and logs show the error's.",
        },
        {
          selector:
            'SpreadElement > :matches(ObjectExpression, ArrayExpression), SpreadElement > TSAsExpression > ArrayExpression',
          message: 'Write the members out, one a line.',
        },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['shared/**'],
    ignores: ['shared/kernel/{api,auth,aws,db,net,core,secrets}/**', ...browserScripts, ...compiledScripts],
    rules: {
      'no-restricted-imports': ['error', notInOperations],
      'no-restricted-globals': ['error', 'process', 'fetch', 'console'],
    },
  },
  {
    files: ['shared/**'],
    plugins: { plotline },
    rules: { 'plotline/no-foreign-writes': 'error' },
  },
  {
    files: ['shared/**', 'cli/**', 'client/**', 'infra/**', 'functions/**'],
    ignores: browserScripts,
    plugins: { plotline },
    rules: { 'plotline/plain-names': 'error', 'no-warning-comments': ['error', unusualInComments] },
  },
  {
    files: browserScripts,
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: Object.fromEntries(browserGlobals.map((name) => [name, 'readonly'])) },
    rules: { 'no-undef': 'error' },
  },
  {
    files: ['test/**'],
    plugins: { plotline },
    rules: { 'plotline/test-titles': 'error' },
  },
  {
    // Tests read responses as untyped JSON, like any client, and assert their shape.
    files: ['test/**'],
    rules: Object.fromEntries(
      [
        'explicit-any',
        'unsafe-argument',
        'unsafe-assignment',
        'unsafe-call',
        'unsafe-member-access',
        'unsafe-return',
      ].map((rule) => [`@typescript-eslint/no-${rule}`, 'off']),
    ),
  },
);
