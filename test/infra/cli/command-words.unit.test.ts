import { expect, test } from 'vitest';
import { asWeek } from '../../../cli/commands/hours.ts';
import { commands, inCommandWords, subjectOf } from '../../../cli/command-words.ts';
import { as, parseArgument } from '../../../cli/core/arguments.ts';
import { explainApiError } from '../../../cli/explain-api-error.ts';
import { createProgram } from '../../../cli/program.ts';
import { customFieldType } from '../../../shared/planning/story-parts/custom-field.ts';
import { conflict, invalidRequest } from '../../../shared/kernel/core/errors.ts';
import { color, name, timestamp } from '../../../shared/kernel/core/schema.ts';
import { teamCode } from '../../../shared/identity/team/team.ts';
import { allOperations } from '../../../shared/surface/registry.ts';

test('each operation that texts name has a command, with the option that is named', async () => {
  const ids = new Set(allOperations.map(({ id }) => id));
  const program = await createProgram();
  for (const [operation, text] of commands) {
    expect(ids).toContain(operation);
    const [, first, second] = text.split(' ');
    const noun = program.commands.find((command) => command.name() === first)!;
    const called = noun.commands.find((command) => command.name() === second) ?? noun;
    if (second !== undefined) expect(called.name(), text).toBe(second);
    const [option] = /--\w+/.exec(text) ?? [];
    if (option) expect(called.options.map(({ long }) => long)).toContain(option);
  }
});

test('an error names options and commands, and nothing of the API', () => {
  const explained = (path: string, message: string, options: string[] = []) =>
    explainApiError(invalidRequest([{ path, message }]), options);
  expect(explained('endDate', 'must not be before startDate', ['end', 'start'])).toBe(
    '--end must not be before --start.',
  );
  expect(explained('endDate', 'must not be before startDate')).toBe(
    'The end date must not be before start date.',
  );
  expect(explained('weekly.monday.0.start', 'must be a time', ['days'])).toBe(
    '--days (monday start) must be a time.',
  );
  expect(
    explained(
      'customFields.platform',
      "is not a custom field of the story's team; listCustomFields lists them",
      ['field'],
    ),
  ).toBe(
    "--field (platform) is not a custom field of the story's team; plotline custom-fields list lists them.",
  );
  expect(explained('filter', 'says what sprintId says too; send one of them', ['sprint'])).toBe(
    'The filter says what --sprint says too; send one of them.',
  );
  expect(explained('filter', 'has no key commentBy; did you mean commentedBy?')).toBe(
    'The filter has no key commentBy; did you mean commentedBy?',
  );
  expect(explained('', 'must be an object')).toBe('It must be an object.');
  expect(explainApiError(conflict('No.', 'Get it with getPortalItem first. Then wait.'))).toBe(
    'No. Then wait.',
  );
  expect(
    explainApiError(conflict('The label "startDate" is used; ask listThings.', 'Set intakeEnabled.'), [
      'intake',
    ]),
  ).toBe('The label "startDate" is used. Set --intake.');
  expect(inCommandWords('')).toBe('');
  expect(subjectOf('updateEveryDays', ['update-every'])).toBe('--update-every');
});

test('what an argument cannot be is said in words of the service, with the values that it can have', () => {
  for (const schema of [customFieldType(), color(), timestamp(), teamCode(), name()]) {
    for (const text of ['', 'x y', 'Invalid', '\u0000']) {
      try {
        as<unknown>(schema)(text);
      } catch (error) {
        expect((error as Error).message).toMatch(/^It (must|has|is) [^I]*/);
        expect((error as Error).message).not.toMatch(/Invalid (option|input|string)|expected/);
      }
    }
  }
  expect(() => as(customFieldType())('color')).toThrow('It must be one of: text, number,');
  expect(() => parseArgument(customFieldType(), 'color', 'The type')).toThrow(
    'The type must be one of: text',
  );
});

test.each([
  ['mon 25:00-17:30', '25:00-17:30 is not a stretch such as 09:00-12:30'],
  ['mon 09:00-24:30', '09:00-24:30 is not a stretch'],
  ['mon 17:00-09:00', 'which ends after it begins'],
  ['mon 9-17', '9-17 is not a stretch'],
  ['mon 09:00-12:00 11:00-13:00', 'On monday, 11:00-13:00 begins before the stretch before it ends.'],
])('working hours %j are refused in their own terms', (text, message) => {
  expect(() => asWeek(text)).toThrow(message);
});
