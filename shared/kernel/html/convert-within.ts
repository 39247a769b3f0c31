import { createContext, Script } from 'node:vm';

const sandbox = createContext({ convert: (): string => '' });
const script = new Script('convert()');

/**
 * Converts a text, unless that takes too long: the patterns of libraries can take forever on hostile markup. Returns
 * undefined then, and for one that is nested too deeply.
 */
export function convertWithin(limitMs: number, convert: () => string): string | undefined {
  sandbox['convert'] = convert;
  try {
    return script.runInContext(sandbox, { timeout: limitMs }) as string;
  } catch (error) {
    const isTooLong = (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (isTooLong || error instanceof RangeError) return undefined;
    throw error;
  }
}
