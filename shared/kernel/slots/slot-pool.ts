import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../core/database.ts';
import { writeConflict } from '../core/errors.ts';
import { createReader } from '../db/reader.ts';
import { tryCommit } from '../db/write.ts';
import { findLeasedSlots, leaseSlot, releaseSlot, type SlotUse } from './slot-store.ts';

/** Longer than any invocation of a worker lasts (infra/constructs/worker-function.ts), so it is never extended. */
const SLOT_LEASE_MS = 75_000;

/** How many slots are read at most when the first one tried was leased. */
const SLOTS_READ = 20;

/** Slots that a task tries to lease before it waits; the read is eventually consistent, so some may be taken. */
const SLOTS_TRIED = 4;

/** How long a task waits for a slot of its own invocation before it is deferred, which takes as long at least. */
const HANDOVER_MS = 1_000;

/** What leasing slots needs, and how many a workspace has. */
interface SlotServices {
  database: Database;
  now: () => Date;
  randomBytes: (size: number) => Buffer;
  slots: number;
}

type Release = () => Promise<void>;

/** The slots that the tasks of one invocation have leased. */
export interface SlotPool {
  /** Returns how to release one of the workspace's slots, or undefined if there is none for the task. */
  acquire: (workspaceId: string) => Promise<Release | undefined>;
}

/** What the tasks of one workspace share of its slots within an invocation. */
interface Shared {
  /** Numbers of slots to try, in random order. */
  untried: number[];
  /** The first attempt to lease a slot. */
  first: Promise<Release | undefined> | undefined;
  /** Set at the first slot that was leased already; resolves once `untried` has only what seems free. */
  narrowed: Promise<void> | undefined;
  /** Number of tasks that have a slot or try to lease one. */
  active: number;
  /** Lanes that wait for a slot of another one, first come first served. */
  waiting: ((release: Release | undefined) => void)[];
}

/**
 * Leases a workspace's slots for the tasks of one invocation: webhook lanes, or jobs. So a workspace has at most `slots`
 * tasks at work, however many and however slow they are; a crashed worker's slot becomes free when its lease ends. A slot
 * that one task no longer needs is handed to the next one of the invocation, which costs no write.
 */
export function createSlotPool(
  use: SlotUse,
  { database, now: clock, randomBytes, slots }: SlotServices,
): SlotPool {
  const byWorkspace = new Map<string, Shared>();

  function sharedBy(workspaceId: string): Shared {
    const known = byWorkspace.get(workspaceId);
    if (known) return known;
    const untried = shuffled(slots, randomBytes);
    const made: Shared = { untried, first: undefined, narrowed: undefined, active: 0, waiting: [] };
    byWorkspace.set(workspaceId, made);
    return made;
  }

  async function narrow(shared: Shared, workspaceId: string): Promise<void> {
    const some = shared.untried.splice(0, SLOTS_READ);
    const asked = some.map((number) => ({ use, workspaceId, number }));
    const leased = await findLeasedSlots(createReader(database), asked, clock());
    shared.untried.push(...some.filter((number) => !leased.has(number)));
  }

  /** Tries to lease the next slot; returns how to release it in the table. */
  async function tryNext(shared: Shared, workspaceId: string): Promise<Release | undefined> {
    await shared.narrowed;
    const number = shared.untried.shift();
    if (number === undefined) return undefined;
    const holder = randomBytes(9).toString('base64url');
    const now = clock();
    const until = new Date(now.getTime() + SLOT_LEASE_MS);
    const slot = { use, workspaceId, number };
    if (await tryCommit(database, [leaseSlot(slot, { holder, until, now }, writeConflict)])) {
      return async () => {
        await tryCommit(database, [releaseSlot(slot, holder, writeConflict)]);
        shared.untried.push(number);
      };
    }
    await (shared.narrowed ??= narrow(shared, workspaceId));
    return undefined;
  }

  async function lease(shared: Shared, workspaceId: string): Promise<Release | undefined> {
    // If the first task finds its slot leased, the others need not find that out by writes.
    if (shared.first) await shared.first.catch(() => undefined);
    for (let tries = 0; tries < SLOTS_TRIED; tries++) {
      const trying = tryNext(shared, workspaceId);
      shared.first ??= trying;
      const release = await trying;
      if (release || shared.untried.length === 0) return release;
    }
    return undefined;
  }

  /** Passes a slot on to the task that has waited longest, or releases it. */
  function passOn(shared: Shared, release: Release): Release {
    return async () => {
      const next = shared.waiting.shift();
      if (next) return next(passOn(shared, release));
      shared.active--;
      await release();
    };
  }

  async function nextOf(shared: Shared): Promise<Release | undefined> {
    const { promise, resolve } = Promise.withResolvers<Release | undefined>();
    shared.waiting.push(resolve);
    const timer = new AbortController();
    void delay(HANDOVER_MS, undefined, { signal: timer.signal }).then(
      () => {
        shared.waiting.splice(shared.waiting.indexOf(resolve), 1);
        resolve(undefined);
      },
      () => {},
    );
    try {
      return await promise;
    } finally {
      timer.abort();
    }
  }

  return {
    async acquire(workspaceId) {
      const shared = sharedBy(workspaceId);
      shared.active++;
      let release: Release | undefined;
      try {
        release = await lease(shared, workspaceId);
      } finally {
        if (!release && --shared.active === 0) for (const next of shared.waiting.splice(0)) next(undefined);
      }
      if (release) return passOn(shared, release);
      return shared.active > 0 ? await nextOf(shared) : undefined;
    },
  };
}

/** The numbers below a count, in random order, so that workers begin with different ones. */
function shuffled(count: number, randomBytes: SlotServices['randomBytes']): number[] {
  const bytes = randomBytes(4 * count);
  const numbers = Array.from({ length: count }, (_, number) => number);
  return numbers.toSorted((one, other) => bytes.readUInt32BE(4 * one) - bytes.readUInt32BE(4 * other));
}
