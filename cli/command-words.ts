import { asSentence } from '../shared/kernel/core/errors.ts';

/** The commands that do what an operation does, which texts of the API name. */
export const commands: ReadonlyMap<string, string> = new Map([
  ['listCustomFields', 'plotline custom-fields list'],
  ['updateTeam', 'plotline teams update'],
  ['addTeamMember', 'plotline members update --join'],
  ['removeTeamMember', 'plotline members update --leave'],
  ['updateMember', 'plotline members update'],
  ['getTriageAddress', 'plotline triage address'],
  ['getSprintCadence', 'plotline cadence show'],
  ['rotateHookSecret', 'plotline hooks rotate-secret'],
  ['updateStory', 'plotline stories update'],
  ['listStatuses', 'plotline statuses list'],
  ['listLabels', 'plotline labels list'],
  ['listTeams', 'plotline teams list'],
  ['listMembers', 'plotline members list'],
  ['listSprints', 'plotline sprints list'],
  ['listObjectives', 'plotline objectives list'],
  ['listAuditEvents', 'plotline audit'],
  ['createAttachment', 'plotline stories attach'],
  ['revertChanges', 'plotline undo'],
  ['revertChangeSet', 'plotline undo'],
  ['createExport', 'plotline export'],
]);

/** Options that set a field under another name, the first that a command has. */
const options: Readonly<Record<string, readonly string[]>> = {
  endDate: ['due', 'end'],
  startDate: ['start'],
  startedAt: ['started'],
  estimateValue: ['estimate'],
  estimatedDurationMinutes: ['minutes'],
  startValue: ['from'],
  currentValue: ['value'],
  targetValue: ['target', 'to'],
  timeZone: ['zone'],
  teamShares: ['share'],
  weekly: ['days'],
  customFields: ['field'],
  shortSummary: ['summary'],
  leadUserId: ['lead'],
  intakeEnabled: ['intake'],
  reviewRequired: ['review'],
  sprintsEnabled: ['sprints'],
  updateEveryDays: ['update-every'],
};

const QUOTE_OR_NAME = /"(?:[^"\\]|\\.)*"|\b[a-z]+[A-Z]\w*/g;
/** Names of operations. */
const OPERATION =
  /^(?:add|archive|create|delete|get|list|remove|restore|revert|rotate|set|unarchive|update)(?=[A-Z])\w+/;

/** A text of the API in words of the command line, for a command that has these options; what is quoted stays. */
export function inCommandWords(text: string, known: readonly string[] = []): string {
  const said = text.replaceAll(QUOTE_OR_NAME, (found) =>
    found.startsWith('"')
      ? found
      : (commands.get(found) ?? (isOperation(found) ? found : fieldWords(found, known))),
  );
  // An operation that no command stands for helps no one here.
  return said
    .split(/(?<=[.?!]) /)
    .map((sentence) => withoutOperations(sentence))
    .filter((sentence) => sentence !== '.')
    .join(' ');
}

const isOperation = (name: string): boolean => !(name in options) && OPERATION.test(name);

function withoutOperations(sentence: string): string {
  const parts = sentence
    .split('; ')
    .filter((part) => ![...part.matchAll(QUOTE_OR_NAME)].some(([found]) => isOperation(found)));
  return asSentence(parts.join('; '));
}

/** A field of the API as the option that sets it or, where a command has none, in plain words. */
export function fieldWords(field: string, known: readonly string[]): string {
  const kebab = kebabOf(field);
  const option = [...(options[field] ?? []), kebab, kebab.replace(/-ids?$/, '')].find((one) =>
    known.includes(one),
  );
  if (option !== undefined) return `--${option}`;
  return kebab.replace(/-ids?$/, '').replaceAll('-', ' ');
}

const kebabOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What a sentence about a field of a request begins with: its option, or its name, and what of it is meant. */
export function subjectOf(path: string, known: readonly string[] = []): string {
  const [first = '', ...rest] = path.split('.').filter((part) => !/^\d+$/.test(part));
  if (first === '') return 'It';
  const words = fieldWords(first, known);
  const inner =
    first === 'customFields' ? rest.join('.') : rest.map((part) => fieldWords(part, [])).join(' ');
  const subject = words.startsWith('--') ? words : `The ${words}`;
  return inner === '' ? subject : `${subject} (${inner})`;
}
