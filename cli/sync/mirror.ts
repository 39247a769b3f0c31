import { kinds, type KindName, type MirroredResource } from './kinds.ts';
import type { MirrorFolder } from './mirror-files.ts';
import type { MirrorStore, SyncState } from './mirror-store.ts';

const OF_STORIES_OF = "SELECT id FROM resource WHERE kind = 'story' AND owner = ?";

/** A mirror: what it contains, and its files. */
export function openMirror(
  store: MirrorStore,
  folder: MirrorFolder,
  { workspaceId }: Pick<SyncState, 'workspaceId'>,
) {
  // A killed process may have left files that are newer than the store.
  const changed = new Set<KindName>(store.unwritten());
  const note = (kind: KindName, isChanged: boolean): void => void (isChanged && changed.add(kind));

  /** Forgets what belongs to a team or, by its id, to the workspace itself. */
  const forget = (owner: string): void => {
    const isOfTheirs = `story IN (${OF_STORIES_OF}) OR other IN (${OF_STORIES_OF})`;
    for (const { name, mirror } of kinds)
      if (mirror.under === 'story') note(name, store.remove(name, isOfTheirs, owner, owner));
    for (const { name } of kinds) note(name, store.remove(name, 'owner = ?', owner));
  };

  return {
    put(kind: KindName, resource: MirroredResource): void {
      const { id, teamId } = resource;
      const owner = kind === 'team' ? id : typeof teamId === 'string' ? teamId : workspaceId;
      note(kind, store.put(kind, owner, resource));
    },
    remove: (kind: KindName, id: string): void => note(kind, store.remove(kind, 'id = ?', id)),
    forget,
    forgetObjective(id: string): void {
      note('objective', store.remove('objective', 'id = ?', id));
      for (const { name, mirror } of kinds)
        if (mirror.under === 'objective') note(name, store.remove(name, 'objective = ?', id));
    },
    /** Forgets the teams that are not among these. */
    retain(owners: readonly string[]): void {
      for (const owner of store.owners()) if (!owners.includes(owner)) forget(owner);
    },
    has: store.has,
    count: store.count,
    ids: store.ids,
    /** Makes a change as a whole: if it throws, it has changed nothing. */
    async atOnce(change: () => Promise<void>): Promise<void> {
      store.mark();
      try {
        await change();
      } catch (error) {
        store.undo();
        throw error;
      }
      store.keep();
    },
    /** Stores how far the mirror has come, and writes the files that have changed. */
    save(state: SyncState): void {
      // Which relations are shown depends on the stories.
      if (changed.has('story')) changed.add('relation');
      store.commit(state, changed);
      for (const kind of changed) folder.write(kind, store.lines(kind));
      store.noteWritten();
      changed.clear();
    },
    /** Whether there is something to write. */
    hasChanged: (): boolean => changed.size > 0,
    /** Writes also the files that nothing belongs to. */
    touchAll: (): void => kinds.forEach(({ name }) => changed.add(name)),
  };
}

export type Mirror = ReturnType<typeof openMirror>;
