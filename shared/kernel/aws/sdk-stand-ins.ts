import type { Plugin } from 'esbuild';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const standIn = (name: string): string => fileURLToPath(new URL(`stand-ins/${name}.ts`, import.meta.url));

/** What functions would load for nothing, and what replaces it: packages of the SDK, and a module of Node.js. */
const REPLACED_PACKAGES = {
  '@aws-sdk/credential-provider-node': standIn('lambda-credentials'),
  '@aws-sdk/middleware-endpoint-discovery': standIn('no-endpoint-discovery'),
  '@aws/lambda-invoke-store': standIn('no-invoke-store'),
  http: standIn('http-without-fetch'),
  'node:http': standIn('http-without-fetch'),
};

/** Modules within @smithy/core, by their file's name. */
const REPLACED_MODULES: Record<string, string> = {
  DefaultRateLimiter: standIn('no-adaptive-retries'),
  Sha256Js: standIn('native-sha256'),
  getInstanceMetadataRegion: standIn('no-instance-metadata'),
};

/** Replaces in bundles the parts of the SDK that no function can reach on Lambda. */
export const sdkStandIns: Plugin = {
  name: 'sdk-stand-ins',
  setup: (building) => {
    for (const [name, path] of Object.entries(REPLACED_PACKAGES))
      building.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path }));
    const names = Object.keys(REPLACED_MODULES).join('|');
    building.onResolve({ filter: new RegExp(`^\\.{1,2}/(.*/)?(${names})$`) }, ({ path, importer }) =>
      importer.includes('/node_modules/@smithy/core/')
        ? { path: REPLACED_MODULES[basename(path)]! }
        : undefined,
    );
  },
};
