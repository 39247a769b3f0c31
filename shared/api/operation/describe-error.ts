import { isUnavailable } from '../../db/unavailable.ts';
import { errorFields, logger } from '../../core/logger.ts';
import { ApiError, invalidRequest, type ErrorCode } from '../../core/errors.ts';

/** What a caller sees of an error: its ApiError, and the `error` field of the envelope. */
export interface DescribedError {
  shown: ApiError;
  body: { code: ErrorCode; message: string; hint: string };
}

/** Converts anything thrown into what its caller may see; internal errors are logged in full, once. */
export function describeError(
  error: unknown,
  { requestId, operationId }: { requestId: string; operationId: string | undefined },
): DescribedError {
  const shown = toApiError(error);
  if (shown.status >= 500) {
    logger.error('request failed', { requestId, operation: operationId, ...errorFields(error) });
  }
  const { code, message, details } = shown;
  const hint = `${shown.hint} See ${operationId ?? 'the operations'} in /openapi.json.`;
  return { shown, body: { code, message, hint, ...details } };
}

/** The body parser's errors have a status: 415 for another content type, 422 for invalid JSON. */
const parserErrors: Record<number, [ErrorCode, string]> = {
  415: ['unsupported_media_type', 'The content type is not application/json.'],
  422: ['invalid_request', 'The body is not valid JSON.'],
};

interface ParserError {
  statusCode?: number;
  message?: string;
  cause?: { data?: unknown };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { statusCode = 0, message: reason, cause } = (error ?? {}) as ParserError;
  // A key that could modify an object's prototype; the parser names it.
  if (statusCode === 422 && reason === 'Forbidden key in JSON body') {
    return invalidRequest([{ path: String(cause?.data), message: 'is not a known field' }]);
  }
  const [code, message] = parserErrors[statusCode] ?? [];
  if (code) {
    const hint = code === 'invalid_request' ? { hint: 'Send one JSON object.' } : {};
    return new ApiError(code, message!, hint);
  }
  if (isUnavailable(error))
    return new ApiError('service_unavailable', 'The database is not responding at the moment.');
  return new ApiError('internal_error', 'An internal error occurred.');
}
