import type { WebResponse } from '../operation/web-route.ts';
import type { FailedCall, FailedRoute } from './error-envelope.ts';

interface Enveloped {
  data: unknown;
  /** Present for lists, and for a resource that contains a page. */
  meta?: object | undefined;
  /** What the data refers to, by the names that the parameter `include` takes. */
  included?: object | undefined;
  /** What waits to be accepted before the data is so. */
  proposal?: object | undefined;
  /** A secret in a field next to `data`. */
  secret?: { name: string; value: string | object } | undefined;
}

/** The text of the success envelope. */
export function envelopeText({ data, meta, included, secret, proposal }: Enveloped): string {
  const secretField = secret ? { [secret.name]: secret.value } : {};
  return JSON.stringify({ data, meta, ...secretField, included, proposal });
}

/** The response to a call that has failed, as error-envelope.ts says. Imported on demand: most requests succeed. */
export async function errorEnvelope(
  error: unknown,
  call: FailedCall,
  route?: FailedRoute,
): Promise<WebResponse> {
  return (await import('./error-envelope.ts')).errorEnvelope(error, call, route);
}
