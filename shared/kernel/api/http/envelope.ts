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

/** The text of the success envelope. */
export function envelopeText({ data, meta, included, secret }: Enveloped): string {
  const secretField = secret ? { [secret.name]: secret.value } : {};
  return JSON.stringify({ data, meta, ...secretField, included });
}

/** The error envelope. Internal errors are logged, and the caller sees only a request id. */
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
