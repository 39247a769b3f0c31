export interface ClientOptions {
    /** Where the service is, such as `https://plan.example.com`; with a path, if a proxy serves it below one. */
    baseUrl: string;
    /** A token, or a function that returns the current one: it is asked again when a token is refused. */
    token: string | (() => string | Promise<string>);
    /** How long a call is repeated after failures that pass, in milliseconds; a minute by default. */
    retryMs?: number;
    /** How long to wait for one response, in milliseconds, before the call is repeated; 35 seconds by default. */
    timeoutMs?: number;
    /** In place of the platform's fetch. */
    fetch?: typeof fetch;
}
export interface CallOptions {
    /** Identifies a write, so that it happens once however often it is sent. Without it, each call has a key of its own. */
    idempotencyKey?: string;
    /** Groups writes under a UUID, so that they can be shown and reverted together. */
    changeSetId?: string;
    /** The version that a write without one in its body demands: an `updatedAt`, or an ETag. */
    ifMatch?: string;
    signal?: AbortSignal;
}
export interface Call {
    method: string;
    /** With its query, below the base URL. */
    path: string;
    body?: unknown;
}
/**
 * Sends a call and returns the response's JSON, undefined without any. Repeats it after failures that pass, with the same
 * idempotency key, after a random wait, which begins when Retry-After says; the API answers a repeated write as it did before.
 */
export declare function send(client: ClientOptions, call: Call, options?: CallOptions): Promise<unknown>;
/** Resolves after a time; rejects at once when the signal is aborted. */
export declare function delay(ms: number, signal: AbortSignal | undefined): Promise<void>;
