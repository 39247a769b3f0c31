import type { Call, LoadContext, Page, PageRequest, ReplayCall } from '../../../kernel/core/call.ts';
import type { Change, Reader } from '../../../kernel/core/database.ts';
import { notFound, orNotFound, writeConflict } from '../../../kernel/core/errors.ts';
import { assertOwnOrAdmin, assertRoom, assertVisible, loadMember, shownTo } from './working-time-access.ts';
import { pageOfTimes } from './page-of-times.ts';
import { TIME_OFF_MAX, type BusyTime, type TimeOff } from './working-time.ts';
import { busyTimeStore, timeOffStore, type EntryStore } from './working-time-store.ts';

type Entry = TimeOff | BusyTime;
type Fields = Pick<Entry, 'startDate' | 'endDate'> & { name?: string | undefined };

interface MemberPath {
  workspaceId: string;
  memberId: string;
}
type LoadedMember = Awaited<ReturnType<typeof loadMember>['member']>;
type EntryCall<P, B> = Call<P, unknown, B, { member: LoadedMember }>;

/** A kind of entries stored with the hours of a member. */
interface EntryKind<T extends Entry> {
  store: EntryStore<T>;
  /** The singular, for error messages. */
  one: string;
  /** The plural for error messages, and the maximum number per member. */
  many: string;
  most: number;
}

/**
 * The operations that list, add and delete entries of a kind: members change their own, admins those of everybody, and
 * names are shown only to these.
 */
const entriesOf = <T extends Entry>({ store, one, many, most }: EntryKind<T>) => {
  /**
   * Increments the count in the transaction that adds an entry, so that concurrent requests stay within the limit. Near
   * the limit, the entries themselves are counted, since expired ones are not subtracted.
   */
  async function takeRoom(path: MemberPath, read: Reader): Promise<Change> {
    const added = await store.getAdded(read, path);
    if (added !== undefined && added < most) return store.addOne(path, most, writeConflict);
    const count = (await store.readAll(read, path)).length;
    assertRoom(count, most, many);
    return store.recount(path, added, count + 1, writeConflict);
  }

  return {
    list: async (call: EntryCall<MemberPath, unknown> & { page: PageRequest }): Promise<Page<T>> => {
      const { path, loaded, caller, read, page } = call;
      assertVisible(caller, loaded.member);
      return pageOfTimes(await store.readAll(read, path), page, (entry) => shownTo(caller, entry));
    },

    create: async (call: EntryCall<MemberPath, Fields>): Promise<T> => {
      const { path, body, loaded, caller, read, now, newId, commit } = call;
      const { memberId, workspaceId } = path;
      assertOwnOrAdmin(caller, memberId, loaded.member);
      const room = await takeRoom(path, read);
      const made = { id: newId(), memberId, workspaceId, ...body };
      const entry = { ...made, name: body.name ?? null, createdAt: now.toISOString() } as T;
      await commit([store.put(entry), room], `${memberId}#${entry.id}`);
      return entry;
    },

    replayCreate: async ({ caller, read, resourceId }: ReplayCall): Promise<T> => {
      const [memberId = '', id = ''] = resourceId.split('#');
      const path = { workspaceId: caller.workspaceId, memberId };
      const [member, entry] = await Promise.all([
        loadMember({ path, read }).member,
        store.get(read, path, id),
      ]);
      assertVisible(caller, member);
      return shownTo(caller, orNotFound(entry, one));
    },

    loadOne: (
      id: string,
      { path, read }: Pick<LoadContext<MemberPath, unknown, unknown>, 'path' | 'read'>,
    ) => ({
      ...loadMember({ path, read }),
      entry: store.get(read, path, id),
    }),

    delete: async (
      call: Call<MemberPath, unknown, unknown, { member: LoadedMember; entry: T | undefined }>,
    ) => {
      const { path, loaded, caller, commit } = call;
      assertOwnOrAdmin(caller, path.memberId, loaded.member);
      const { id } = orNotFound(loaded.entry, one);
      await commit([store.delete(path, id, () => notFound(one))], id);
      return { id, deleted: true as const };
    },
  };
};

export const timeOffEntries = entriesOf({
  store: timeOffStore,
  one: 'time off',
  many: 'entries of time off',
  most: TIME_OFF_MAX,
});

export const busyEntries = entriesOf({
  store: busyTimeStore,
  one: 'busy time',
  many: 'busy times',
  most: 2_000,
});
