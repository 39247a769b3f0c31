import { writeConflict } from '../../kernel/core/errors.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { ownWebhookOrThrow } from './webhook-access.ts';
import type { StoredWebhook, Webhook } from './webhook.ts';
import {
  getWebhookItem,
  replaceWebhook,
  showWebhook,
  type FoundWebhook,
  type Health,
} from './webhook-store.ts';
import type { Change } from '../../kernel/core/database.ts';
import type { SealedSecret } from '../../kernel/secrets/secret-rotation.ts';

/** Changes to an endpoint; omitted fields stay. */
interface Changed {
  webhook: StoredWebhook;
  secrets?: readonly SealedSecret[];
  health?: Health;
  sideEffects?: readonly Change[];
}

/** Updates an endpoint of the caller's workspace without a version check: the last write wins. */
export async function changeWebhook(
  { caller, now, assertMatch, commit }: Pick<OperationContext, 'caller' | 'now' | 'assertMatch' | 'commit'>,
  loaded: FoundWebhook | undefined,
  change: (found: FoundWebhook) => Changed | Promise<Changed>,
): Promise<Webhook> {
  const found = ownWebhookOrThrow(caller, loaded);
  assertMatch(found.webhook);
  const { webhook, secrets = found.secrets, health = found.health, sideEffects = [] } = await change(found);
  if (webhook === found.webhook) {
    await commit([], webhook.id);
    return showWebhook(webhook, health);
  }
  const next = { ...webhook, updatedAt: nextTimestamp(now, found.webhook.updatedAt) };
  await commit([...replaceWebhook(next, secrets, found.webhook, writeConflict), ...sideEffects], next.id, {
    from: found.webhook,
    to: next,
  });
  return showWebhook(next, health);
}

/** Returns the endpoint in its current state, for replayed requests. */
export async function replayWebhook({
  caller,
  read,
  resourceId,
}: Pick<OperationContext, 'caller' | 'read'> & { resourceId: string }): Promise<Webhook> {
  const { webhook, health } = ownWebhookOrThrow(caller, await getWebhookItem(read, resourceId));
  return showWebhook(webhook, health);
}
