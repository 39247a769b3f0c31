import { hash } from 'node:crypto';
import type { OperationContext } from '../../../kernel/core/call.ts';
import { publicUrlOrThrow } from '../../../kernel/net/public-url-or-throw.ts';

const FINGERPRINT_CHARACTERS = 12;

/** The scheme by which browsers open calendar programs; what it names is read by HTTPS. */
const WEBCAL = /^webcals?:\/\//i;

/**
 * The whole address of a calendar, which is a secret, and what is shown of it. Throws a 400 for one that is not of a
 * public host.
 */
export async function calendarAddressOrThrow(
  given: string,
  context: Pick<OperationContext, 'resolvePublic'>,
): Promise<{ url: string; secretUrl: string }> {
  const secretUrl = await publicUrlOrThrow(given.replace(WEBCAL, 'https://'), context);
  const fingerprint = hash('sha256', secretUrl).slice(0, FINGERPRINT_CHARACTERS);
  return { url: `${new URL(secretUrl).origin}/...${fingerprint}`, secretUrl };
}
