import type { Change, Reader } from '../../kernel/core/database.ts';
import { itemKind } from '../../kernel/db/table.ts';

/** How long no further message about a topic is sent to a chat, in milliseconds. */
const TURN_MS = 60_000;

const DAY_SECONDS = 24 * 60 * 60;

/** That a chat was just sent a message about a topic, until when no other is. */
const turnKind = itemKind('CHAT#', 'expiry');

const turnKey = (webhookId: string, topic: string) => turnKind.key(`${webhookId}#${topic}`);

/** Takes the turn of a minute, before its message is sent. Throws `taken` if another message has it. */
export function takeTurn(webhookId: string, topic: string, now: Date, taken: () => Error): Change {
  const [from, until] = [now.getTime(), now.getTime() + TURN_MS];
  return {
    put: { ...turnKey(webhookId, topic), until, ttl: Math.ceil(from / 1000) + DAY_SECONDS },
    if: { absentOrAtMost: { attribute: 'until', value: from } },
    onConditionFailed: taken,
  };
}

/** Gives a turn back whose message was not taken. */
export const giveTurnBack = (webhookId: string, topic: string): Change => ({
  delete: turnKey(webhookId, topic),
});

/** When the turn after the present one begins; undefined if none is taken. */
export async function nextTurnAt(read: Reader, webhookId: string, topic: string): Promise<Date | undefined> {
  const until = (await read.get(turnKey(webhookId, topic)))?.['until'] as number | undefined;
  return until === undefined ? undefined : new Date(until);
}
