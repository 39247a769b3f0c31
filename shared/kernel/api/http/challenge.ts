/**
 * The header with a copy of a 401's challenge. API Gateway renames WWW-Authenticate; the integrations in
 * infra/api-stack.ts restore it from this header.
 */
export const challengeHeader = 'x-plotline-challenge';

/** Adds a copy of the challenge to headers that contain one. */
export function withChallenge<T extends Record<string, string>>(headers: T): Record<string, string> {
  const { 'www-authenticate': challenge } = headers;
  return challenge === undefined ? headers : { ...headers, [challengeHeader]: challenge };
}
