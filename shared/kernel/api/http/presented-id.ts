import { decodeJwt } from 'jose/jwt/decode';
import { parseToken } from '../../auth/token.ts';
import { uuid } from '../../core/schema.ts';
import type { WebRequest } from '../operation/web-route.ts';

/**
 * The id of the credential that a request carries in its Authorization header, which is not verified: for log lines only.
 */
export function presentedId({ headers }: Pick<WebRequest, 'headers'>): string | undefined {
  const [, text = ''] = /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
  return parseToken(text)?.credentialId ?? uuid().safeParse(grantIn(text)).data;
}

/** What an access token says of the grant that it is for. */
function grantIn(text: string): unknown {
  try {
    return decodeJwt(text)['grant_id'];
  } catch {
    return undefined;
  }
}
