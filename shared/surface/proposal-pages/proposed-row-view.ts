import { dueDay } from '../../kernel/core/date-span.ts';
import { parsePriority } from '../../kernel/core/priority.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts, PlainText } from '../../pages/messages/page-messages.ts';
import { dayElement, timeElement } from '../../pages/messages/times-view.ts';
import { estimateText } from '../../pages/planning/estimate-text.ts';
import { sprintDays } from '../../planning/sprints/sprint-days.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import {
  changedLines,
  CUSTOM,
  isEmpty,
  isId,
  type FieldRow,
  type Fields,
  type ShownChange,
} from './proposed-fields.ts';
import { nameOfField } from './proposed-names.ts';
import type { ShowingChanges } from './shown-proposal.ts';

/** A text of more characters has a row of its own, with the lines that change. */
const SHORT_MAX_CHARACTERS = 100;

const isLong = (value: unknown): value is string =>
  typeof value === 'string' && (value.length > SHORT_MAX_CHARACTERS || value.includes('\n'));

/** A field with its value before and after a change, or with the one that it has. */
export function fieldRow(shown: ShowingChanges, change: ShownChange, row: FieldRow): Html {
  const { before, after } = change;
  const cell = (fields: Fields | null, value: unknown): Html =>
    html`<td>${valueView(shown, { ...row, resource: change.resource, fields, value })}</td>`;
  return html`<tr>
    <th scope="row">${fieldName(shown, change, row.field)}</th>
    ${
      before === null || after === null
        ? [after !== null && cell(after, row.after), before !== null && cell(before, row.before)]
        : isLong(row.before) || isLong(row.after)
          ? html`<td colspan="2">${textDiff(shown.t, textOf(row.before), textOf(row.after))}</td>`
          : [cell(before, row.before), cell(after, row.after)]
    }
  </tr>`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function fieldName({ t, fieldNames }: ShowingChanges, { resource }: ShownChange, field: string): Fragment {
  if (field.startsWith(CUSTOM)) {
    const key = field.slice(CUSTOM.length);
    return html`<bdi>${fieldNames.get(key) ?? key}</bdi>`;
  }
  return nameOfField(t, resource, field);
}

/** The lines of a text that change, between those that stay. */
function textDiff(t: PageTexts, before: string, after: string): Html {
  const { isCutBefore, removed, added, isCutAfter } = changedLines(before, after);
  const cut = html`<p class="hint">…</p>`;
  const words = (name: 'proposal.before' | 'proposal.after', text: string): Html =>
    html`<span class="hidden">${t.text(name)}: </span><span class="words" dir="auto">${text}</span>`;
  return html`<div class="diff">
    ${isCutBefore && cut} ${removed !== '' && html`<del>${words('proposal.before', removed)}</del>`}
    ${added !== '' && html`<ins>${words('proposal.after', added)}</ins>`} ${isCutAfter && cut}
  </div>`;
}

interface Value {
  resource: string;
  field: string;
  /** The resource that has it. */
  fields: Fields | null;
  value: unknown;
}

const ISO = /^\d{4}-\d\d-\d\dT/;

function valueView(shown: ShowingChanges, { resource, field, fields, value }: Value): Fragment {
  const { t, nameOf } = shown;
  if (isEmpty(value) && value !== false) return html`<span class="hint">${t.text('story.none')}</span>`;
  if (Array.isArray(value))
    return value.map(
      (one: unknown) =>
        html`<span class="tag">${valueView(shown, { resource, field, fields, value: one })}</span> `,
    );
  if (typeof value === 'boolean') return t.text(value ? 'story.yes' : 'story.no');
  if (field === 'estimateValue') return estimateText(t, String(fields?.['estimateLabel'] ?? value));
  if (typeof value === 'number') return t.number(value);
  if (typeof value !== 'string') {
    const { reference, title, name, url } = value as Record<string, unknown>;
    const said = [reference, title ?? name ?? url].filter((one) => typeof one === 'string').join(' ');
    return said === '' ? html`<code>${JSON.stringify(value)}</code>` : html`<bdi>${said}</bdi>`;
  }
  const named = nameOf(value) ?? wordFor(t, field, value);
  if (named !== undefined) return html`<bdi>${named}</bdi>`;
  if (ISO.test(value)) return whenView(t, { resource, field, fields, value });
  if (isId(value)) return html`<code>${value}</code>`;
  return html`<span class="words" dir="auto">${value}</span>`;
}

/** The word for a value of a field that has few. */
function wordFor(t: PageTexts, field: string, value: string): string | undefined {
  const priority = field === 'priority' ? parsePriority(value) : undefined;
  if (priority !== undefined && priority !== 'none') return t.text(`story.${priority}`);
  const texts: readonly (readonly [string, string, PlainText])[] = [
    ['health', 'on_track', 'objective.on_track'],
    ['health', 'at_risk', 'objective.at_risk'],
    ['health', 'off_track', 'objective.off_track'],
    ['type', 'blocks', 'story.blocks'],
    ['type', 'relates_to', 'story.relates_to'],
    ['type', 'duplicates', 'story.duplicates'],
    ['measurementType', 'number', 'objective.number'],
    ['measurementType', 'percentage', 'objective.percentage'],
    ['measurementType', 'boolean', 'objective.boolean'],
  ];
  const found = texts.find(([name, one]) => name === field && one === value);
  return found && t.text(found[2]);
}

/** A day where the field is one, and else a moment. */
function whenView(t: PageTexts, { resource, field, fields, value }: Value & { value: string }): Html {
  if (resource === 'sprint' && fields !== null && typeof fields['timeZone'] === 'string') {
    const { first, last } = sprintDays(fields as unknown as Sprint);
    if (field === 'startDate') return dayElement(first, t);
    if (field === 'endDate') return dayElement(last, t);
  }
  return field === 'startDate' || field === 'endDate' ? dayElement(dueDay(value), t) : timeElement(value, t);
}
