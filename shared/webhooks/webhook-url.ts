import { invalidRequest } from '../core/errors.ts';
import type { OperationContext } from '../core/call.ts';
import { parsePublicUrl, UrlRefused } from '../net/public-url.ts';
import { AddressRefused, LookupFailed } from '../net/resolve-public.ts';

/**
 * The normal form of an endpoint's URL, once its name is known to lead to public addresses only; a 400 that
 * says what is wrong with it otherwise. Every attempt checks again, on the very address connected to.
 */
export async function webhookUrlOrThrow(
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
