import type { WebhookEvent } from '../../kernel/log/event.ts';

type Subject = Pick<WebhookEvent, 'type' | 'subjectId' | 'body'>;

/** The story that an event is about: itself, or the one of its comment, file, session or plan. */
export function storyIdOf({ type, subjectId, body }: Subject): string | undefined {
  if (type.startsWith('story.')) return subjectId;
  const { data } = JSON.parse(body) as { data?: { storyId?: unknown } };
  return typeof data?.storyId === 'string' ? data.storyId : undefined;
}

/** What messages to a chat are bounded by: one in a minute for each story, and for each other resource. */
export const topicOf = (event: Subject): string => storyIdOf(event) ?? event.subjectId;
