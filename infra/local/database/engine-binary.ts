import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../runner/start-error.ts';
import { findDynamoDbLocal } from './dynamodb-local.ts';

/** Where an engine listens; DynamoDB Local chooses no host. */
interface EngineAddress {
  host: string;
  port: number;
}

/** A program that serves DynamoDB, and what it is started with. */
export interface EngineProgram {
  binary: string;
  /** The parameters to serve an address with data in a home folder, or in memory if it is undefined. */
  parameters: (address: EngineAddress, home: string | undefined) => string[];
  /** The SQLite file of the data in a home folder, if its format is known. */
  dataFile: (home: string) => string | undefined;
  /** The startup timeout in milliseconds. */
  readyTimeoutMs: number;
}

const DYNOXIDE_READY_MS = 15_000;
const JAVA_READY_MS = 60_000;

/**
 * Returns the DynamoDB engine: dynoxide (PLOTLINE_DYNOXIDE, or the installed package for this platform), or where there
 * is none, or with PLOTLINE_ENGINE=dynamodb-local, AWS's DynamoDB Local. Throws a StartError with instructions if there
 * is neither.
 */
export function findEngine(
  environment: NodeJS.ProcessEnv = process.env,
  platform = `${process.platform}-${process.arch}`,
): EngineProgram {
  const wanted = environment['PLOTLINE_ENGINE'];
  if (wanted && wanted !== 'dynamodb-local') {
    throw new StartError(`PLOTLINE_ENGINE is "${wanted}"; set it to dynamodb-local, or leave it unset.`);
  }
  const binary = wanted ? undefined : findDynoxide(environment, platform);
  if (binary !== undefined) {
    const dataFile = (home: string) => join(home, 'dynamodb.sqlite');
    return {
      binary,
      parameters: ({ host, port }, home) => [
        'serve',
        '--host',
        host,
        '--port',
        String(port),
        ...(home === undefined ? [] : ['--db-path', dataFile(home)]),
      ],
      dataFile,
      readyTimeoutMs: DYNOXIDE_READY_MS,
    };
  }
  const { java, parameters } = findDynamoDbLocal(platform, environment);
  return {
    binary: java,
    parameters: ({ port }, home) => [
      ...parameters,
      '-port',
      String(port),
      // Without it, it lets the pages of all sites read its answers.
      '-cors',
      'http://localhost',
      ...(home === undefined ? ['-inMemory'] : ['-dbPath', home]),
    ],
    dataFile: () => undefined,
    readyTimeoutMs: JAVA_READY_MS,
  };
}

function findDynoxide(environment: NodeJS.ProcessEnv, platform: string): string | undefined {
  const named = environment['PLOTLINE_DYNOXIDE'];
  if (named) {
    if (existsSync(named)) return named;
    throw new StartError(
      `PLOTLINE_DYNOXIDE names ${named}, which does not exist; correct it or leave it unset.`,
    );
  }
  try {
    const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`);
    const binary = join(dirname(manifest), process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    return existsSync(binary) ? binary : undefined;
  } catch {
    // Not installed for this platform.
    return undefined;
  }
}
