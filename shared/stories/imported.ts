import * as z from 'zod';
import type { FieldProblem } from '../core/errors.ts';
import { timestamp, uuid } from '../core/schema.ts';
import type { StatusCategory } from '../core/status-category.ts';

/** History of a story that was created in another tool. Admins only. */
export const importedSchema = () =>
  z
    .strictObject({
      createdAt: timestamp().meta({ description: 'Defaults to the earliest of the other dates, or to now.' }),
      startedAt: timestamp().meta({ description: 'When work started, for cycle times.' }),
      completedAt: timestamp().meta({
        description:
          'Only with a completed status. Without it, the story counts as completed on no particular day.',
      }),
      reporterId: uuid().meta({ description: 'A member or service account of the workspace.' }),
    })
    .partial()
    .meta({
      id: 'StoryImported',
      description:
        'History of a story that was created in another tool. Admins only. The story gets an importedAt, and analyses count it on the dates given here.',
    });

export type Imported = z.output<ReturnType<typeof importedSchema>>;

/** The earliest date given, or the time of the import. */
export const createdOf = ({ createdAt, startedAt, completedAt }: Imported, now: string): string =>
  createdAt ?? [startedAt, completedAt].filter((at) => at !== undefined).sort()[0] ?? now;

/** Validates imported history: dates must not be in the future, must be in order and must fit the status. */
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
    expect(isBegun, 'startedAt', 'requires a status of category started, completed or cancelled');
    expect(createdAt === undefined || startedAt >= created, 'startedAt', 'must not be before createdAt');
  }
  if (completedAt !== undefined) {
    expect(category === 'completed', 'completedAt', 'requires a status of category completed');
    const first = startedAt ?? created;
    const message = `must not be before ${startedAt === undefined ? 'createdAt' : 'startedAt'}`;
    expect(completedAt >= first, 'completedAt', message);
  }
  return problems;
}
