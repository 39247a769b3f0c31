import type { ItemChange } from '../../kernel/db/stream-record.ts';
import type { ItemKind } from '../../kernel/db/table.ts';
import type { NotifierContext } from '../news/notifier-context.ts';
import { agentSessionKind } from '../agent-sessions/agent-session-store.ts';
import { commentKind } from '../comments/comment-store.ts';
import { objectiveUpdateKind } from '../objective-updates/objective-update-store.ts';

/** Notifies the members whom a change concerns, from the current state of what has changed. */
type Notifier = (context: NotifierContext, change: ItemChange) => Promise<void>;

/** What members are notifiers of, loaded when needed. */
export const notifiers: readonly { kind: ItemKind; load: () => Promise<Notifier> }[] = [
  { kind: commentKind, load: async () => (await import('../comments/notify-of-comment.ts')).notifyOfComment },
  {
    kind: agentSessionKind,
    load: async () => (await import('../agent-sessions/notify-of-question.ts')).notifyOfQuestion,
  },
  {
    kind: objectiveUpdateKind,
    load: async () => (await import('../objective-updates/notify-of-update.ts')).notifyOfUpdate,
  },
];
