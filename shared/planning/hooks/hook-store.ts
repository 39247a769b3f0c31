import type { Change, Item, Reader } from '../../kernel/core/database.ts';
import { attributesOf, defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import type { SealedSecret } from '../../kernel/secrets/secret-rotation.ts';
import { hookSchema, type Hook } from './hook.ts';

export const hookDocument = defineDocument(hookSchema);

const hookKind = itemKind('HK#', 'workspace first');
const hookKey = hookKind.key;

const hooksOf = (workspaceId: string): string => `W#${workspaceId}#HK`;
const hookSortKey = (id: string): string => hookKey(id).pk;
export const hookIdOf = hookKind.idOf;

export const getHookItem = (read: Reader, id: string): Promise<Item | undefined> => read.get(hookKey(id));
export const toHook = (item: Item): Hook => hookDocument.read(item);

/** The encrypted secrets of a hook, which clients do not see. */
export const secretsOf = (item: Item): readonly SealedSecret[] =>
  attributesOf<{ secrets: SealedSecret[] }>(item).secrets;

/** Up to `limit` hooks of a workspace, newest first, after a position. Eventually consistent. */
export const listHookItems = (read: Reader, workspaceId: string, limit: number, after?: string) =>
  read.query({
    index: 'list',
    partition: hooksOf(workspaceId),
    limit,
    ...(after === undefined ? {} : { before: hookSortKey(after) }),
  });

const hookItem = (hook: Hook, secrets: readonly SealedSecret[]): Item => ({
  ...hookKey(hook.id),
  ...hookDocument.write(hook),
  inList: hooksOf(hook.workspaceId),
  secrets,
  updatedAt: hook.updatedAt,
});

export const putHook = (hook: Hook, secrets: readonly SealedSecret[]): Change => ({
  put: hookItem(hook, secrets),
  if: 'absent',
});

/** Replaces a hook. Throws `stale` if the previous version is no longer current. */
export const replaceHook = (
  hook: Hook,
  secrets: readonly SealedSecret[],
  previous: Pick<Hook, 'updatedAt'>,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: hookItem(hook, secrets),
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

/** Replaces the stored secrets of a hook, which clients do not see. Throws `stale` if it has changed. */
export const putHookSecrets = (
  { id, updatedAt }: Pick<Hook, 'id' | 'updatedAt'>,
  secrets: readonly SealedSecret[],
  stale: () => Error,
): Change => ({
  update: hookKey(id),
  with: { set: { secrets } },
  if: { equals: { updatedAt } },
  onConditionFailed: stale,
});

export const deleteHookItem = (
  { id, updatedAt }: Pick<Hook, 'id' | 'updatedAt'>,
  stale: () => Error,
): Change => ({
  delete: hookKey(id),
  if: { equals: { updatedAt } },
  onConditionFailed: stale,
});
