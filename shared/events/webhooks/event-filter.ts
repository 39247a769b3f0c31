import * as z from 'zod';
import { text, uniqueList, uuid } from '../../kernel/core/schema.ts';
import { statusCategories, type StatusCategory } from '../../kernel/core/status-category.ts';

const VALUES_MAX = 50;

const ids = (words: string) =>
  uniqueList(uuid(), VALUES_MAX)
    .min(1, { error: 'must contain at least one id' })
    .meta({ description: `Of stories, sends only those ${words}, before or after the change.` });

/** What an endpoint can be narrowed to, besides teams. What a filter does not name passes it. */
export const filterFields = {
  labelIds: () => ids('with one of these labels'),
  statusCategories: () =>
    uniqueList(z.enum(statusCategories), statusCategories.length)
      .min(1, { error: 'must contain at least one category' })
      .meta({
        description:
          'Of stories, sends only those in a status of these categories, before or after the change.',
      }),
  assigneeIds: () => ids('assigned to one of these members'),
  agentIds: () =>
    uniqueList(uuid(), VALUES_MAX)
      .min(1, { error: 'must contain at least one id' })
      .meta({ description: 'Of agent sessions, sends only those of these service accounts.' }),
  changedFields: () =>
    uniqueList(text({ max: 60 }), VALUES_MAX)
      .min(1, { error: 'must contain at least one field' })
      .meta({
        description: 'Of updates, sends only those that changed one of these fields, such as statusId.',
      }),
};

/** The filters of an endpoint; null where it is not narrowed. */
export interface EventFilter {
  labelIds: string[] | null;
  statusCategories: StatusCategory[] | null;
  assigneeIds: string[] | null;
  agentIds: string[] | null;
  changedFields: string[] | null;
}

export const filterNames = Object.keys(filterFields) as (keyof EventFilter)[];

/** The filters of a request, or those that a route has. */
export type GivenFilter = { [K in keyof EventFilter]?: EventFilter[K] | undefined };

/** All filters, null where one is not given. */
export const filterOf = ({
  labelIds,
  statusCategories: categories,
  assigneeIds,
  agentIds,
  changedFields,
}: GivenFilter): EventFilter => ({
  labelIds: labelIds ?? null,
  statusCategories: categories ?? null,
  assigneeIds: assigneeIds ?? null,
  agentIds: agentIds ?? null,
  changedFields: changedFields ?? null,
});
