import { Resolver } from 'node:dns/promises';
import { LookupFailed } from './address-refused.ts';

/** NXDOMAIN, a name without such records, and a name that cannot be queried. */
const missing = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Returns the TXT records of a name, each as one text; none if it has none. Queries name servers only. Throws LookupFailed
 * within seconds where they do not answer.
 */
export async function resolveTxt(name: string): Promise<string[]> {
  try {
    const records = await new Resolver({ timeout: 1_500, tries: 2 }).resolveTxt(name);
    return records.map((parts) => parts.join(''));
  } catch (error) {
    if (error instanceof Error && 'code' in error && missing.has(String(error.code))) return [];
    throw new LookupFailed(name, { cause: error });
  }
}
