import type { OperationContext } from '../core/call.ts';
import { invalidRequest } from '../core/errors.ts';
import { AddressRefused, LookupFailed } from './address-refused.ts';
import { parsePublicUrl, UrlRefused } from './public-url.ts';

/**
 * Returns the normalized URL of a request's field `url` if its host resolves to public addresses only; otherwise throws a
 * 400 with the reason. Every connection checks the address again.
 */
export async function publicUrlOrThrow(
  text: string,
  { resolvePublic }: Pick<OperationContext, 'resolvePublic'>,
): Promise<string> {
  try {
    const url = parsePublicUrl(text);
    await resolvePublic(url.hostname);
    return url.href;
  } catch (error) {
    throw refusal(error);
  }
}

function refusal(error: unknown): unknown {
  const refused = (message: string) => invalidRequest([{ path: 'url', message }]);
  if (error instanceof UrlRefused) return refused(error.message);
  if (error instanceof AddressRefused || error instanceof LookupFailed) return refused(error.problem);
  return error;
}
