import { ApiError } from '../../core/errors.ts';

/** One of the operations that a call of a tool runs in turn. */
interface Step<T> {
  /** What is said of it once it is done: `the comment was written`. */
  done: string;
  run: () => Promise<T>;
}

/**
 * Runs steps in turn and returns their results. Throws the error of the first that fails, which says what was done before
 * it, so that no caller takes a call for one that did nothing.
 */
export async function inSteps<T>(steps: readonly Step<T>[]): Promise<T[]> {
  const results: T[] = [];
  for (const [position, { run }] of steps.entries()) {
    try {
      results.push(await run());
    } catch (error) {
      throw afterDoing(
        steps.slice(0, position).map(({ done }) => done),
        error,
      );
    }
  }
  return results;
}

/** The error of a call that has done something before; the same where it has done nothing. */
export function afterDoing(done: readonly string[], error: unknown): unknown {
  if (done.length === 0 || !(error instanceof ApiError)) return error;
  const { code, message, hint, fields, resource, details, headers } = error;
  return new ApiError(code, `Only partly done: ${done.join(', ')}. The rest was not: ${message}`, {
    hint,
    fields,
    details: { ...details, done },
    headers,
    ...(resource === undefined ? {} : { resource }),
  });
}
