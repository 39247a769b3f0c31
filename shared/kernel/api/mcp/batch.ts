import { ApiError, invalidRequest } from '../../core/errors.ts';
import type { WebResponse } from '../operation/web-route.ts';

/** The only revision with batches, which is also that of requests without a version (MCP 2025-03-26, "Batching"). */
const BATCH_REVISION = '2025-03-26';

/** Messages are answered one by one, within the time of one request. */
const MESSAGES_MAX = 20;

const INTERNAL_ERROR = -32603;

/** Whether a body is a batch of a revision that has batches. */
export const isBatch = (body: unknown, version: string | undefined): body is unknown[] =>
  Array.isArray(body) && (version ?? BATCH_REVISION) === BATCH_REVISION;

/**
 * Answers the messages of a batch one after another, as each of them alone would be; nothing runs if one cannot be a
 * message of a batch. What refuses a whole request, such as a rate limit, refuses the rest of the batch.
 */
export async function answerBatch(
  messages: readonly unknown[],
  answer: (message: unknown) => Promise<WebResponse>,
): Promise<WebResponse> {
  assertBatch(messages);
  const answers: unknown[] = [];
  for (const [index, message] of messages.entries()) {
    try {
      const { body } = await answer(message);
      if (body) answers.push(JSON.parse(body.toString()));
    } catch (error) {
      if (!(error instanceof ApiError) || index === 0) throw error;
      answers.push(...messages.slice(index).flatMap((one) => notRun(one, error)));
      break;
    }
  }
  if (answers.length === 0) return { status: 202, headers: {}, body: '' };
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answers) };
}

const idOf = (message: unknown): unknown => (message as { id?: unknown }).id;

const notRun = (message: unknown, { code, message: text }: ApiError): object[] =>
  idOf(message) === undefined
    ? []
    : [
        {
          jsonrpc: '2.0',
          id: idOf(message),
          error: {
            code: INTERNAL_ERROR,
            message: `This message and those after it were not run: ${text} Send them again later.`,
            data: { code },
          },
        },
      ];

function assertBatch(messages: readonly unknown[]): void {
  if (messages.length === 0 || messages.length > MESSAGES_MAX)
    throw invalidRequest(
      [{ path: '', code: 'invalid_format', message: `must have 1 to ${MESSAGES_MAX} messages` }],
      `Send at most ${MESSAGES_MAX} JSON-RPC messages at once.`,
    );
  messages.forEach((message, index) => {
    const problem = problemOf(message);
    if (problem)
      throw invalidRequest(
        [{ path: String(index), code: 'invalid_format', message: problem }],
        'Nothing of the batch was run. Correct it, or send its messages one by one.',
      );
  });
}

function problemOf(message: unknown): string | undefined {
  const { jsonrpc, method } = (message ?? {}) as { jsonrpc?: unknown; method?: unknown };
  if (jsonrpc !== '2.0' || Array.isArray(message)) return 'is not a JSON-RPC 2.0 message';
  return method === 'initialize' ? 'must not be initialize, which is sent alone' : undefined;
}
