import type { Tag } from '../operation/tags.ts';
import { describeError } from '../operation/describe-error.ts';
import type { WebCall, WebRequest, WebResponse, WebRoute } from '../operation/web-route.ts';
import { prefers } from './accept.ts';

/** The media type of problem details (RFC 9457). */
const PROBLEM_TYPE = 'application/problem+json';

export interface FailedCall {
  request: Pick<WebRequest, 'requestId' | 'headers'>;
  services: Pick<WebCall['services'], 'baseUrl'>;
}

/** The route of a call, and the group of the documentation that has its page. */
export interface FailedRoute extends Pick<WebRoute, 'id' | 'described'> {
  tag?: Tag;
}

/**
 * The error envelope or, for callers who prefer them, problem details (RFC 9457). What is not for the caller is
 * logged, and shown as nothing but a request id.
 */
export function errorEnvelope(
  error: unknown,
  { request, services }: FailedCall,
  route?: FailedRoute,
): WebResponse {
  const { requestId } = request;
  const { shown, body } = describeError(error, {
    requestId,
    operationId: route?.id,
    tag: route?.tag ?? route?.described?.tag,
    baseUrl: services.baseUrl(),
  });
  const asProblem = prefers(request, PROBLEM_TYPE);
  const { message: detail, ...members } = body;
  const problem = () => ({
    type: `${services.baseUrl()}/docs/errors#${body.code}`,
    title: titleOf(body.code),
    status: shown.status,
    detail,
    instance: requestId,
    ...members,
  });
  return {
    status: shown.status,
    headers: {
      'content-type': asProblem ? PROBLEM_TYPE : 'application/json',
      ...(shown.status === 503 || shown.status === 429 ? { 'retry-after': '1' } : {}),
      ...shown.headers,
    },
    body: JSON.stringify(asProblem ? problem() : { data: null, error: body }),
  };
}

/** A code in words, such as `Invalid request`. */
const titleOf = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
