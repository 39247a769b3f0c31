import { callApi, createProbeStory, until, type Called } from './api-call.ts';

interface RoundTrip {
  /** What was seen, for the operator. */
  found: string;
  /** Undefined if the event was delivered. */
  problem: string | undefined;
}

interface Delivery {
  attempts: { responseStatus: number | null; error: string | null }[];
}

/** A first delivery waits for two functions to start. */
const DELIVERED_MAX_MS = 30_000;

/**
 * Has a change of a story delivered to an endpoint, and reports the first attempt: through the stream, the dispatcher, the
 * queue and the sender. Without `url`, the receiver is the service's own address, whose refusal of the request (401) is an
 * answer like any other. The endpoint and the story are deleted again.
 */
export async function checkWebhooks(
  called: Called,
  url = `${called.baseUrl}/mcp`,
  maxMs = DELIVERED_MAX_MS,
): Promise<RoundTrip> {
  const created = await callApi(called, 'webhook-endpoints', {
    name: 'Probe',
    url,
    subscriptions: ['story.created'],
    teamIds: [called.workspace.teamId],
  });
  if (created.status !== 201) {
    const problem = `no endpoint can be made for ${url}: ${created.status} ${JSON.stringify(created.json)}`;
    return { found: '', problem: problem.slice(0, 300) };
  }
  const endpoint = `webhook-endpoints/${idOf(created.json.data)}`;
  const story = await createProbeStory(called, 'Probe of webhooks');
  let attempt: Delivery['attempts'][number] | undefined;
  try {
    const took = await until(maxMs, async () => {
      const { json } = await callApi(called, `${endpoint}/deliveries`);
      attempt = ((json.data ?? []) as Delivery[])[0]?.attempts[0];
      return attempt !== undefined;
    });
    if (attempt === undefined) return { found: '', problem: `no delivery was attempted within ${maxMs} ms` };
    const { responseStatus, error } = attempt;
    if (responseStatus === null) return { found: '', problem: `${url} did not answer: ${error}` };
    return { found: `answered with ${responseStatus} after ${took} ms`, problem: undefined };
  } finally {
    await callApi(called, endpoint, undefined, 'DELETE');
    await callApi(called, `stories/${idOf(story.json.data)}`, undefined, 'DELETE');
  }
}

const idOf = (data: unknown): string => (data as { id?: string } | undefined)?.id ?? '';
