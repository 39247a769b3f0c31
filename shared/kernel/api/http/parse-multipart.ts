import { ApiError } from '../../core/errors.ts';
import { withoutSecrets } from '../../core/without-secrets.ts';
import type { WebRequest } from '../operation/web-route.ts';
import { assertDecodedUtf8 } from './assert-utf8.ts';
import type { Form } from './form.ts';

/**
 * The fields of a form with files, each file in base64, with its name and type as `<field>.name` and `<field>.type`, without
 * links that were handed to one person. Throws a 400 for a body that is none.
 */
export async function parseMultipart({ headers, body }: WebRequest): Promise<Form> {
  const sent = new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type']! } });
  const data = await sent.formData().catch(() => {
    throw new ApiError('invalid_request', 'The form could not be read.', { hint: 'Send it again.' });
  });
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of data) {
    const text =
      typeof value === 'string'
        ? withoutSecrets(value)
        : Buffer.from(await value.arrayBuffer()).toString('base64');
    if (text === '') continue;
    if (typeof value === 'string') assertDecodedUtf8(text, body);
    fields[name] = text;
    if (typeof value !== 'string')
      Object.assign(fields, { [`${name}.name`]: withoutSecrets(value.name), [`${name}.type`]: value.type });
  }
  return fields;
}
