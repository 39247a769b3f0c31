import { actorKinds, actorVias, automation, type Actor } from '../core/actor.ts';
import { writeConflict } from '../core/errors.ts';
import type { Change, Item, Key } from '../core/database.ts';
import { idFromBytes, idToBytes } from '../core/id.ts';
import { currentRequestId } from './database-use.ts';
import type { ItemChange } from './stream-record.ts';
import { GUARD_PREFIX, SELF } from './table.ts';

/**
 * An actor in 24 characters: kind, channel and id, and for a rule 22 more with its id. Compact, because it is written with every change, and without a
 * readable id, so that an item of a person who acts in a workspace does not count as the workspace's.
 */
export function signatureOf({ kind, id, via, ruleId }: Actor): string {
  const bytes = [id, ruleId].map((one) => (one ? changeSetText(one) : '')).join('');
  return `${actorKinds.indexOf(kind)}${actorVias.indexOf(via)}${bytes}`;
}

function toActor(signature: string): Actor {
  const [kind, via] = [actorKinds[Number(signature[0])], actorVias[Number(signature[1])]];
  if (!kind || !via) return automation;
  return {
    kind,
    id: changeSetIn(signature.slice(2, 24) || null) ?? null,
    via,
    ...(via === 'rule' && { ruleId: changeSetIn(signature.slice(24)) }),
  };
}

const isSystem = (actor: Actor): boolean => actor === automation;

/**
 * Adds the actor's signature to changes: to each new item, and to each update of a version. Automatic changes have no
 * signature, and remove an earlier one.
 */
export const signChanges = (changes: readonly Change[], actor: Actor, changeSetId?: string): Change[] => {
  const more = { ...ofRequest(), ...(changeSetId && { changeSet: changeSetText(changeSetId) }) };
  const lacking = SIGNED_WITH.filter((attribute) => !(attribute in more));
  return changes.map((change) => {
    if ('put' in change) {
      const { put } = change;
      if (isSystem(actor) || put.sk !== SELF || put.pk.startsWith(GUARD_PREFIX)) return change;
      return { ...change, put: { ...put, by: signatureOf(actor), ...more } };
    }
    if (!('update' in change) || change.with.set?.['updatedAt'] === undefined) return change;
    const { set, remove = [] } = change.with;
    return isSystem(actor)
      ? { ...change, with: { ...change.with, remove: [...remove, 'by', ...SIGNED_WITH] } }
      : {
          ...change,
          with: {
            ...change.with,
            set: { ...set, by: signatureOf(actor), ...more },
            remove: [...remove, ...lacking],
          },
        };
  });
};

/** The attributes with what signs a change besides its actor. */
const SIGNED_WITH = ['changeSet', 'req'];

/** The request that makes a change, by which log lines of what follows from it lead back to those of the request. */
const ofRequest = (): { req?: string | Uint8Array } => {
  const id = currentRequestId();
  return id ? { req: requestBytes(id) } : {};
};

/** A request's id as the eleven bytes that the gateway's are the text of; each byte counts in what a write costs. */
function requestBytes(id: string): string | Uint8Array {
  const bytes = Buffer.from(id, 'base64');
  return bytes.toString('base64') === id ? bytes : id;
}

/** The id of the request that made a change, for log lines; undefined for automatic changes. */
export function requestOf({ before, after }: Pick<ItemChange, 'before' | 'after'>): string | undefined {
  const stored = (after ?? before)?.['req'] as string | Uint8Array | undefined;
  return stored instanceof Uint8Array ? Buffer.from(stored).toString('base64') : stored;
}

/** Whether changes create, update or delete more than one resource. */
export const isSeveral = (changes: readonly Change[]): boolean =>
  changes.filter((change) => {
    if ('put' in change) return change.put.sk === SELF && 'doc' in change.put;
    return 'delete' in change
      ? change.delete.sk === SELF && !change.delete.pk.startsWith(GUARD_PREFIX)
      : false;
  }).length > 1;

/** The change set that the change which wrote an item belongs to; undefined if it is of its own. */
export const changeSetOf = (item: Item): string | undefined => changeSetIn(item['changeSet']);

/** The change set of an item's deletion, from its last state. */
export const deletionSetOf = (item: Item): string | undefined => changeSetIn(item['deletedIn']);

/** The id of a change set in 22 characters; text, since binary values are not the same in the stream's records. */
export const changeSetText = (id: string): string => idToBytes(id).toString('base64url');

const changeSetIn = (text: unknown): string | undefined =>
  typeof text === 'string' ? idFromBytes(Buffer.from(text, 'base64url')) : undefined;

/**
 * The update that signs an item before its deletion, if the changes delete one: the stream's record of a deletion
 * contains only the old item, so the actor must be in it.
 */
export function signatureOfDeletion(
  changes: readonly Change[],
  resourceId: string,
  actor: Actor,
  changeSetId?: string,
): Change | undefined {
  const change = changes.find((one) => 'delete' in one && isItemOf(resourceId, one.delete));
  if (!change || !('delete' in change) || isSystem(actor)) return undefined;
  const { delete: key, if: condition = 'present', onConditionFailed = writeConflict } = change;
  const deletedIn = changeSetId && { deletedIn: changeSetText(changeSetId) };
  const set = { deletedBy: signatureOf(actor), ...ofRequest(), ...deletedIn };
  return { if: condition, onConditionFailed, update: key, with: { set } };
}

const isItemOf = (resourceId: string, { pk, sk }: Key): boolean =>
  sk === SELF && !pk.startsWith(GUARD_PREFIX) && pk.endsWith(`#${resourceId}`);

/** The actor of the change that wrote an item. */
export const writerOf = (item: Item): Actor => actorIn(item['by']);

/** The actor who deleted an item, from its last state. */
export const deleterOf = (item: Item): Actor => actorIn(item['deletedBy']);

/** The actor of a signature; automatic changes have none. */
export const actorIn = (signature: unknown): Actor =>
  typeof signature === 'string' ? toActor(signature) : automation;

/** Whether something was deleted along with what it belonged to, and not on its own. */
export const wasDeletedInCascade = (item: Item): boolean => item['deletedBy'] === undefined;
