import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that let the product be deployed, by SPDX name, on no condition but notices. */
const DEPLOYABLE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);

/**
 * Licences with a condition that is met for what is deployed as its authors publish it: MPL-2.0 asks for the source of
 * changed files, OFL-1.1 that fonts are not sold alone.
 */
const DEPLOYABLE_UNCHANGED = new Set(['MPL-2.0', 'OFL-1.1']);

/** Packages that `npm start` needs to bundle the functions; nothing of them is in a bundle. */
const BUNDLERS = new Set(['lightningcss']);

/** A package of the lock file as it is installed. */
interface Package {
  name: string;
  version: string;
  /** As its manifest says; undefined if it says nothing. */
  licence: string | undefined;
  /** Whether it is part of what is deployed, or could be, rather than of the tools. */
  isDeployed: boolean;
}

interface LockEntry {
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  link?: boolean;
}

type Manifest = { license?: string | { type?: string }; licenses?: { type?: string }[] };

/** Every package of the lock file that is installed, by name. */
export function readPackages(root: string): Package[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path !== '' && !link && existsSync(join(root, path, 'package.json')))
    .map(([path, entry]) => ({ path, entry, name: nameOf(path) }))
    .map(({ path, entry, name }) => ({
      name,
      version: entry.version ?? '',
      licence: licenceOf(JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Manifest),
      isDeployed: !BUNDLERS.has(name) && !entry.dev && !entry.devOptional && !entry.optional,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function licenceOf({ license, licenses }: Manifest): string | undefined {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ');
}

/** Deployed packages whose licence is unknown, or not one that allows it: each alternative of an OR counts, each part of an AND. */
export const refusedPackages = (packages: readonly Package[]): Package[] =>
  packages.filter(({ licence, isDeployed }) => isDeployed && !isDeployable(licence));

function isDeployable(licence: string | undefined): boolean {
  if (licence === undefined) return false;
  const plain = licence.replaceAll(/[()]/g, '');
  const allows = (part: string) => DEPLOYABLE.has(part) || DEPLOYABLE_UNCHANGED.has(part);
  return plain.split(' OR ').some((one) => one.split(' AND ').every((part) => allows(part.trim())));
}
