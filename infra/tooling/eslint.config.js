import boundaries from 'eslint-plugin-boundaries';
import tseslint from 'typescript-eslint';

/** Who may import whom (README, "Layout"). What is not allowed here is refused. */
const mayImport = [
  { from: 'functions', allow: ['api', 'auth', 'db', 'lib', 'group', 'noun'] },
  { from: 'registry', allow: ['group', 'noun', 'api'] },
  { from: 'group', allow: ['noun'] },
  { from: 'noun', allow: ['api', 'auth', 'db', 'lib', 'noun'] },
  { from: 'api', allow: ['api', 'auth', 'db', 'lib'] },
  { from: 'auth', allow: ['auth', 'api', 'db', 'lib', 'noun'] },
  { from: 'db', allow: ['db', 'lib'] },
  { from: 'lib', allow: ['lib'] },
  { from: 'infra', allow: ['infra', 'api', 'registry', 'auth', 'db', 'lib', 'noun'] },
  {
    from: 'test',
    allow: ['test', 'infra', 'api', 'registry', 'auth', 'db', 'lib', 'noun', 'group', 'functions'],
  },
];

export default tseslint.config(
  { ignores: ['node_modules', 'dist', 'cdk.out', '.local', '**/*.mjs', 'infra/tooling', 'test/api/generated-client'] },
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
      'boundaries/elements': [
        { type: 'functions', pattern: 'functions/*', mode: 'full' },
        { type: 'registry', pattern: 'shared/api/registry.ts', mode: 'full' },
        { type: 'api', pattern: 'shared/api' },
        { type: 'auth', pattern: 'shared/auth' },
        { type: 'db', pattern: 'shared/db' },
        { type: 'lib', pattern: 'shared/lib' },
        { type: 'group', pattern: 'shared/groups' },
        { type: 'noun', pattern: 'shared/*', capture: ['noun'] },
        { type: 'infra', pattern: 'infra' },
        { type: 'test', pattern: 'test' },
      ],
    },
    rules: {
      'boundaries/element-types': ['error', { default: 'disallow', rules: mayImport }],
    },
  },
);
