import type { Item } from '../../shared/kernel/core/database.ts';
import { SELF, type ItemKind } from '../../shared/kernel/db/table.ts';
import { workspaceSlugKind } from '../../shared/identity/workspaces/workspace-store.ts';
import { workspaceKind } from '../../shared/kernel/auth/workspace-kind.ts';
import type { IdSet } from './id-set.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const uuidsIn = (text: string): string[] => text.match(UUID) ?? [];

/** Everything that an item says, without the bytes of images. */
const textOf = (item: Item): string =>
  JSON.stringify(item, (_, value: unknown) => {
    if (value instanceof Set) return [...(value as Set<unknown>)];
    return value instanceof Uint8Array ? undefined : value;
  });

/** Whether an item belongs to the workspace whose ids are known: it names one of them. */
export const belongsToWorkspace = (item: Item, ids: IdSet): boolean =>
  uuidsIn(textOf(item)).some((id) => ids.has(id));

/**
 * The event that deletes an item, as its kind declares; undefined for an item of no kind, such as those of an earlier
 * release.
 */
const deleterOf = ({ pk }: Pick<Item, 'pk'>, kinds: readonly ItemKind[]) =>
  kinds.find(({ prefix }) => pk.startsWith(prefix))?.deletedBy;

const ofWorkspaces: readonly (string | undefined)[] = ['workspace', 'workspace first', 'team'];

/** The ids by which other items name one that belongs to the workspace. */
export const ownIds = (item: Pick<Item, 'pk'>, kinds: readonly ItemKind[]): string[] =>
  ofWorkspaces.includes(deleterOf(item, kinds)) ? uuidsIn(item.pk) : [];

/**
 * When an item is deleted. First what gives access to the workspace or sends something out of it; then what is found
 * through other items only, so that an interrupted deletion still finds it; then what names the workspace; the workspace
 * itself last.
 */
export function phaseOf(
  item: Item,
  workspaceId: string,
  kinds: readonly ItemKind[],
): 'access' | 'found' | 'naming' | 'workspace' {
  if (workspaceKind.includes(item) && workspaceKind.idOf(item) === workspaceId) return 'workspace';
  if (workspaceSlugKind.includes(item)) return 'workspace';
  if (deleterOf(item, kinds) === 'workspace first') return 'access';
  return textOf(item).includes(workspaceId) && item.sk === SELF ? 'naming' : 'found';
}
