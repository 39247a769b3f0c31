import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startLocal } from '../../infra/local/start.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { keyringOf } from '../../infra/local/invoke-token.ts';
import type { LocalCredentials } from '../../infra/local/runner/credentials.ts';
import type { Sampling } from './sampling.ts';

/** Where the service that all suites share is found. */
export interface ServiceAddress {
  baseUrl: string;
  dynamodbEndpoint: string;
  /** What requests to the services that are emulated are signed with. */
  credentials: LocalCredentials;
  tableName: string;
  /** The secret behind its OAuth tokens. */
  keyring: string;
  /** The cloud assembly that it serves, for suites that start their own. */
  assembly: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    service: ServiceAddress;
    /** The folder in which suites store the data of services that they start. It goes when all have ended. */
    dataFolder: string;
  }
}

/**
 * On two cores that also run four suites, a sign-in at the full cost of a password took 4 seconds, and one of eight at the
 * same time 20: twice its function's timeout.
 */
export const TIMEOUT_FACTOR = 3;

/** A run draws the same sample as the one before, so that only a change of the code changes its result. */
const USUAL_SEED = 1474063680;

/** The seed that is asked for, or the usual one. */
function readSampling(): Sampling {
  const { PLOTLINE_TEST_SEED: wanted, PLOTLINE_TEST_WHOLE: whole } = process.env;
  return { seed: Number(wanted ?? USUAL_SEED), whole: whole === '1' };
}

const MEMORY = '/dev/shm';
/** Many times what a run stores; containers often have 64 MB. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/** Where services store data: in memory where there is room, since the engine syncs a disk at each write. */
function dataParent(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Serves the synthesized template once for all suites; each makes workspaces of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sampling = readSampling();
  project.provide('sampling', sampling);
  const drawn = `Sweeps are drawn by PLOTLINE_TEST_SEED=${sampling.seed}; npm run test:long runs them whole.`;
  process.stdout.write(`${sampling.whole ? 'Sweeps run whole.' : drawn}\n`);
  // The mutants' runner brings its own.
  const assembly =
    process.env['PLOTLINE_TEST_ASSEMBLY'] ?? (await synthesize(resolve(import.meta.dirname, '../..')));
  const folders = [dataParent(), tmpdir()].map((parent) => mkdtempSync(join(parent, 'plotline-tests-')));
  const [dataFolder, temporary] = folders as [string, string];
  project.provide('dataFolder', dataFolder);
  const home = join(dataFolder, 'shared');
  mkdirSync(home);
  // What the suites leave in temporary folders, such as templates of aws-cdk-lib, goes when they end.
  process.env['TMPDIR'] = temporary;
  const local = await startLocal({
    home,
    port: 0,
    assembly,
    quiet: true,
    challengeHeader: 'renamed',
    timeoutFactor: TIMEOUT_FACTOR,
    // Most functions rest for seconds between the files that call them; starting one takes 200 ms of computing.
    warmMs: 120_000,
  });
  const { baseUrl, dynamodbEndpoint, credentials } = local;
  const keyring = await keyringOf(local);
  project.provide('service', {
    baseUrl,
    dynamodbEndpoint,
    credentials,
    tableName: local.tableName(),
    keyring,
    assembly,
  });
  return async () => {
    await local.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
}
