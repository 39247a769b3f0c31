import { isUnavailable } from '../../db/unavailable.ts';
import { errorFields, logger } from '../../core/logger.ts';
import { errorAddress, type DocumentedOperation } from './docs-address.ts';
import { ApiError, type ErrorCode, type FieldError } from '../../core/errors.ts';

/** The `error` field of the envelope, and of an item of a bulk request. */
interface ErrorBody {
  code: ErrorCode;
  message: string;
  hint: string;
  requestId: string;
  fields?: readonly FieldError[];
  [detail: string]: unknown;
}

/** The public form of an error: its ApiError, and the `error` field of the envelope. */
interface DescribedError {
  shown: ApiError;
  body: ErrorBody;
}

interface FailedRequest extends DocumentedOperation {
  requestId: string;
  /** The URL of the service, which has its documentation. */
  baseUrl: string;
}

/** Converts any thrown value into its public form; the hint ends with the page that explains more. */
export function describeError(error: unknown, failed: FailedRequest): DescribedError {
  const shown = publicError(error, failed);
  return { shown, body: errorBody(shown, failed) };
}

/** What is shown of an error, as in answers and in their examples. */
export function errorBody(
  { code, message, hint: own, fields, details }: ApiError,
  { baseUrl, requestId, ...failed }: FailedRequest,
): ErrorBody {
  const hint = `${own} See ${baseUrl}${errorAddress(failed, code)}`;
  const listed = fields.length > 0 ? { fields } : {};
  return { code, message, hint, ...listed, ...details, requestId };
}

/** Any thrown value as what may be shown of it. Internal errors are logged in full, once. */
export function publicError(
  error: unknown,
  { requestId, operationId }: { requestId: string; operationId: string | undefined },
): ApiError {
  const shown = toApiError(error);
  if (shown.status >= 500) {
    logger.error('request failed', { requestId, operation: operationId, ...errorFields(error) });
  }
  return shown;
}

/** The ApiError of any thrown value; `internal_error` for those that are unknown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error))
    return new ApiError('service_unavailable', 'The database is not responding at the moment.');
  return new ApiError('internal_error', 'An internal error occurred.');
}
