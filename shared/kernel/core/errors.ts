import type { Role } from './caller.ts';

/** Every error code of the API with its HTTP status and its default hint. */
export const errorCodes = {
  invalid_request: { status: 400, hint: 'Correct the listed fields and send the request again.' },
  invalid_cursor: {
    status: 400,
    hint: 'Use meta.nextCursor unchanged, with the same caller, filters and limit, or start without a cursor.',
  },
  invalid_reference: {
    status: 400,
    hint: 'Use the id of a resource of the team that this credential can read.',
  },
  idempotency_key_required: {
    status: 400,
    hint: "Send an Idempotency-Key of 16 to 255 characters (in bulk requests: the item's idempotencyKey). Use a new key for each story, the same to retry.",
  },
  invalid_idempotency_key: { status: 400, hint: 'Use 16 to 255 characters from ! to ~, such as a UUID.' },
  team_required: { status: 400, hint: 'Send the parameter teamId.' },
  authentication_required: { status: 401, hint: 'Send the header Authorization: Bearer <token>.' },
  invalid_credential: { status: 401, hint: 'Check the token, or create a new one.' },
  expired_credential: { status: 401, hint: 'Create a new token.' },
  insufficient_scope: { status: 403, hint: 'Use a token that has the scope.' },
  insufficient_role: {
    status: 403,
    hint: 'Ask an admin to give you the role in requiredRole.',
  },
  principal_not_supported: {
    status: 403,
    hint: 'Use the credential of a principal that this operation accepts.',
  },
  restricted_credential: {
    status: 403,
    hint: 'Use a token without team restriction.',
  },
  workspace_mismatch: {
    status: 403,
    hint: 'Use the workspace id that getCaller returns.',
  },
  not_proposable: { status: 403, hint: 'Use a credential whose writes are direct.' },
  own_proposal: { status: 403, hint: 'Ask someone else.' },
  review_required: { status: 403, hint: 'Ask another person.' },
  foreign_origin: { status: 403, hint: 'Call it from a server, not from a web page.' },
  not_found: { status: 404, hint: 'Check the URL and the ids, and that you have joined the team.' },
  method_not_allowed: { status: 405, hint: 'Use a method in the Allow header.' },
  request_too_large: { status: 413, hint: 'Send less in one request.' },
  unsupported_media_type: { status: 415, hint: 'Send JSON with Content-Type: application/json.' },
  version_conflict: {
    status: 409,
    hint: 'Get the resource again and, if your change still applies, send its current updatedAt as expectedUpdatedAt.',
  },
  idempotency_key_reused: { status: 409, hint: 'Use a new Idempotency-Key for a different request.' },
  quota_exceeded: {
    status: 409,
    hint: 'Delete what you no longer need, or ask the operator for a higher quota.',
  },
  cursor_expired: {
    status: 410,
    hint: 'Request a new cursor from listChanges, list the resources again, then continue with that cursor.',
  },
  conflict: { status: 409, hint: 'Read the current state and try again.' },
  claimed: {
    status: 409,
    hint: 'Claim another story, or wait until expiresAt. A person can take it over with takeOver: true.',
  },
  claim_lost: {
    status: 409,
    hint: 'Stop working on the story: the lease has ended or someone took it over. Claim it again to go on.',
  },
  rate_limited: { status: 429, hint: 'Wait for the seconds in Retry-After.' },
  service_unavailable: {
    status: 503,
    hint: 'Wait for the seconds in Retry-After and send the same request again.',
  },
  internal_error: { status: 500, hint: 'Try again. If the error persists, report the X-Request-Id.' },
} as const satisfies Record<string, { status: number; hint: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** The machine-readable reason why a part of a request is invalid. */
export const fieldCodes = [
  'required',
  'unknown_field',
  'null_not_allowed',
  'invalid_type',
  'invalid_format',
  'not_one_of',
  'too_small',
  'too_large',
  'repeated',
  'invalid_reference',
  'invalid_value',
] as const;
export type FieldCode = (typeof fieldCodes)[number];

/** The parts of a request that can be invalid. */
export const fieldPlaces = ['body', 'query', 'path', 'header'] as const;

/** One invalid part of a request, as listed in `error.fields`. */
export interface FieldError {
  in: (typeof fieldPlaces)[number];
  /** Location in that part: `title`, `labels.0`; empty for the body as a whole. */
  path: string;
  code: FieldCode;
  /** Continues a sentence that begins with the field: `must be at most 100`. */
  message: string;
}

/** A FieldError whose place defaults to the body and whose code to that of the error. */
export type FieldProblem = Pick<FieldError, 'path' | 'message'> & Partial<FieldError>;

interface ErrorOptions {
  hint?: string;
  /** The invalid parts of the request, for a 400. */
  fields?: readonly FieldError[];
  /** Additional fields of the error object. */
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** The kind of resource that was not found; not returned to the caller. */
  resource?: string;
}

/** An error that is shown to the caller; anything else that is thrown becomes `internal_error`. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly fields: readonly FieldError[];
  readonly resource: string | undefined;
  readonly details: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message);
    this.code = code;
    this.hint = options.hint ?? errorCodes[code].hint;
    this.fields = options.fields ?? [];
    this.resource = options.resource;
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** A 404, with the same message for missing and inaccessible resources. */
export const notFound = (what: string): ApiError =>
  new ApiError('not_found', `There is no such ${what}, or this credential cannot see it.`, {
    resource: what,
  });

/** A 403 that names the role which the user lacks. */
export const insufficientRole = (
  message: string,
  requiredRole: Role,
  hint = `Ask an admin of the workspace to give you the role ${requiredRole}.`,
): ApiError => new ApiError('insufficient_role', message, { details: { requiredRole }, hint });

/** Maximum number of listed fields: a request can have thousands of errors. */
const FIELDS_MAX = 50;

/** A 400 that lists the invalid fields. */
export const invalidRequest = (fields: readonly FieldProblem[], hint?: string): ApiError =>
  fieldError('invalid_request', fields, { hint });

/** A 400 for unsuitable ids, with the same message for missing and inaccessible ones. */
export const invalidReference = (fields: readonly FieldProblem[]): ApiError =>
  fieldError('invalid_reference', fields);

/**
 * A 400 with any code about parts of the request. Names of unknown fields come from the sender and can be very
 * long.
 */
export function fieldError(
  code: ErrorCode,
  problems: readonly FieldProblem[],
  { hint, message }: { hint?: string | undefined; message?: string } = {},
): ApiError {
  const fields = problems.map((problem) => ({
    in: problem.in ?? 'body',
    path: shortened(problem.path),
    code: problem.code ?? (code === 'invalid_reference' ? code : 'invalid_value'),
    message: problem.message,
  }));
  return new ApiError(code, message ?? summary(fields), {
    fields: fields.slice(0, FIELDS_MAX),
    ...(hint ? { hint } : {}),
  });
}

/** The same error about fields under other names, or described otherwise; all else that it says is kept. */
export function withFields(error: ApiError, problems: readonly FieldProblem[]): ApiError {
  const { code, message, hint, fields: before, details, headers, resource } = error;
  const named = fieldError(code, problems);
  const former = summary(before);
  const own = message.endsWith(former) ? message.slice(0, -former.length) + named.message : message;
  const rest = { details, headers, ...(resource === undefined ? {} : { resource }) };
  return new ApiError(code, own, { hint, fields: named.fields, ...rest });
}

/** The 400 for a list that requires teamId from this caller. */
export const teamRequired = (message: string): ApiError =>
  fieldError('team_required', [{ in: 'query', path: 'teamId', code: 'required', message: 'is required' }], {
    message,
  });

const PATH_MAX_CHARACTERS = 200;

const shortened = (path: string): string =>
  path.length <= PATH_MAX_CHARACTERS ? path : `${path.slice(0, PATH_MAX_CHARACTERS)}…`;

/** A 409 for a request that conflicts with the current state; `hint` says how to resolve it. */
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
  override name = 'WriteConflict';
}

/** The error of a failed write condition that makes the kernel retry; callers never see it. */
export const writeConflict = (): WriteConflict =>
  new WriteConflict('The item changed between read and write.');

function summary(fields: readonly FieldError[]): string {
  if (fields.length === 1) return sentenceOf(fields[0]!);
  const listed = fields.length > FIELDS_MAX ? `; the first ${FIELDS_MAX} are listed` : '';
  return `${fields.length} fields are invalid${listed}. ${sentenceOf(fields[0]!)}`;
}

const placeNames = { body: '', query: 'Query parameter ', path: 'Path parameter ', header: 'Header ' };

/** A sentence about one invalid part of a request. */
export const sentenceOf = ({ in: place, path, message }: FieldError): string =>
  asSentence(`${place === 'body' && path === '' ? 'The body' : `${placeNames[place]}${path}`} ${message}`);

/** A text with a full stop, unless it already ends as a sentence does. */
export const asSentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);
