import type { LocalCredentials } from '../../infra/local/runner/credentials.ts';
import { localCredentials } from '../../infra/local/runner/credentials.ts';
import { requestSigner } from '../../shared/kernel/aws/request-signer.ts';

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request without a query to an emulated service, signed with its credentials, by default those of this process. */
export function signedFetch(
  service: string,
  url: string,
  { method = 'POST', headers = {}, body = '' }: Sent = {},
  credentials: LocalCredentials = localCredentials,
): Promise<Response> {
  const { host, pathname: path } = new URL(url);
  const signed = requestSigner(service)(
    { method, path, headers: { ...headers, host }, body },
    { credentials, region: 'us-east-1', now: new Date() },
  );
  return fetch(url, { method, headers: signed, ...(body && { body }) });
}
