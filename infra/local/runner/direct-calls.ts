import { DIRECT_CALLS_VARIABLE } from '../../../shared/kernel/aws/place.ts';
import { StartError } from './start-error.ts';

/** Returns the variable that PLOTLINE_DIRECT_CALLS sets, if it does. Throws a StartError unless it is on or off. */
export function readDirectCalls(text: string | undefined): Record<string, string> {
  if (!text) return {};
  if (text === 'on' || text === 'off') return { [DIRECT_CALLS_VARIABLE]: text };
  throw new StartError(`PLOTLINE_DIRECT_CALLS is "${text}"; set it to on or off, or leave it unset.`);
}
