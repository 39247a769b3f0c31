import boundaries from 'eslint-plugin-boundaries';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Who may import whom (README, "Layout"). What is not allowed here is refused. */
const mayImport = {
  functions: ['api', 'auth', 'db', 'net', 'pages', 'lib', 'group', 'noun', 'projections'],
  group: ['noun'],
  noun: ['api', 'auth', 'db', 'net', 'pages', 'lib', 'noun'],
  cascades: ['api', 'db', 'lib', 'noun'],
  projections: ['api', 'db', 'lib', 'noun', 'cascades'],
  api: ['api', 'auth', 'db', 'net', 'lib'],
  auth: ['auth', 'api', 'db', 'lib', 'noun'],
  db: ['db', 'lib'],
  net: ['net', 'lib'],
  pages: ['pages', 'lib'],
  lib: ['lib'],
  infra: ['infra', 'api', 'auth', 'db', 'net', 'pages', 'lib', 'noun', 'projections'],
  test: [
    ...['test', 'infra', 'functions', 'api', 'auth', 'db', 'net', 'pages', 'lib', 'group', 'noun'],
    ...['cascades', 'projections'],
  ],
};

/** An operation names no AWS SDK, no HTTP and no process: it would not be the same value anywhere. */
const notInOperations = {
  patterns: [
    {
      group: ['@aws-sdk/*', '@middy/*', 'node:http*', 'aws-lambda', '@modelcontextprotocol/*'],
      message: 'Only functions, the kernel and stores reach outside.',
    },
  ],
};

const element = (type) => ({ element: { type } });

export default defineConfig(
  {
    ignores: [
      'node_modules',
      'dist',
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
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['shared/**', 'functions/**', 'infra/**', 'test/**'],
    plugins: { boundaries },
    settings: {
      'boundaries/files': [{ category: 'registry', pattern: 'shared/api/registry.ts' }],
      'boundaries/elements': [
        { type: 'functions', pattern: 'functions/*', partialMatch: false },
        { type: 'api', pattern: 'shared/api' },
        { type: 'auth', pattern: 'shared/auth' },
        { type: 'db', pattern: 'shared/db' },
        { type: 'net', pattern: 'shared/net' },
        { type: 'pages', pattern: 'shared/pages' },
        { type: 'lib', pattern: 'shared/lib' },
        { type: 'group', pattern: 'shared/groups' },
        { type: 'cascades', pattern: 'shared/cascades' },
        { type: 'projections', pattern: 'shared/projections' },
        { type: 'noun', pattern: 'shared/*', capture: ['noun'] },
        { type: 'infra', pattern: 'infra' },
        { type: 'test', pattern: 'test' },
      ],
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: [
            ...Object.entries(mayImport).map(([from, to]) => ({
              from: element(from),
              allow: { to: element(to) },
            })),
            { from: { file: { categories: 'registry' } }, allow: { to: element(['group', 'noun']) } },
          ],
        },
      ],
    },
  },
  {
    files: ['shared/!(api|auth|db|net|lib)/**'],
    rules: {
      'no-restricted-imports': ['error', notInOperations],
      'no-restricted-globals': ['error', 'process', 'fetch', 'console'],
    },
  },
  {
    // Tests read foreign JSON as any client would, and judge its shape by what they expect of it.
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
