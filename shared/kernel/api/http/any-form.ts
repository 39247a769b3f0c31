import type { WebRequest } from '../operation/web-route.ts';
import { valueWithoutPersonalLinks } from '../../core/personal-links.ts';
import { parseForm, type Form } from './form.ts';

/**
 * The fields of a form in either encoding, without links that were handed to one person. Throws as `parseForm` for another
 * type.
 */
export async function parseAnyForm(request: WebRequest): Promise<Form> {
  if (!request.headers['content-type']?.startsWith('multipart/'))
    return await valueWithoutPersonalLinks(parseForm(request));
  const { parseMultipart } = await import('./parse-multipart.ts');
  return await parseMultipart(request);
}
