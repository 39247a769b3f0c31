export interface WebhookOptions {
    /** How old a request may be, in seconds; five minutes by default. */
    toleranceSeconds?: number;
    now?: Date;
}
/** A request that is not of the service, or was changed or repeated on its way: answer it with 400. */
export declare class InvalidWebhook extends Error {
    name: string;
}
type Headers = {
    get(name: string): string | null;
} | Record<string, string | string[] | undefined>;
/**
 * Verifies a webhook by its exact body, before it is parsed, and returns what it says (https://www.standardwebhooks.com).
 * While a secret is rotated, give both. Throws InvalidWebhook, and a TypeError without a secret.
 */
export declare function verifyWebhook<T = unknown>(body: string, headers: Headers, secrets: string | readonly string[], { toleranceSeconds, now }?: WebhookOptions): Promise<T>;
export {};
