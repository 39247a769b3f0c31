/** What an error says, with its cause: fetch only says that it failed. */
const wordsOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message} (${cause.message})` : message;

/**
 * Does a step of a long run and, if it fails, says so and does it once more. Throws an Error that names the step if it fails
 * again.
 */
export async function trying<T>(
  step: string,
  work: () => Promise<T>,
  warn: (line: string) => void,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    warn(`${step} failed and is done once more: ${wordsOf(error as Error)}`);
  }
  try {
    return await work();
  } catch (error) {
    throw new Error(`${step} failed twice: ${wordsOf(error as Error)}`, { cause: error });
  }
}
