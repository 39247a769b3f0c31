import { itemKind } from '../db/table.ts';
import { seedOf } from '../core/seeded-random.ts';
import type { Change, Condition, Item, Reader } from '../core/database.ts';

/** The kinds of background work, done when something has changed or when its time has come. */
export type JobName =
  | 'forecast'
  | 'cadence'
  | 'schedule'
  | 'update_reminders'
  | 'export'
  | 'revert'
  | 'recurring_story'
  | 'publish_update'
  | 'tell_followers'
  | 'busy_feed'
  | 'rule';

/** Work to do for one owner, such as a team. */
export interface Job {
  name: JobName;
  ownerId: string;
  /** The workspace of the owner, so that workspaces are served in turn; undefined if only the job's key is known. */
  workspaceId?: string | undefined;
}

/** Identifies jobs in the table's stream. One that is not needed has no item, or one without a time. */
export const jobKind = itemKind('J#', 'workspace');
const jobKey = ({ name, ownerId }: Job) => jobKind.key(`${name}#${ownerId}`);

export function toJob(item: Pick<Item, 'pk'> & Partial<Item>): Job {
  const [name, ...owner] = jobKind.idOf(item).split('#');
  return {
    name: name as JobName,
    ownerId: owner.join('#'),
    workspaceId: item['workspaceId'] as string | undefined,
  };
}

/** The number of index partitions for due jobs. */
const SHARDS = 8;
const shardOf = ({ ownerId }: Job): string =>
  `J#${seedOf([...ownerId].map((character) => character.codePointAt(0)!)) % SHARDS}`;

/** The due time of a job and the end of its worker's lease, in milliseconds since 1970. */
export interface JobState {
  /** Whether it has never been requested. */
  isNew?: boolean;
  dueAt: string | undefined;
  leasedUntil: number | undefined;
  workspaceId: string | undefined;
}

export const toJobState = (item: Item | undefined): JobState => ({
  isNew: item === undefined,
  dueAt: item?.['dueAt'] as string | undefined,
  leasedUntil: item?.['leasedUntil'] as number | undefined,
  workspaceId: item?.['workspaceId'] as string | undefined,
});

/** Whether a worker holds a job. */
export const isLeased = ({ leasedUntil }: JobState, now: Date): boolean => (leasedUntil ?? 0) > now.getTime();

export const getJob = async (read: Reader, job: Job): Promise<JobState> =>
  toJobState(await read.get(jobKey(job)));

/**
 * Replaces a job's state, provided that it is unchanged; a job without a time is deleted. Throws `moved` if it is in
 * neither state.
 */
export const moveJob = (
  job: Job,
  from: JobState,
  to: Pick<JobState, 'dueAt' | 'leasedUntil'>,
  moved: () => Error,
): Change => {
  const isAsRead: Condition = from.isNew
    ? 'absent'
    : { equals: { dueAt: from.dueAt, leasedUntil: from.leasedUntil } };
  if (to.dueAt === undefined) return { delete: jobKey(job), if: isAsRead, onConditionFailed: moved };
  const { dueAt, leasedUntil } = to;
  const workspaceId = job.workspaceId ?? from.workspaceId;
  const set = { dueAt, inDue: shardOf(job), ...(workspaceId !== undefined && { workspaceId }) };
  return {
    update: jobKey(job),
    with: leasedUntil === undefined ? { set, remove: ['leasedUntil'] } : { set: { ...set, leasedUntil } },
    if: isAsRead,
    onConditionFailed: moved,
  };
};

/** Creates a job with data of its own, due at a time. Throws `exists` if it is there already. */
export const createJob = (job: Job, dueAt: string, data: string, exists: () => Error): Change => ({
  put: {
    ...jobKey(job),
    dueAt,
    inDue: shardOf(job),
    ...(job.workspaceId !== undefined && { workspaceId: job.workspaceId }),
    data,
  },
  if: 'absent',
  onConditionFailed: exists,
});

/** The data of a job; undefined if it has none. */
export const getJobData = async (read: Reader, job: Job): Promise<string | undefined> =>
  (await read.get(jobKey(job)))?.['data'] as string | undefined;

/** Replaces the data of a job. Throws `moved` if another worker has done that since it was read. */
export const putJobData = (job: Job, data: string, previous: string, moved: () => Error): Change => ({
  update: jobKey(job),
  with: { set: { data } },
  if: { equals: { data: previous } },
  onConditionFailed: moved,
});

/**
 * Makes a job due at a time, whatever its state. Throws `isDue` if it is due by then already; no other request and no worker
 * can be in its way.
 */
export function makeDue(job: Job, dueAt: string, isDue: () => Error): Change {
  const { workspaceId } = job;
  return {
    update: jobKey(job),
    with: { set: { dueAt, inDue: shardOf(job), ...(workspaceId !== undefined && { workspaceId }) } },
    if: { absentOrAbove: { attribute: 'dueAt', value: dueAt } },
    onConditionFailed: isDue,
  };
}

/** Makes a job due now, whatever its state: it may have more to do than it knew of. */
export const makeDueNow = (job: Job, now: Date): Change => ({
  update: jobKey(job),
  with: {
    set: {
      dueAt: now.toISOString(),
      inDue: shardOf(job),
      ...(job.workspaceId !== undefined && { workspaceId: job.workspaceId }),
    },
  },
});

const shards = Array.from({ length: SHARDS }, (_, number) => `J#${number}`);

/** Finds due jobs of any owner, up to `limit` of each shard; an owner without work has none. */
export async function findDueJobs(read: Reader, now: Date, limit: number): Promise<Job[]> {
  const { value: first } = await dueJobPages(read, now, limit).next();
  return first ?? [];
}

/** All due jobs in pages, up to `limit` of each shard in one, the ones that are due for longest first. */
export async function* dueJobPages(read: Reader, now: Date, limit: number): AsyncGenerator<Job[], undefined> {
  const upTo = now.toISOString();
  let left = shards.map((partition) => ({ partition, following: undefined as Item | undefined }));
  while (left.length > 0) {
    const found = await Promise.all(
      left.map(async (shard) => {
        const items = await read.query({ index: 'due', ...shard, upTo, limit });
        return { shard, items };
      }),
    );
    yield found.flatMap(({ items }) => items.map(toJob));
    left = found
      .filter(({ items }) => items.length === limit)
      .map(({ shard, items }) => ({ ...shard, following: items.at(-1) }));
  }
}
