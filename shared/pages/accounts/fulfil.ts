import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { readDraft } from '../session/draft.ts';
import { putDraft } from '../session/draft-store.ts';
import type { Intent } from '../session/intent.ts';
import { followedSlugOf, isForUpdates } from '../session/next-path.ts';

/**
 * Performs the action that a person signed in for. An action that is no longer possible, or was done before, is
 * skipped.
 */
export async function fulfil(intent: Intent, userId: string, call: WebCall): Promise<void> {
  const { services, now } = call;
  if (intent.draft !== undefined) {
    await commit(services.database, [putDraft(userId, intent.next, readDraft(intent.draft), now)]);
  }
  const isOfPortal = intent.vote !== undefined || followedSlugOf(intent.next) !== undefined;
  if (!isOfPortal && !isForUpdates(intent.next)) return;
  // Most people sign in to go on; it is loaded with the other pages that run operations.
  const { fulfilOnPortal } = await import('./account-pages.ts');
  await fulfilOnPortal(intent, userId, call);
}
