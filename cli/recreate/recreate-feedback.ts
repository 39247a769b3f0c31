import type { FeedbackComment } from '../../shared/feedback/items/feedback-comment.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { ExportedLine } from '../export/export-folder.ts';
import { inTurns } from './in-turns.ts';
import { once, type Recreation } from './recreation.ts';

type Feedback = FeedbackItem | FeedbackComment;

/** When a post of a portal was written, and by whom: a visitor stays one, a former member too is only a name. */
export function importedAs(line: ExportedLine, { ids }: Recreation): Record<string, unknown> {
  const { authorKind, authorId, authorName, createdAt } = line as unknown as Feedback;
  const author = authorKind === 'visitor' ? undefined : ids.get(authorId);
  return { imported: { createdAt, ...(author === undefined ? { authorName } : { authorId: author }) } };
}

/**
 * The comment that one of an item names. It may be noted by an earlier run, which was not looked for: the service refuses it
 * unless it is on the item.
 */
export function notedComment(
  line: ExportedLine,
  { ids }: Recreation,
  field: string,
): Record<string, unknown> {
  const id = line[field];
  return typeof id === 'string' ? { [field]: ids.noted(id) } : {};
}

/** Gives portals their logos, which are images of their own. */
export async function setLogos(work: Recreation): Promise<void> {
  for (const line of work.source.lines('portals') as Generator<Portal & ExportedLine>) {
    const { id, logoImageId } = line;
    if (logoImageId === null || !work.ids.has(id)) continue;
    await once(work, `${id} logo`, async () => work.ids.isOurs(id) && (await setLogo(work, line)), {
      kind: 'portals',
      id,
      field: 'logoImageId',
      reason: 'was refused: set it',
    });
  }
}

async function setLogo({ client, path, ids }: Recreation, { id, logoImageId }: Portal): Promise<boolean> {
  const logo = ids.get(logoImageId!);
  if (logo === undefined) return false;
  const at = `${path}/portals/${ids.get(id)!}`;
  const { updatedAt } = await client.get<Portal>(at);
  const patch = { expectedUpdatedAt: updatedAt, logoImageId: logo };
  return (await client.send('PATCH', at, JSON.stringify(patch))).status === 200;
}

const hideable = ['feedback-comments', 'feedback-items'] as const;

/** Hides what moderators have hidden, once all is made: a hidden item takes no comments. */
export async function hideHidden(work: Recreation): Promise<void> {
  for (const kind of hideable) {
    const turns = inTurns(work.stopping);
    for (const line of work.source.lines(kind))
      if (line['hidden'] === true && work.ids.has(line.id))
        await turns.add(line.id, () =>
          once(
            work,
            `${line.id} hidden`,
            async () => work.ids.isOurs(line.id) && (await hide(work, line as Feedback & ExportedLine)),
            {
              kind,
              id: line.id,
              field: 'hidden',
              reason: 'was refused: hide it before you make its portal public',
            },
          ),
        );
    await turns.end();
  }
}

async function hide({ client, path, ids }: Recreation, line: Feedback & ExportedLine): Promise<boolean> {
  const itemId = ids.get((line['itemId'] ?? line.id) as string);
  const portalId = ids.get(line.portalId);
  if (portalId === undefined || itemId === undefined) return false;
  const items = `${path}/portals/${portalId}/items`;
  if (line['itemId'] !== undefined) {
    const at = `${items}/${itemId}/comments/${ids.noted(line.id)!}`;
    return (await client.send('PATCH', at, JSON.stringify({ hidden: true }))).status === 200;
  }
  const { updatedAt } = await client.get<FeedbackItem>(`${items}/${itemId}`);
  const patch = { expectedUpdatedAt: updatedAt, hidden: true };
  return (await client.send('PATCH', `${items}/${itemId}`, JSON.stringify(patch))).status === 200;
}
