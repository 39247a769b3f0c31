import { toJsonText } from '../../core/json.ts';
import { describeError } from '../operation/describe-error.ts';
import type { WebRequest, WebResponse } from '../operation/web-route.ts';

interface Enveloped {
  data: unknown;
  /** Present for lists, and for a resource that contains a page. */
  meta?: object | undefined;
  /** What the data refers to, by the names that the parameter `include` takes. */
  included?: Record<string, unknown[]> | undefined;
  /** A secret in a field next to `data`. */
  secret?: { name: string; value: string } | undefined;
}

/** The text of the success envelope. Data that is JSON text already is spliced in, not parsed. */
export function envelopeText({ data, meta, included, secret }: Enveloped): string {
  const text = Array.isArray(data) && meta ? listText(data) : toJsonText(data);
  const metaField = meta ? `,"meta":${JSON.stringify(meta)}` : '';
  const secretField = secret ? `,${JSON.stringify(secret.name)}:${JSON.stringify(secret.value)}` : '';
  const includedField = included === undefined ? '' : `,"included":${includedText(included)}`;
  return `{"data":${text}${metaField}${secretField}${includedField}}`;
}

const listText = (items: readonly unknown[]): string => `[${items.map(toJsonText).join(',')}]`;

const includedText = (included: Record<string, unknown[]>): string =>
  `{${Object.entries(included)
    .map(([name, items]) => `${JSON.stringify(name)}:${listText(items)}`)
    .join(',')}}`;

/** The error envelope. What is not meant for the caller is logged, and shown as nothing but a request id. */
export function errorEnvelope(
  error: unknown,
  { requestId }: Pick<WebRequest, 'requestId'>,
  operationId?: string,
): WebResponse {
  const { shown, body } = describeError(error, { requestId, operationId });
  return {
    status: shown.status,
    headers: {
      'content-type': 'application/json',
      ...(shown.status === 503 || shown.status === 429 ? { 'retry-after': '1' } : {}),
      ...shown.headers,
    },
    body: JSON.stringify({ data: null, error: body }),
  };
}
