/** Every error code of the API with its HTTP status and its default hint. */
export const errorCodes = {
  invalid_request: { status: 400, hint: 'Correct the listed fields and send the request again.' },
  invalid_cursor: {
    status: 400,
    hint: 'Use meta.nextCursor unchanged, with the same caller, filters and limit, or start again without a cursor.',
  },
  invalid_reference: {
    status: 400,
    hint: 'Use the id of a resource that this credential can read and that belongs to the team.',
  },
  idempotency_key_required: {
    status: 400,
    hint: "Send an Idempotency-Key of 16 to 255 characters (in bulk requests: the item's idempotencyKey). Use a new key for each story and the same key to retry.",
  },
  invalid_idempotency_key: { status: 400, hint: 'Use 16 to 255 characters from ! to ~, such as a UUID.' },
  team_required: { status: 400, hint: 'Send the query parameter teamId.' },
  authentication_required: { status: 401, hint: 'Send the header Authorization: Bearer <token>.' },
  invalid_credential: { status: 401, hint: 'Check the token, or create a new one.' },
  expired_credential: { status: 401, hint: 'Create a new token.' },
  insufficient_scope: { status: 403, hint: 'Use a token that has the scope.' },
  principal_not_supported: {
    status: 403,
    hint: 'Use the credential of a principal that this operation accepts.',
  },
  restricted_credential: {
    status: 403,
    hint: 'Use a token without a team restriction.',
  },
  admin_required: { status: 403, hint: 'Ask an admin of the workspace.' },
  workspace_mismatch: {
    status: 403,
    hint: 'Use the workspace id that getCaller returns for this credential.',
  },
  foreign_origin: { status: 403, hint: 'Call it from a server or script, not from a page in a browser.' },
  not_found: { status: 404, hint: 'Check the URL and the ids, and that you have joined the team.' },
  method_not_allowed: { status: 405, hint: 'Use one of the methods in the Allow header.' },
  request_too_large: { status: 413, hint: 'Send less in one request.' },
  unsupported_media_type: { status: 415, hint: 'Send JSON with the header Content-Type: application/json.' },
  version_conflict: {
    status: 409,
    hint: 'Read it again, reconsider, and send its current updatedAt as expectedUpdatedAt.',
  },
  idempotency_key_reused: { status: 409, hint: 'Use a new Idempotency-Key for a different request.' },
  conflict: { status: 409, hint: 'Read the current state and try again.' },
  rate_limited: { status: 429, hint: 'Wait for the number of seconds in Retry-After.' },
  service_unavailable: {
    status: 503,
    hint: 'Wait for the number of seconds in Retry-After and send the same request again.',
  },
  internal_error: { status: 500, hint: 'Try again. If the error persists, report the X-Request-Id.' },
} as const satisfies Record<string, { status: number; hint: string }>;

export type ErrorCode = keyof typeof errorCodes;

export interface FieldProblem {
  /** Location in the request: `title`, `labels.0`, `query.limit`. */
  path: string;
  message: string;
}

interface ErrorOptions {
  hint?: string;
  /** Additional fields of the error object. */
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** An error that is shown to the caller; anything else that is thrown becomes `internal_error`. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly details: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message);
    this.code = code;
    this.hint = options.hint ?? errorCodes[code].hint;
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** A 404, with the same message for missing and inaccessible resources. */
export const notFound = (what: string): ApiError =>
  new ApiError('not_found', `There is no such ${what}, or this credential cannot see it.`);

/** Maximum number of listed fields: a request can have thousands of errors. */
const MAX_FIELDS = 50;

/** A 400 that lists the invalid fields. */
export const invalidRequest = (fields: readonly FieldProblem[]): ApiError =>
  fieldError('invalid_request', fields);

/** A 400 for unsuitable ids, with the same message for missing and inaccessible ones. */
export const invalidReference = (fields: readonly FieldProblem[]): ApiError =>
  fieldError('invalid_reference', fields);

/** Names of unknown fields come from the sender and can be very long. */
function fieldError(
  code: 'invalid_request' | 'invalid_reference',
  fields: readonly FieldProblem[],
): ApiError {
  const bounded = fields.map((field) => ({ ...field, path: shortened(field.path) }));
  return new ApiError(code, summary(bounded), { details: { fields: bounded.slice(0, MAX_FIELDS) } });
}

const PATH_MAX_CHARACTERS = 200;

const shortened = (path: string): string =>
  path.length <= PATH_MAX_CHARACTERS ? path : `${path.slice(0, PATH_MAX_CHARACTERS)}…`;

export const conflict = (message: string, hint?: string): ApiError =>
  new ApiError('conflict', message, hint ? { hint } : {});

/** Returns the value, or throws a 404 if it is missing. */
export function orNotFound<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw notFound(what);
  return value;
}

/**
 * Thrown when an item changed between this request's read and its write. The kernel retries; only after
 * several lost races does the caller get a conflict.
 */
export class WriteConflict extends Error {
  override name = 'RaceLost';
}

export const writeConflict = (): WriteConflict =>
  new WriteConflict('The item changed between read and write.');

function summary(fields: readonly FieldProblem[]): string {
  if (fields.length === 1) return `${fields[0]!.path} ${fields[0]!.message}.`;
  const listed = fields.length > MAX_FIELDS ? `; the first ${MAX_FIELDS} are listed` : '';
  return `${fields.length} fields are invalid${listed}.`;
}
