import type { Membership } from '../../kernel/auth/membership-store.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { commit, tryCommit } from '../../kernel/db/write.ts';
import type { WebhookEvent } from '../../kernel/log/event.ts';
import { RECEIVER_RESPONSE_MAX_BYTES } from '../../kernel/net/receiver-limits.ts';
import { chatKinds } from '../chats/chat-kinds.ts';
import type { ChatMessage } from '../chats/chat-kind.ts';
import { giveTurnBack, nextTurnAt, takeTurn } from '../chats/chat-turn-store.ts';
import { addressIn } from '../webhooks/secret-address.ts';
import { chatMessageOf } from './chat-message.ts';
import { topicOf } from '../chats/topic.ts';
import type { ChatDestination } from '../destinations/destination.ts';
import { TEST_EVENT } from '../webhooks/webhook.ts';
import type { FoundWebhook } from '../webhooks/webhook-store.ts';
import { attempt, ATTEMPT_TIMEOUT_MS, type AttemptOutcome } from './attempt.ts';
import type { QueuedDelivery } from './delivery-store.ts';
import type { WebhookServices } from './pipeline.ts';
import type { ReadAhead } from './read-ahead.ts';
import { isDue, postpone, recordOutcome } from './record-outcome.ts';

/** The next delivery, with what decides what its message says. */
interface Turn {
  queued: QueuedDelivery;
  found: FoundWebhook;
  event: WebhookEvent;
  owner: Membership;
  chat: ChatDestination;
  ahead: ReadAhead;
  /** Whether an event may go to the endpoint now. */
  isSent: (event: WebhookEvent) => Promise<boolean>;
  /** Called immediately before sending. */
  keepLease: () => Promise<void>;
}

/**
 * Sends a message about an event, and about the events with the same topic that are due as well, whose deliveries it
 * records. Undefined if there was a message about the topic less than a minute ago: the delivery is then due after that
 * minute.
 */
export async function sendToChat(pipeline: WebhookServices, turn: Turn): Promise<AttemptOutcome | undefined> {
  const { database, now: clock } = pipeline;
  const { queued, found, event, owner, chat } = turn;
  const { webhook } = found;
  const topic = topicOf(event);
  const isBounded = event.type !== TEST_EVENT;
  if (isBounded && !(await tryCommit(database, [takeTurn(webhook.id, topic, clock(), writeConflict)]))) {
    const next = await nextTurnAt(createReader(database), webhook.id, topic);
    await postpone(pipeline, queued, next ?? clock());
    return undefined;
  }
  const joined = isBounded ? await joinedWith(turn, topic, clock()) : [];
  const context = { read: createReader(database), owner, chat, isThin: webhook.payload === 'thin' };
  const message = await chatMessageOf([event, ...joined.map((one) => one.event)], context);
  await turn.keepLease();
  const outcome = await attemptMessage(pipeline, found, chat, message);
  if (!outcome.succeeded) {
    if (isBounded) await commit(database, [giveTurnBack(webhook.id, topic)]);
    return outcome;
  }
  for (const one of joined) await recordOutcome(pipeline, one.queued, outcome);
  turn.ahead.drop(joined.map((one) => one.queued.delivery.id));
  return outcome;
}

/** The deliveries with a topic that are due and come after one, oldest first. */
async function joinedWith({ queued, ahead, isSent }: Turn, topic: string, now: Date) {
  const joined: { queued: QueuedDelivery; event: WebhookEvent }[] = [];
  for (const { queued: other, event } of await ahead.following(queued.delivery.id)) {
    if (!event || !isDue(other.delivery, now) || topicOf(event) !== topic) continue;
    // What may not be sent is dropped when it is its turn.
    if (await isSent(event)) joined.push({ queued: other, event });
  }
  return joined;
}

const attemptMessage = (
  { request, keys, now }: WebhookServices,
  { webhook, secrets }: FoundWebhook,
  { kind }: ChatDestination,
  message: ChatMessage,
): Promise<AttemptOutcome> =>
  attempt({ now }, webhook.id, async () => {
    const { toMessage, refusal } = chatKinds[kind];
    const { status, headers, body, durationMs } = await request({
      url: new URL(addressIn(secrets, await keys('webhookSecrets'), webhook.id)),
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Plotline-Webhooks/1.0' },
      body: JSON.stringify(toMessage(message)),
      timeoutMs: ATTEMPT_TIMEOUT_MS,
      maxResponseBytes: RECEIVER_RESPONSE_MAX_BYTES,
    });
    const refused = refusal({ status, body: body.toString() });
    const ends = refused?.gone ? { ends: 'gone' as const } : {};
    return { status, durationMs, error: refused?.error ?? null, retryAfter: headers['retry-after'], ...ends };
  });
