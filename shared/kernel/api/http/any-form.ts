import type { WebRequest } from '../operation/web-route.ts';
import { valueWithoutPersonalLinks } from '../../core/personal-links.ts';
import { parseForm, type Form } from './form.ts';

/**
 * The fields of a form in either encoding, without links that were handed to one person. Throws as `parseForm` for another
 * type.
 */
export async function parseAnyForm(request: WebRequest): Promise<Form> {
  if (!isMultipart(request)) return await valueWithoutPersonalLinks(parseForm(request));
  const { parseMultipart } = await import('./parse-multipart.ts');
  return await parseMultipart(request);
}

/** Whether a form is sent with files. */
export const isMultipart = ({ headers }: Pick<WebRequest, 'headers'>): boolean =>
  headers['content-type']?.startsWith('multipart/') === true;
