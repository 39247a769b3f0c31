import type { Json } from './tool-text-fields.ts';

/** Maximum characters of a result's JSON, its text and its data together: clients put a longer one where their model does not see it. */
export const RESULT_MAX_CHARACTERS = 50_000;
/** Maximum characters of JSON for data, and for echoes of the caller's own input. */
const KIND_MAX_CHARACTERS = { shown: RESULT_MAX_CHARACTERS - 2_000, written: 8_000 };

/** Whether a tool shows something, or reports what it has written. */
export type ResultKind = keyof typeof KIND_MAX_CHARACTERS;

/** Maximum text lengths to try, in order, until a result fits. */
const TEXT_STEPS = [32_768, 8_000, 4_000, 2_000, 1_000, 500, 250];
/** Maximum numbers of nested items to try, once shorter texts are not enough. */
const NESTED_STEPS = [60, 20, 5, 1];
/** The last step: truncated titles, for a page of long ones. */
const MINIMUM = { text: 100, below: 1 };

interface Fitted {
  value: Json;
  /** Paths of truncated values, such as `data.0.description`. */
  truncated: string[];
}

/** A result within what its kind and `most` allow, in characters of JSON; what it lost is listed. */
export function fitted(value: Json, kind: ResultKind, most: number): Fitted {
  const shortest = TEXT_STEPS.at(-1)!;
  const steps: Step[] = [
    { text: Infinity, below: Infinity },
    ...TEXT_STEPS.map((text) => ({ text, below: Infinity })),
    ...NESTED_STEPS.map((below) => ({ text: shortest, below })),
    MINIMUM,
    { ...MINIMUM, isOfNames: true },
  ];
  let attempt: Fitted = { value, truncated: [] };
  for (const step of steps) {
    const truncated: string[] = [];
    attempt = { value: cut(value, { ...step, kind }, [], truncated), truncated };
    const ofKind = KIND_MAX_CHARACTERS[step.below < Infinity ? 'shown' : kind];
    const allowed = most === Infinity ? most : Math.min(most, ofKind);
    if (JSON.stringify(attempt.value).length <= allowed) break;
  }
  return attempt;
}

/** Maximum text length, and number of nested items. */
interface Step {
  text: number;
  below: number;
  /** Whether items of a list have only what says which they are. */
  isOfNames?: boolean;
}

/** What is left of one outcome among many: a repeated call would do again what no longer shows. */
function slim(outcome: Json): Json {
  if (typeof outcome !== 'object' || outcome === null || Array.isArray(outcome)) return outcome;
  const { error, ...fields } = outcome;
  const own = Object.entries(fields).filter(([name]) => OUTCOME.has(name));
  return { ...Object.fromEntries(own), ...(error === undefined ? {} : { error }) };
}

const OUTCOME = new Set(['id', 'reference', 'title', 'name', 'updatedAt', 'cleared', 'deleted']);

function cut(value: Json, step: Step & { kind: ResultKind }, path: string[], truncated: string[]): Json {
  if (typeof value === 'string') {
    if (value.length <= step.text) return value;
    truncated.push(path.join('.'));
    return cutText(value, step.text);
  }
  if (Array.isArray(value)) {
    // A page itself has a cursor; ids in a list are small.
    const isHeavy = (one: Json) => typeof one === 'object' || String(one).length > MINIMUM.text;
    const heavy = path.length > 1 && value.length > step.below && value.some(isHeavy);
    if (heavy) truncated.push(path.join('.'));
    // What a write did is listed whole.
    const isOfOutcomes = step.kind === 'written' && path.length === 2 && step.below > MINIMUM.below;
    const isOfNames = step.isOfNames === true && path.length === 1;
    if (isOfNames) truncated.push(path.join('.'));
    const kept =
      isOfNames || (heavy && isOfOutcomes) ? value.map(slim) : heavy ? value.slice(-step.below) : value;
    return kept.map((part, position) => cut(part, step, [...path, String(position)], truncated));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, cut(part, step, [...path, name], truncated)]),
  );
}

function cutText(text: string, most: number): string {
  const end = /[\uD800-\uDBFF]/.test(text[most - 1]!) ? most - 1 : most;
  return `${text.slice(0, end)}… [${text.length - end} more characters cut]`;
}
