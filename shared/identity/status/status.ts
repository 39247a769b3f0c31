import * as z from 'zod';
import type { FieldProblem } from '../../kernel/core/errors.ts';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { color, name, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import { statusCategories } from '../../kernel/core/status-category.ts';

const order = () =>
  z
    .int({ error: 'must be a whole number' })
    .min(0, { error: 'must be at least 0' })
    .max(10_000, { error: 'must be at most 10000' });

export const storedStatusSchema = memoize(() =>
  z.object({
    id: uuid(),
    workspaceId: uuid(),
    teamId: uuid()
      .nullable()
      .meta({ description: 'Null for an objective status, which belongs to the whole workspace.' }),
    name: name(),
    category: z.enum(statusCategories).meta({ description: 'Cannot be changed.' }),
    order: z.int().meta({
      description: 'Position among the statuses, starting at 0; ties are ordered by age, oldest first.',
    }),
    color: color(),
    isDefault: z
      .boolean()
      .meta({ description: 'Whether new stories or objectives get this status by default.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    archivedAt: timestamp()
      .nullable()
      .meta({ description: 'When it was archived; otherwise null. An archived status cannot be assigned.' }),
  }),
);

export type StoredStatus = z.output<ReturnType<typeof storedStatusSchema>>;

/** The kinds of resources that statuses apply to. */
export const statusSubjects = ['story', 'objective'] as const;

export const statusSchema = memoize(() =>
  z
    .object({
      ...storedStatusSchema().shape,
      appliesTo: z.enum(statusSubjects).meta({
        description: "Whether it is a status of a team's stories or of the workspace's objectives.",
      }),
    })
    .meta({
      id: 'Status',
      description: "A workflow state of a team's stories or of the workspace's objectives.",
    }),
);

export type Status = z.output<ReturnType<typeof statusSchema>>;

/** Fields that callers can set. */
const settable = memoize(() => ({ name: name(), color: color(), order: order(), isDefault: z.boolean() }));

export const statusCreateSchema = memoize(() => {
  const { color: optionalColor, ...optional } = z.object(settable()).partial().shape;
  return z
    .strictObject({
      appliesTo: z.enum(statusSubjects).default('story'),
      teamId: uuid().optional().meta({
        description:
          'The team that the status belongs to. Required for story statuses, not allowed for objective statuses.',
      }),
      ...optional,
      isDefault: optional.isDefault.meta({ default: false }),
      name: name(),
      category: z.enum(statusCategories),
      color: optionalColor.default('#6366f1'),
    })
    .meta({ id: 'CreateStatusRequest' });
});

/** Refuses a new status whose team and appliesTo do not go together. */
export function ownerProblems({
  appliesTo,
  teamId,
}: Pick<z.output<ReturnType<typeof statusCreateSchema>>, 'appliesTo' | 'teamId'>): FieldProblem[] {
  if (appliesTo === 'story' && teamId === undefined) {
    return [{ path: 'teamId', code: 'required', message: 'is required for a story status' }];
  }
  if (appliesTo === 'objective' && teamId !== undefined) {
    return [{ path: 'teamId', message: 'must be omitted for an objective status' }];
  }
  return [];
}

/** The update schema of a status. */
export const statusPatch = definePatch('UpdateStatusRequest', { fields: settable });

/** The initial statuses of new teams and of new workspaces' objectives (docs/specification.md, "Values"). */
export const initialStatuses = [
  { name: 'Backlog', category: 'backlog', color: '#94a3b8', isDefault: true },
  { name: 'To Do', category: 'unstarted', color: '#64748b', isDefault: false },
  { name: 'In Progress', category: 'started', color: '#eab308', isDefault: false },
  { name: 'Done', category: 'completed', color: '#22c55e', isDefault: false },
  { name: 'Cancelled', category: 'cancelled', color: '#ef4444', isDefault: false },
] as const satisfies readonly Pick<Status, 'name' | 'category' | 'color' | 'isDefault'>[];
