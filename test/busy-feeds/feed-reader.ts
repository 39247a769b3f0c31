import { randomBytes } from 'node:crypto';
import { readMembership } from '../../shared/kernel/auth/membership-store.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import type { KeyPurpose, PurposeKeys } from '../../shared/kernel/core/keyring.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { PublicRequest, PublicResponse } from '../../shared/kernel/net/public-request.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { encryptSecret } from '../../shared/kernel/secrets/signing-secret.ts';
import type { StoredBusyFeed } from '../../shared/planning/scheduling/busy-feeds/busy-feed.ts';
import { busyFeedJob } from '../../shared/planning/scheduling/busy-feeds/busy-feed-job.ts';
import { putBusyFeed, readBusyFeeds } from '../../shared/planning/scheduling/busy-feeds/busy-feed-store.ts';
import { readBusyFeed } from '../../shared/planning/scheduling/busy-feeds/read-busy-feed.ts';
import { readWorkingTime } from '../../shared/planning/scheduling/working-time/working-time-store.ts';
import { ownTable } from '../support/own-table.ts';
import { databaseOf } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

type Answer = Partial<Omit<PublicResponse, 'body'>> & { body?: string | Buffer };

export const SECRET_URL = 'https://calendar.example.com/private-1f0c/basic.ics';

/** A busy feed over a table that no function looks at, with a clock that is set and a server that answers as told. */
export async function newFeedReader(start = '2026-12-01T08:00:00.000Z') {
  const service = await ownTable();
  const database = databaseOf(service);
  const workspace = await newWorkspace(service);
  const member = await workspace.person('member');
  const owner = { workspaceId: workspace.id, memberId: member.id };
  const read = createReader(database);
  let now = new Date(start);
  let keys: (purpose: KeyPurpose) => Promise<PurposeKeys> = fixedKeys('a key of tests');
  let server: (request: PublicRequest) => Answer | Promise<Answer> = () => ({});
  const requests: PublicRequest[] = [];

  const id = newId(now);
  const feed: StoredBusyFeed = {
    id,
    ...owner,
    url: 'https://calendar.example.com/...000000000000',
    lastReadAt: null,
    problem: null,
    createdAt: now.toISOString(),
    slot: 0,
    sealed: encryptSecret(SECRET_URL, (await keys('busyFeeds')).current, { ownerId: id, randomBytes }),
    memberSince: (await readMembership(read, workspace.id, member.id))!.since ?? null,
    failures: 0,
    etag: null,
    lastModified: null,
    digest: null,
    readFor: null,
  };
  await commit(database, [putBusyFeed(feed, () => new Error('taken'))]);

  return {
    id,
    owner,
    workspace,
    database,
    requests,
    answer: (next: typeof server) => void (server = next),
    useKeys: (next: typeof keys) => void (keys = next),
    advance: (ms: number) => void (now = new Date(now.getTime() + ms)),
    /** Reads the feed as its job does; returns in how many minutes it is read again. */
    async read(over: Database = database): Promise<number | undefined> {
      const request = async (sent: PublicRequest): Promise<PublicResponse> => {
        requests.push(sent);
        const { body = '', ...answer } = await server(sent);
        const common = { status: 200, headers: {}, truncated: false, durationMs: 1, address: '' };
        return { ...common, ...answer, body: Buffer.from(body) };
      };
      const next = await readBusyFeed({ database: over, now, request, keys }, busyFeedJob(feed).ownerId);
      return next && Math.round((next.getTime() - now.getTime()) / 60_000);
    },
    stored: async () => (await readBusyFeeds(read, owner))[0]?.feed,
    /** The member's busy times. */
    busy: async () =>
      (await readWorkingTime(read, owner)).busy.map(({ startDate, endDate }) => `${startDate}/${endDate}`),
  };
}
