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
export declare class PlotlineError extends Error {
    name: string;
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
    constructor(status: number, body: ApiErrorBody);
}
/** Someone else has changed the resource since it was read: read it again, and decide. */
export declare class VersionConflict extends PlotlineError {
    name: string;
    /** The fields of the update whose value differs from the one sent; none if the change has already been made. */
    get changedFields(): readonly string[];
    /** The version that the resource has now. */
    get currentUpdatedAt(): string | undefined;
}
/** The position in the feed of changes is too old: read everything again, then follow the feed without a cursor. */
export declare class CursorExpired extends PlotlineError {
    name: string;
}
/** The error of a response. Responses that are not of the API, of a proxy say, become errors too. */
export declare function errorOf(status: number, json: unknown): PlotlineError;
