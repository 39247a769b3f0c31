import type { ItemChange } from '../../kernel/db/stream-record.ts';
import type { ItemKind } from '../../kernel/db/table.ts';
import type { TellingContext } from './telling-context.ts';
import { agentSessionKind } from '../agent-sessions/agent-session-store.ts';
import { commentKind } from '../comments/comment-store.ts';
import { objectiveUpdateKind } from '../objective-updates/objective-update-store.ts';

/** Tells those members of a change whom it concerns, from the current state of what has changed. */
type Tell = (context: TellingContext, change: ItemChange) => Promise<void>;

/** What members are told of, loaded when needed. */
export const told: readonly { kind: ItemKind; load: () => Promise<Tell> }[] = [
  { kind: commentKind, load: async () => (await import('../comments/tell-of-comment.ts')).tellOfComment },
  {
    kind: agentSessionKind,
    load: async () => (await import('../agent-sessions/tell-of-question.ts')).tellOfQuestion,
  },
  {
    kind: objectiveUpdateKind,
    load: async () => (await import('../objective-updates/tell-of-update.ts')).tellOfUpdate,
  },
];
