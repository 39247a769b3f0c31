import { readdirSync } from 'node:fs';

/** The inputs of bundles; the lock file represents the packages, esbuild among them. */
export const bundleInputs = [
  'functions',
  'shared',
  // Rendered as pages of /docs.
  'docs/guides',
  // Shown there.
  'docs/images',
  // Rendered there too, and packed for integrators; its generated sources follow from the rest.
  ...[
    'README.md',
    'build.ts',
    'call-methods.ts',
    'generate.ts',
    'package.json',
    'python.yaml',
    'tsconfig.json',
  ].map((name) => `client/${name}`),
  ...readdirSync(new URL('../../client/src/', import.meta.url))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `client/src/${name}`),
  'LICENSE',
  'infra/constructs/pack-client.ts',
  'infra/constructs/bundle.ts',
  'infra/constructs/bundle-inputs.ts',
  'infra/constructs/reached-keys.ts',
  'infra/constructs/former-keys.json',
  'infra/constructs/text-files.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
