import type { Item } from '../../../shared/core/database.ts';
import { SELF } from '../../../shared/db/table.ts';
import type { IdSet } from './id-set.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Partitions of what belongs to people, clients and the deployment; single items in them may belong to a workspace. */
const SHARED = /^(U#|UJ#|G#|A#|AC#|ONCE#|REBUILD#)/;

const uuidsIn = (text: string): string[] => text.match(UUID) ?? [];

/** Everything that an item says, without the bytes of images. */
const textOf = (item: Item): string =>
  JSON.stringify(item, (_, value: unknown) => {
    if (value instanceof Set) return [...(value as Set<unknown>)];
    return value instanceof Uint8Array ? undefined : value;
  });

/** Whether an item belongs to the workspace whose ids are known: it names one of them. */
export const belongs = (item: Item, ids: IdSet): boolean => uuidsIn(textOf(item)).some((id) => ids.has(id));

/** The ids by which other items name one that belongs to the workspace. */
export const ownIds = ({ pk }: Item): string[] => (SHARED.test(pk) ? [] : uuidsIn(pk));

/**
 * When an item is deleted. First what gives access to the workspace or sends something out of it; then what is found
 * through other items only, so that an interrupted deletion still finds it; then what names the workspace; the workspace
 * itself last.
 */
export function phaseOf(item: Item, workspaceId: string): 'access' | 'found' | 'naming' | 'workspace' {
  const { pk, sk } = item;
  if (pk === `W#${workspaceId}` && sk === SELF) return 'workspace';
  if (pk.startsWith('G#slug#')) return 'workspace';
  if (/^(M#|C#|WR#)/.test(pk)) return 'access';
  return textOf(item).includes(workspaceId) && sk === SELF ? 'naming' : 'found';
}
