import { invalidRequest } from '../../kernel/core/errors.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { parsePublicUrl, UrlRefused } from '../../kernel/net/public-url.ts';
import { AddressRefused, LookupFailed } from '../../kernel/net/address-refused.ts';

/**
 * Returns an endpoint's normalized URL if its host resolves to public addresses only; otherwise throws a 400
 * with the reason. Every attempt checks the address again when it connects.
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
