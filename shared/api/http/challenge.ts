/**
 * The header that carries the challenge of a 401 a second time. API Gateway renames WWW-Authenticate; the integrations
 * in infra/api-stack.ts set it anew from this one.
 */
export const challengeHeader = 'x-plotline-challenge';

/** Headers with the challenge in both of its headers, where they have one. */
export function withChallenge<T extends Record<string, string>>(headers: T): Record<string, string> {
  const { 'www-authenticate': challenge } = headers;
  return challenge === undefined ? headers : { ...headers, [challengeHeader]: challenge };
}
