import * as z from 'zod';
import { visitorOperation } from '../../kernel/api/operation/visitor-operation.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { actorOf } from '../items/author.ts';
import { itemSchema, submissionSchema } from '../items/item.ts';
import { replaceItem } from '../items/item-store.ts';
import { isEditable } from '../items/own-posts.ts';
import { changedMeanwhile } from './changed-meanwhile.ts';
import { masked } from './masked.ts';
import { loadShownItem, writtenItemOrThrow } from './shown-to-visitor.ts';
import { visitorLimits } from './visitor-limits.ts';

const bodySchema = memoize(() =>
  masked(submissionSchema().omit({ boardId: true }).extend({ expectedUpdatedAt: z.string() }), [
    'title',
    'description',
  ]),
);

/** Without a change of its words, an update is of any version. */
export const updateOwnItem = visitorOperation({
  id: 'updateOwnItem',
  summary: 'Change the words of an idea, until the team has responded to it',
  limit: visitorLimits.edits,
  params: { portalId: uuid(), itemId: uuid() },
  body: bodySchema,
  output: itemSchema,
  load: ({ path, read }) => loadShownItem(read, path),
  handle: async ({ body: { title, expectedUpdatedAt, ...body }, caller, read, loaded, now, commit }) => {
    const { item } = await writtenItemOrThrow({ caller, read }, loaded);
    if (!isEditable(item)) throw responded();
    const description = body.description || null;
    if (item.title === title && item.description === description) return item;
    if (expectedUpdatedAt !== item.updatedAt) throw changedMeanwhile(item);
    const updatedAt = nextTimestamp(now, item.updatedAt);
    const next = { ...item, title, description, updatedAt };
    const changes = replaceItem(next, item, writeConflict, { editedAt: updatedAt });
    await commit(changes, item.id, undefined, { actor: actorOf(item) });
    return next;
  },
});

/** What the team has responded to is no longer its author's alone. */
export const responded = () =>
  conflict('The team has responded to the idea.', 'Write a comment on it instead.');
