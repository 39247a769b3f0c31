import type { Form } from '../../kernel/api/http/form.ts';
import { submissionSchema } from '../../feedback/items/item.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { parseSubmission } from './parse-form.ts';

/** What is said of a field that is not right. */
const problems: Record<string, PlainText> = {
  boardId: 'form.wrongBoard',
  title: 'form.wrongTitle',
  description: 'form.wrongDescription',
};

/** The idea in a form, for a board, or what is wrong with it. */
export function parseIdea(
  form: Form,
  boardId: string | undefined,
): PlainText | { boardId: string; title: string; description: string | null } {
  const parsed = parseSubmission(submissionSchema(), {
    boardId,
    title: (form['title'] ?? '').trim(),
    description: (form['description'] ?? '').replaceAll('\r\n', '\n').trim(),
  });
  if (Array.isArray(parsed)) return problems[parsed[0]!.field]!;
  return { ...parsed, description: parsed.description || null };
}
