import type { Reader } from '../../kernel/core/database.ts';
import { invalidRequest, type FieldProblem } from '../../kernel/core/errors.ts';
import type { CustomField } from '../story-parts/custom-field.ts';
import { valueProblem } from './field-values.ts';
import { defaultsFit, FIELDS_MAX_BYTES } from './story-fields.ts';

const tooLarge = {
  code: 'too_large' as const,
  message: `must be at most ${FIELDS_MAX_BYTES} bytes of JSON together with the defaults of the team's other fields`,
};

/** Throws a 400 for a field whose options or default do not fit its type, or whose default does not fit with the others. */
export async function assertValidDefinition(read: Reader, field: CustomField): Promise<void> {
  const takesOptions = field.type === 'select' || field.type === 'multi_select';
  const problems: FieldProblem[] = [];
  if (takesOptions && field.options.length === 0) {
    problems.push({
      path: 'options',
      code: 'required',
      message: `must have at least one entry for a ${field.type}`,
    });
  }
  if (!takesOptions && field.options.length > 0) {
    problems.push({ path: 'options', message: `is only for select and multi_select, not for ${field.type}` });
  }
  if (problems.length === 0 && field.default !== null) {
    const message = await valueProblem(read, field, field.default);
    if (message !== undefined) problems.push({ path: 'default', message });
    else if (!(await defaultsFit(read, field))) problems.push({ path: 'default', ...tooLarge });
  }
  if (problems.length > 0) throw invalidRequest(problems);
}
