/**
 * Replaces in bundles `@aws/lambda-invoke-store`, with which the SDK separates invocations where a process serves
 * several at a time; without it, the SDK reads the trace of the one there is from Lambda's variable.
 */
export const InvokeStore = { getInstanceAsync: () => Promise.resolve(undefined) };
