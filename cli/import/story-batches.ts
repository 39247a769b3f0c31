import type { Story } from '../../shared/planning/story/story.ts';
import type { ClientResponse, ApiClient } from './api-client.ts';

/** Maximum rows and bytes per request; the service accepts 100 items and 1 MiB. */
export const ROWS_PER_REQUEST = 20;
const BYTES_PER_REQUEST = 900_000;

/** The body and key of a story that createStory would be sent. */
interface StoryRequest {
  body: string;
  idempotencyKey: string;
}

/** The outcome of one item of a bulk request. */
type BulkItem = { httpStatus: number; id: string | null; data?: Story } & Pick<
  ClientResponse,
  'replayed' | 'error'
>;

/** An outcome as the response of the single operation; of a story that did not fit into the response, the id alone. */
const answerOf = ({ httpStatus: status, id, data, ...outcome }: BulkItem): ClientResponse => ({
  ...outcome,
  status,
  data: data ?? { id },
});

/** An update of a story. */
export interface StoryUpdate {
  storyId: string;
  body: Record<string, unknown>;
}

/** Updates stories through bulkUpdateStories. Returns for each the response that updateStory would return. */
export async function updateStories(
  client: ApiClient,
  workspaceId: string,
  updates: readonly StoryUpdate[],
): Promise<ClientResponse[]> {
  const path = `/api/v1/workspaces/${workspaceId}/bulk/stories`;
  const requests = updates.map(({ storyId, body }) => JSON.stringify({ storyId, body }));
  const answers: ClientResponse[] = [];
  for (const batch of batchesOf(requests, (text) => text)) {
    const answer = await client.send('PATCH', path, `{"items":[${batch.join(',')}]}`);
    const outcomes = answer.status === 200 ? (answer.data as { items: BulkItem[] }).items : [];
    answers.push(...batch.map((_, position) => (outcomes[position] ? answerOf(outcomes[position]) : answer)));
  }
  return answers;
}

/**
 * Creates stories through bulkCreateStories, which numbers them in this order. Returns for each the response that
 * createStory would return, with the same key and bytes. Those that failed temporarily are sent again one by one, with
 * the client's own retries, so they get later numbers.
 */
export async function createStories(
  client: ApiClient,
  workspaceId: string,
  requests: readonly StoryRequest[],
): Promise<ClientResponse[]> {
  const path = `/api/v1/workspaces/${workspaceId}`;
  const answers: ClientResponse[] = [];
  for (const batch of batchesOf(requests, ({ body }) => body)) {
    const items = batch.map(
      ({ body, idempotencyKey }) => `{"idempotencyKey":${JSON.stringify(idempotencyKey)},"body":${body}}`,
    );
    const answer = await client.send('POST', `${path}/bulk/stories`, `{"items":[${items.join(',')}]}`);
    const outcomes = answer.status === 200 ? (answer.data as { items: BulkItem[] }).items : [];
    for (const [position, { body, idempotencyKey }] of batch.entries()) {
      const outcome = outcomes[position] ? answerOf(outcomes[position]) : answer;
      const passing = outcome.status === 429 || outcome.status >= 500;
      answers.push(passing ? await client.send('POST', `${path}/stories`, body, idempotencyKey) : outcome);
    }
  }
  return answers;
}

function batchesOf<T>(requests: readonly T[], textOf: (request: T) => string): T[][] {
  const batches: T[][] = [];
  let bytes = 0;
  for (const request of requests) {
    const size = Buffer.byteLength(textOf(request)) + 400;
    const last = batches.at(-1);
    if (last && last.length < ROWS_PER_REQUEST && bytes + size <= BYTES_PER_REQUEST) {
      last.push(request);
      bytes += size;
    } else {
      batches.push([request]);
      bytes = size;
    }
  }
  return batches;
}
