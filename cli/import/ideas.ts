import { nameKey } from '../../shared/kernel/core/name-key.ts';
import {
  itemStatuses,
  submissionSchema,
  tags,
  type FeedbackItem,
  type ItemStatus,
} from '../../shared/feedback/items/item.ts';
import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';
import type { Catalog } from './catalog.ts';
import { commentRequests, factsOf, UNKNOWN, type CommentRequest } from './comment-text.ts';
import type { ImportEntry } from './entry.ts';
import { fitDescription } from './fit-description.ts';
import { withReporter } from './history.ts';
import type { Warning } from './parents.ts';
import { refusal, type Refusal } from './prepared-row.ts';
import { usualCategory, type StatusMap } from './status-map.ts';

/** A row as an idea of a portal. */
export interface Idea {
  entry: ImportEntry;
  /** What createFeedbackItem takes. */
  body: Pick<FeedbackItem, 'boardId' | 'title' | 'status' | 'tags'> & {
    description?: string | undefined;
    imported?: CommentRequest['imported'];
  };
  comments: readonly CommentRequest[];
  /** The key of the row that it duplicates. */
  original: string | undefined;
}

const statusOfCategory: Readonly<Record<StatusCategory, ItemStatus>> = {
  backlog: 'pending',
  unstarted: 'planned',
  started: 'in_progress',
  completed: 'completed',
  cancelled: 'closed',
};

/** The rows as ideas of a board, with remarks about what is left out, and why others cannot be ideas. */
export function planIdeas(
  entries: readonly ImportEntry[],
  { boardId, catalog, statusMap }: { boardId: string; catalog: Catalog; statusMap: StatusMap },
): { ideas: Idea[]; refused: Refusal[]; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const refused: Refusal[] = [];
  const ideas = entries.flatMap((entry): Idea[] => {
    const { row, key, status, createdAt, reporter } = entry;
    const warn = (field: string, value: string, reason: string): undefined =>
      void warnings.push({ row, key, code: 'dropped', field, value, reason: `${field} ${reason}: left out` });
    for (const { field, value, reason } of entry.remarks) warn(field, value, reason);
    const facts = factsOf(reporter, createdAt, catalog);
    const isNamed = facts.authorId !== undefined || facts.authorName !== undefined;
    const imported = isNamed ? facts : { ...facts, authorName: UNKNOWN };
    const { text: description, remark } = fitDescription(
      withReporter(entry.description, isNamed && catalog.importsHistory ? undefined : reporter),
    );
    if (remark) warnings.push({ row, key, code: remark.code, field: remark.field, reason: remark.reason });
    const known = itemStatusOf(status, statusMap);
    if (status !== undefined && !known) warn('status', status, `matches none of ${itemStatuses.join(', ')}`);
    const taken = entry.labels.filter(
      (label) =>
        tags().safeParse([label]).success || warn('labels', label, 'has a comma or an @, or is too long'),
    );
    const wanted = { boardId, title: entry.title, description };
    const { error } = submissionSchema().safeParse(wanted);
    const problems = [
      ...entry.problems,
      ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`),
    ];
    if (problems.length > 0) {
      refused.push(refusal(entry, 'cannot_be_mapped', problems));
      return [];
    }
    const body = {
      ...wanted,
      status: known ?? 'pending',
      tags: taken,
      ...(catalog.importsHistory ? { imported } : {}),
    };
    const original = entry.relations.find(({ field }) => field === 'duplicates')?.key;
    return [
      { entry, body, comments: entry.comments.flatMap((one) => commentRequests(one, catalog)), original },
    ];
  });
  return { ideas, refused, warnings };
}

function itemStatusOf(value: string | undefined, map: StatusMap): ItemStatus | undefined {
  if (value === undefined) return undefined;
  const said = nameKey(map.get(nameKey(value)) ?? value).replaceAll(' ', '_');
  const category = usualCategory(value, map);
  return itemStatuses.find((status) => status === said) ?? (category && statusOfCategory[category]);
}

/** The items that an earlier import has made of rows: by when they were written, and their title or their author. */
export function foundIdeas(ideas: readonly Idea[], items: readonly FeedbackItem[]): Map<Idea, FeedbackItem> {
  const left = new Set(items);
  const found = new Map<Idea, FeedbackItem>();
  for (const isIt of [sameTitle, sameAuthor])
    for (const idea of ideas) {
      const item = found.has(idea) ? undefined : [...left].find((one) => isIt(idea, one));
      if (item && left.delete(item)) found.set(idea, item);
    }
  return found;
}

const isSameTime = ({ body }: Idea, { createdAt }: FeedbackItem): boolean =>
  body.imported?.createdAt === undefined || body.imported.createdAt === createdAt;

const sameTitle = (idea: Idea, item: FeedbackItem): boolean =>
  item.title === idea.body.title && isSameTime(idea, item);

const sameAuthor = (idea: Idea, item: FeedbackItem): boolean =>
  idea.body.imported?.createdAt === item.createdAt &&
  [item.authorName, item.authorId].includes(
    idea.body.imported.authorId ?? idea.body.imported.authorName ?? '',
  );
