/** The inputs of bundles; the lock file represents the packages, esbuild among them. */
export const bundleInputs = [
  'functions',
  'shared',
  // Rendered as pages of /docs.
  'docs/guides',
  // Shown there.
  'docs/images',
  // Its README is rendered there too, and the package packed for integrators.
  'client',
  'LICENSE',
  'infra/constructs/pack-client.ts',
  'infra/constructs/bundle.ts',
  'infra/constructs/bundle-inputs.ts',
  'infra/constructs/bundle-progress.ts',
  'infra/constructs/dist-folder.ts',
  'infra/constructs/reached-keys.ts',
  'infra/constructs/shared-chunks.ts',
  'infra/constructs/former-keys.json',
  'infra/constructs/text-files.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** What is made in those folders. */
export const notInputs = ['client/src/generated', 'client/dist', 'client/LICENSE'];
