/** Failures between a validated address and the response's status line, worded for the host's owner. */
const sentences = {
  timeout: 'The host did not respond in time.',
  refused: 'The host refused the connection on port 443.',
  unreachable: 'The host could not be reached.',
  reset: 'The host closed the connection before it responded.',
  tls_name: "The host's certificate is for another name.",
  tls_expired: "The host's certificate has expired or is not valid yet.",
  tls_untrusted:
    "The host's certificate is not signed by a public certificate authority, or an intermediate certificate is missing.",
  tls: 'The host did not complete the TLS handshake on port 443.',
  protocol: "The host's response is not HTTP/1.1, or its headers are too large.",
  failed: 'The connection failed.',
} as const;

export type ConnectionFailure = keyof typeof sentences;

/** No response was received. The message reveals nothing about this service; `cause` is for its own log. */
export class ConnectionFailed extends Error {
  override name = 'ConnectionFailed';
  readonly code: ConnectionFailure;

  constructor(code: ConnectionFailure, options?: ErrorOptions) {
    super(sentences[code], options);
    this.code = code;
  }
}

const failures: Record<string, ConnectionFailure> = {
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ECONNABORTED: 'reset',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_name',
  CERT_HAS_EXPIRED: 'tls_expired',
  CERT_NOT_YET_VALID: 'tls_expired',
  EPROTO: 'tls',
};

/** Node's prefixes for malformed messages, then its names for OpenSSL's certificate errors. */
const patterns: [RegExp, ConnectionFailure][] = [
  [/^ERR_(SSL|TLS)_/, 'tls'],
  [/^HPE_/, 'protocol'],
  [/CERT|SIGNATURE|ISSUER|PURPOSE|CRL|CA$/, 'tls_untrusted'],
];

/** Translates an error of a socket or of the HTTP parser. */
export function connectionFailed(error: Error & { code?: string }): ConnectionFailed {
  if (error instanceof ConnectionFailed) return error;
  const code = error.code ?? '';
  const failure = failures[code] ?? patterns.find(([pattern]) => pattern.test(code))?.[1] ?? 'failed';
  return new ConnectionFailed(failure, { cause: error });
}
