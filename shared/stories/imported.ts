import * as z from 'zod';
import type { FieldProblem } from '../core/errors.ts';
import { timestamp, uuid } from '../core/schema.ts';
import type { StatusCategory } from '../core/status-category.ts';

/** The past of a story that comes from elsewhere. Only an admin may tell it. */
export const importedSchema = () =>
  z
    .strictObject({
      createdAt: timestamp().meta({ description: 'By default the earliest of the others, else now.' }),
      startedAt: timestamp().meta({ description: 'When work on it began, for cycle times.' }),
      completedAt: timestamp().meta({
        description: 'For a completed status only; without it the story counts as completed on no day.',
      }),
      reporterId: uuid().meta({ description: 'A member or service account of the workspace.' }),
    })
    .partial()
    .meta({
      id: 'StoryImported',
      description:
        'The past of a story that comes from elsewhere, for admins only. The story then has an importedAt, and analyses place it on its own days.',
    });

export type Imported = z.output<ReturnType<typeof importedSchema>>;

/** The earliest day of a past that is told, or when it is told. */
export const createdOf = ({ createdAt, startedAt, completedAt }: Imported, now: string): string =>
  createdAt ?? [startedAt, completedAt].filter((at) => at !== undefined).sort()[0] ?? now;

/** What is wrong with a told past: what lies ahead, stands in the wrong order, or does not go with the status. */
export function importedProblems(imported: Imported, category: StatusCategory, now: Date): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const expect = (fits: boolean, field: keyof Imported, message: string) => {
    if (!fits) problems.push({ path: `imported.${field}`, message });
  };
  const { createdAt, startedAt, completedAt } = imported;
  const limit = now.toISOString();
  const created = createdOf(imported, limit);
  for (const field of ['createdAt', 'startedAt', 'completedAt'] as const) {
    expect((imported[field] ?? limit) <= limit, field, 'must not be in the future');
  }
  const isBegun = category !== 'backlog' && category !== 'unstarted';
  if (startedAt !== undefined) {
    expect(isBegun, 'startedAt', 'needs a status of the category started, completed or cancelled');
    expect(createdAt === undefined || startedAt >= created, 'startedAt', 'must not be before createdAt');
  }
  if (completedAt !== undefined) {
    expect(category === 'completed', 'completedAt', 'needs a status of the category completed');
    const first = startedAt ?? created;
    const message = `must not be before ${startedAt === undefined ? 'createdAt' : 'startedAt'}`;
    expect(completedAt >= first, 'completedAt', message);
  }
  return problems;
}
