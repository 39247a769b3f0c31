/** A field of a request that the API does not accept, and why. */
export interface FieldProblem {
  in: string;
  path: string;
  message: string;
}

/** The error of a response, as docs/guides/errors.md describes it. */
export interface ApiErrorBody {
  code: string;
  message: string;
  hint?: string;
  requestId?: string;
  fields?: FieldProblem[];
  [more: string]: unknown;
}

/** A request that the API refused. */
export class PlotlineError extends Error {
  override name = 'PlotlineError';
  /** The HTTP status. */
  readonly status: number;
  /** For programs, such as `not_found`. */
  readonly code: string;
  /** What to do, in words. */
  readonly hint: string | undefined;
  /** To be named when asking for help. */
  readonly requestId: string | undefined;
  /** The fields that are not accepted. */
  readonly fields: readonly FieldProblem[];
  /** Everything that the response says of the error. */
  readonly body: ApiErrorBody;

  constructor(status: number, body: ApiErrorBody) {
    super(body.hint === undefined ? body.message : `${body.message} ${body.hint}`);
    this.status = status;
    this.code = body.code;
    this.hint = body.hint;
    this.requestId = body.requestId;
    this.fields = body.fields ?? [];
    this.body = body;
  }
}

/** Someone else has changed the resource since it was read: read it again, and decide. */
export class VersionConflict extends PlotlineError {
  override name = 'VersionConflict';

  /** The fields of the update whose value differs from the one sent; none if the change has already been made. */
  get changedFields(): readonly string[] {
    return (this.body['changedFields'] as string[] | undefined) ?? [];
  }

  /** The version that the resource has now. */
  get currentUpdatedAt(): string | undefined {
    return this.body['currentUpdatedAt'] as string | undefined;
  }
}

/** The position in the feed of changes is too old: read everything again, then follow the feed without a cursor. */
export class CursorExpired extends PlotlineError {
  override name = 'CursorExpired';
}

/** The error of a response. Responses that are not of the API, of a proxy say, become errors too. */
export function errorOf(status: number, json: unknown): PlotlineError {
  const { error } = (json ?? {}) as { error?: Partial<ApiErrorBody> };
  const body = { code: 'unknown', message: `The response has status ${status}.`, ...error };
  if (body.code === 'version_conflict') return new VersionConflict(status, body);
  if (body.code === 'cursor_expired') return new CursorExpired(status, body);
  return new PlotlineError(status, body);
}
