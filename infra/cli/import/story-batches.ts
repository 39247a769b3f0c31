import type { Answer, ApiClient } from './api-client.ts';

/** Maximum rows and bytes per request; the service accepts 100 items and 1 MiB. */
export const ROWS_PER_REQUEST = 20;
const BYTES_PER_REQUEST = 900_000;

interface Waiting {
  body: string;
  idempotencyKey: string;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** The outcome of one item of a bulk request. */
type BulkItem = { httpStatus: number; id: string | null } & Pick<Answer, 'replayed' | 'error'>;

/** An outcome as the response of the single operation, with the story's id alone. */
const answerOf = ({ httpStatus: status, id, ...outcome }: BulkItem): Answer => ({
  ...outcome,
  status,
  data: { id },
});

/**
 * Creates stories through bulkCreateStories, batching calls made in the same turn. Each gets the response
 * that createStory would return, with the same key and bytes. Items that failed temporarily are retried
 * separately, with the client's own retries.
 */
export function batchStories(client: ApiClient, workspaceId: string) {
  const path = `/api/v1/workspaces/${workspaceId}`;
  let waiting: Waiting[] = [];

  async function sendTogether(batch: readonly Waiting[]): Promise<void> {
    const items = batch.map(
      ({ body, idempotencyKey }) => `{"idempotencyKey":${JSON.stringify(idempotencyKey)},"body":${body}}`,
    );
    try {
      const answer = await client.send('POST', `${path}/bulk/stories`, `{"items":[${items.join(',')}]}`);
      const outcomes = answer.status === 200 ? (answer.data as { items: BulkItem[] }).items : [];
      await Promise.all(
        batch.map((row, position) => {
          const outcome = outcomes[position];
          return settle(row, outcome ? answerOf(outcome) : answer);
        }),
      );
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function settle({ body, idempotencyKey, resolve }: Waiting, outcome: Answer): Promise<void> {
    const passing = outcome.status === 429 || outcome.status >= 500;
    resolve(passing ? await client.send('POST', `${path}/stories`, body, idempotencyKey) : outcome);
  }

  function flush(): void {
    let batch: Waiting[] = [];
    let bytes = 0;
    for (const row of waiting) {
      const size = Buffer.byteLength(row.body) + 400;
      if (batch.length === ROWS_PER_REQUEST || (batch.length > 0 && bytes + size > BYTES_PER_REQUEST)) {
        void sendTogether(batch);
        batch = [];
        bytes = 0;
      }
      batch.push(row);
      bytes += size;
    }
    waiting = [];
    void sendTogether(batch);
  }

  return {
    create: (body: string, idempotencyKey: string): Promise<Answer> =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ body, idempotencyKey, resolve, reject });
      }),
  };
}

export type StoryBatches = ReturnType<typeof batchStories>;
