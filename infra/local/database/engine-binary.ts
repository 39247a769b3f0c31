import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../runner/start-error.ts';

/**
 * Returns the path of the DynamoDB engine (dynoxide): PLOTLINE_DYNOXIDE, or the installed package for this
 * platform. Throws a StartError with instructions if there is none.
 */
export function findEngineBinary(
  environment: NodeJS.ProcessEnv = process.env,
  platform = `${process.platform}-${process.arch}`,
): string {
  const named = environment.PLOTLINE_DYNOXIDE;
  if (named) {
    if (existsSync(named)) return named;
    throw new StartError(
      `PLOTLINE_DYNOXIDE names ${named}, which does not exist; correct it or leave it unset.`,
    );
  }
  try {
    const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`);
    const binary = join(dirname(manifest), process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    if (existsSync(binary)) return binary;
  } catch {
    // Not installed: the error below has instructions.
  }
  throw new StartError(
    `There is no DynamoDB engine for ${platform}: start one that is compatible with DynamoDB ` +
      '(such as DynamoDB Local) and set PLOTLINE_DYNAMODB_ENDPOINT to its URL, or set PLOTLINE_DYNOXIDE ' +
      'to the path of a dynoxide binary.',
  );
}
