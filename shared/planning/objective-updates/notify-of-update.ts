import { mailText } from '../../identity/mail/mail-text.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import {
  getKeyResultItems,
  keyResultIndexes,
  keyResultsOfObjective,
  toKeyResult,
} from '../key-results/key-result-store.ts';
import { getObjectiveUpdateItem, objectiveUpdateKind, toObjectiveUpdate } from './objective-update-store.ts';
import { canSeeObjective, getObjectiveItem, toObjective } from '../objective/objective-store.ts';
import type { StoredObjective } from '../objective/objective.ts';
import type { NotifierContext } from '../news/notifier-context.ts';
import { excerpt, isNews } from '../news/news.ts';
import { reachableMembers } from '../news/team-members.ts';
import { deliverNews } from '../news/deliver-news.ts';

const FOOTER = mailText('objective.footer');

/** The most key results of an objective whose contributors are notified. */
const KEY_RESULTS_MAX = 100;

/** Notifies the lead and the contributors of an objective of an update that someone else has written. */
export async function notifyOfUpdate(context: NotifierContext, { key }: ItemChange): Promise<void> {
  const read = createReader(context.database);
  const stored = await getObjectiveUpdateItem(read, objectiveUpdateKind.idOf(key));
  const update = stored && toObjectiveUpdate(stored);
  if (!update || !isNews(update.createdAt, context)) return;
  const found = await getObjectiveItem(read, update.objectiveId);
  if (!found) return;
  const objective = toObjective(found);
  const concerned = await concernedIn(read, objective);
  const members = (await reachableMembers(read, objective)).filter(
    ({ id, role }) =>
      id !== update.authorId &&
      concerned.has(id) &&
      canSeeObjective({ principalId: id, role, teamIds: new Set([objective.teamId]) }, objective),
  );
  await deliverNews(context, {
    workspaceId: objective.workspaceId,
    teamId: objective.teamId,
    kind: 'update_posted',
    reason: ['objective update', update.id],
    at: update.createdAt,
    actor: { ...writerOf(stored), id: update.authorId },
    about: { objectiveId: objective.id },
    source: { type: 'objective_update', id: update.id },
    members,
    mail: {
      title: mailText(`objective.${update.health}`, { objective: objective.name }),
      paragraphs: [],
      written: excerpt(update.body),
      footer: FOOTER,
    },
  });
}

/** Those whose objective it is: its lead, its creator, and the contributors of its key results. */
async function concernedIn(
  read: Reader,
  { id, leadUserId, createdBy }: StoredObjective,
): Promise<ReadonlySet<string | null>> {
  const keys = await read.query({
    index: keyResultIndexes.byObjective,
    partition: keyResultsOfObjective(id),
    limit: KEY_RESULTS_MAX,
  });
  const items = await getKeyResultItems(read, keys);
  const contributors = items.flatMap((item) => (item ? toKeyResult(item).contributorIds : []));
  return new Set([leadUserId, createdBy, ...contributors]);
}
